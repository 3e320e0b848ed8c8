import { placeNames } from "./entries";
import type { Summary } from "./findings";
import { flowClusters } from "./picture-flows";
import type { Cluster, Drawn } from "./picture-node";
import { treeClusters } from "./picture-trees";

/** What changes at one place, or at several alike. */
export interface Scene {
  /** Empty where the report has but one place. */
  readonly places: readonly string[];
  readonly clusters: readonly Cluster[];
}

/** What changes as boxes and arrows: exporters, profile, collectors; trees of IP groups. Plain data. */
export interface Picture {
  readonly scenes: readonly Scene[];
  /** Changes that are in no box since there are too many. */
  readonly leftOut: number;
}

/** Most boxes of a comment's picture: more cannot be read. */
export const MOST_NODES = 25;

/** The picture of a report, of so many boxes at most; everything that changes in these domains is in it or counted. */
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
