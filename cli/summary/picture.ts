import { placeNames } from "./entries";
import type { Summary } from "./findings";
import { flowClusters } from "./picture-flows";
import type { Cluster, Drawn } from "./picture-node";
import { treeClusters } from "./picture-trees";

/** The changes at one place, or at several places with equal changes. */
export interface Scene {
  /** Empty if the report has only one place. */
  readonly places: readonly string[];
  readonly clusters: readonly Cluster[];
}

/** Changes as boxes and arrows: exporters, profile, collectors; trees of IP groups. Plain data. */
export interface Picture {
  readonly scenes: readonly Scene[];
  /** Number of changes without a box, because there are too many. */
  readonly leftOut: number;
}

/** Maximum number of boxes in a comment's picture: more are unreadable. */
export const MOST_NODES = 25;

/** The picture of a report in at most this many boxes. Changes in these domains that do not fit are counted. */
export function pictureOf(summary: Summary, most = MOST_NODES): Picture {
  const nameOf = placeNames(summary);
  const byPlace = new Map<string, Drawn[]>();
  for (const resource of [...summary.changes, ...summary.unchanged] as readonly Drawn[]) {
    const place = nameOf(resource);
    byPlace.set(place, [...(byPlace.get(place) ?? []), resource]);
  }
  const scenes = new Map<string, { places: string[]; clusters: readonly Cluster[] }>();
  for (const [place, resources] of byPlace) {
    const clusters = [...flowClusters(resources), ...treeClusters(resources)];
    if (clusters.length === 0) continue;
    const key = JSON.stringify(clusters);
    const scene = scenes.get(key) ?? { places: [], clusters };
    scene.places.push(place);
    scenes.set(key, scene);
  }
  return bounded([...scenes.values()], byPlace.size > 1, most);
}

function bounded(scenes: readonly Scene[], isNamed: boolean, most: number): Picture {
  let left = most;
  let leftOut = 0;
  const kept = scenes.map(({ places, clusters }) => {
    const fitting = clusters.filter((cluster) => {
      const size = cluster.columns.flat().length;
      const isFitting = size <= left;
      if (isFitting) left -= size;
      else leftOut += places.length * changesIn(cluster);
      return isFitting;
    });
    return { places: isNamed ? places : [], clusters: fitting };
  });
  return { scenes: kept.filter(({ clusters }) => clusters.length > 0), leftOut };
}

function changesIn({ columns }: Cluster): number {
  return columns.flat().reduce((sum, { changes }) => sum + changes, 0);
}
