import { alike } from "../../provider/values/alike";
import { placeNames } from "../summary/entries";
import type { Summary } from "../summary/findings";
import { accessCluster } from "./access";
import { sizeOf, type Cluster, type Drawn } from "./drawn";
import { flowCluster } from "./flows";
import { groupCluster, type Part } from "./groups";
import { subjectOf, type Subject } from "./subject";

/** Some objects in one frame. */
export interface Scene {
  /** Title, or the names of the places with these changes; empty if there is only one place. */
  readonly places: readonly string[];
  readonly clusters: readonly Cluster[];
}

/** Objects as boxes and arrows. Plain data. */
export interface Picture {
  readonly scenes: readonly Scene[];
  /** Number of changes without a box, because there are too many. */
  readonly leftOut: number;
}

/** What a picture can show of a subject, with the title of each part. */
export const parts = {
  groups: { title: "IP groups", draw: ({ groups }: Subject, part: Part) => groupCluster(groups, part) },
  flows: { title: "Replication", draw: flowCluster },
  access: { title: "Access and settings", draw: accessCluster },
} as const;

/** The objects of each place, by its name. */
export function subjectsOf(objects: readonly Drawn[], nameOf: (one: Drawn) => string): Map<string, Subject> {
  return new Map(alike(objects, nameOf).map((own) => [nameOf(own[0]), subjectOf(own)]));
}

/** Maximum number of boxes in a comment's picture: more are unreadable. */
export const MOST_NODES = 25;
/** With fewer boxes than this, a place is only counted. */
const FEWEST_NODES = 4;

/** The changes of a report in at most this many boxes. Places with the same changes share a scene. */
export function pictureOf({ drawn, ...summary }: Summary, most = MOST_NODES): Picture {
  const scenes = new Map<string, { places: string[]; subject: Subject; size: number }>();
  const subjects = subjectsOf(drawn, placeNames(summary));
  for (const [place, subject] of subjects) {
    const clusters = whole(subject);
    const size = clusters.reduce((sum, one) => sum + sizeOf(one), 0);
    if (size === 0) continue;
    const key = JSON.stringify(clusters);
    const scene = scenes.get(key) ?? { places: [], subject, size };
    scene.places.push(place);
    scenes.set(key, scene);
  }
  let left = most;
  let leftOut = 0;
  const kept = [...scenes.values()].flatMap(({ places, subject, size }, at): Scene[] => {
    const share = Math.max(Math.floor(left / (scenes.size - at)), Math.min(left, FEWEST_NODES * 2));
    if (share < Math.min(size, FEWEST_NODES)) {
      leftOut += places.length * whole(subject).reduce((sum, one) => sum + changesIn(one), 0);
      return [];
    }
    const clusters = shared(subject, share);
    left -= clusters.reduce((sum, one) => sum + sizeOf(one), 0);
    return [{ places: subjects.size > 1 ? places : [], clusters }];
  });
  return { scenes: kept, leftOut };
}

function whole(subject: Subject): Cluster[] {
  return Object.values(parts).map(({ draw }) => draw(subject, { most: Number.MAX_SAFE_INTEGER, onlyChanged: true }));
}

/** The clusters of a subject in at most this many boxes. What a small one does not need is for the others. */
function shared(subject: Subject, most: number): Cluster[] {
  let left = most;
  const sizes = whole(subject).map((one, at) => ({ at, size: sizeOf(one) }));
  const open = sizes.filter(({ size }) => size > 0).sort((one, other) => one.size - other.size);
  const clusters = open.map(({ at }, index) => {
    const share = Math.floor(left / (open.length - index));
    const cluster = (Object.values(parts)[at] ?? parts.groups).draw(subject, { most: share, onlyChanged: true });
    left -= sizeOf(cluster);
    return { at, cluster };
  });
  return clusters.sort((one, other) => one.at - other.at).map(({ cluster }) => cluster);
}

function changesIn({ columns }: Cluster): number {
  return columns.flat().reduce((sum, { changes }) => sum + changes, 0);
}
