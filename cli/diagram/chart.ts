import { Refusal } from "../../provider/errors/refusal";
import { unknownWord } from "../../provider/values/unknown-word";
import type { Cluster } from "../summary/picture-node";
import { flowCluster } from "./flow-map";
import { groupCluster } from "./group-tree";
import type { Subject } from "./subject";

/** One drawing: the groups or the replication at one place. */
export interface Chart {
  readonly title: string;
  readonly cluster: Cluster;
}

/** Subject and limits of a drawing. */
export interface Choice {
  readonly what: "all" | "groups" | "flows";
  /** Name of the group or profile to draw. Undefined: everything. */
  readonly group?: string;
  readonly profile?: string;
  /** Maximum number of boxes per drawing. */
  readonly most: number;
}

/** The drawings of every place. Throws a Refusal if no group or profile has the name. */
export function chartsOf(subjects: readonly Subject[], { what, group, profile, most }: Choice): Chart[] {
  const isPart = group !== undefined || profile !== undefined;
  const withGroups = what !== "flows" && (group !== undefined || !isPart);
  const withFlows = what !== "groups" && (profile !== undefined || !isPart);
  assertKnown(
    "IP group",
    group,
    subjects.flatMap(({ groups }) => groups.map(({ name }) => name)),
  );
  assertKnown(
    "profile",
    profile,
    subjects.flatMap(({ profiles }) => profiles.map(({ name }) => name)),
  );
  const charts = subjects.flatMap(({ place, ...subject }): Chart[] => {
    const at = place === "" ? "" : `${place}: `;
    const focus = subject.groups.find(({ name }) => name === group);
    const hasProfile = profile === undefined || subject.profiles.some(({ name }) => name === profile);
    return [
      ...(withGroups && (group === undefined || focus !== undefined)
        ? [{ title: `${at}IP groups`, cluster: groupCluster(subject.groups, most, focus) }]
        : []),
      ...(withFlows && hasProfile
        ? [{ title: `${at}Replication`, cluster: flowCluster({ place, ...subject }, most, profile) }]
        : []),
    ];
  });
  return charts.filter(({ cluster }) => cluster.columns.flat().length > 0);
}

function assertKnown(what: string, name: string | undefined, known: readonly string[]): void {
  if (name === undefined || known.includes(name)) return;
  throw new Refusal(unknownWord(what, name, known));
}
