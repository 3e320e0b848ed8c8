import { nounsOf, type Kind } from "../../provider/registry";
import { textOf } from "../../provider/values/value-text";
import { alike } from "../../provider/values/alike";
import { boxOf, namesText, sizeOf, unmarked, type Cluster, type Drawn, type PictureNode } from "./drawn";
import type { Part } from "./groups";
import { listOf } from "../../provider/values/inputs";
import type { Subject } from "./subject";
import { present } from "../../provider/values/collections";

/** Users and their links, the user groups that they are in, what these may see, and settings. */
const columns: readonly (readonly string[])[] = [
  ["User", "Membership", "UserPreferences"],
  ["UserGroup"],
  ["Permission"],
  ["Setting"],
];

/** The names of the user groups that an object belongs to. */
type TargetsOf = (one: Drawn) => string[];

/** Who may see what, and the settings of the replicator. */
export function accessCluster({ others }: Pick<Subject, "others">, { most, onlyChanged }: Part): Cluster {
  const targetsOf = targetsIn(others);
  const all = onlyChanged === true ? withTargets(others, targetsOf) : others;
  const targets = new Set(all.flatMap(targetsOf));
  // In a box with another user group, it would seem that both have the same members and permissions.
  const alone = ({ kind, label }: Drawn): unknown => (kind === "UserGroup" && targets.has(label) ? label : "");
  const fine = clusterOf(all, targetsOf, (one) => [
    ...[one.kind, one.action, one.sign, one.changes],
    ...[targetsOf(one), alone(one)],
  ]);
  // If not everything fits, a box holds all objects of a kind that are treated alike.
  return sizeOf(fine) <= most ? fine : clusterOf(all, targetsOf, ({ kind, action, sign }) => [kind, action, sign]);
}

/** The changed objects, and the user groups that they belong to. */
function withTargets(others: readonly Drawn[], targetsOf: TargetsOf): Drawn[] {
  const changed = others.filter(({ action }) => action !== undefined);
  const targets = new Set(changed.flatMap(targetsOf));
  return others.filter((one) => one.action !== undefined || (one.kind === "UserGroup" && targets.has(one.label)));
}

/** A membership is declared by the user, by the user group, or on its own. */
function targetsIn(others: readonly Drawn[]): TargetsOf {
  const ofMember = new Map<string, string[]>();
  for (const { kind, label, values } of others) {
    if (kind !== "UserGroup") continue;
    for (const name of listOf(values["members"]).map(nameOf))
      ofMember.set(name, [...(ofMember.get(name) ?? []), label]);
  }
  return ({ kind, label, values: { userGroupId, userGroupName, userGroupIds } }) => {
    const given = [userGroupId, userGroupName, ...listOf(userGroupIds)];
    const own = kind === "UserGroup" ? [] : given.filter((one) => one !== undefined).map(nameOf);
    return kind === "User" ? [...own, ...(ofMember.get(label) ?? [])] : own;
  };
}

function nameOf(reference: unknown): string {
  return textOf(reference).replace(/^name:/u, "");
}

function clusterOf(all: readonly Drawn[], targetsOf: TargetsOf, formOf: (one: Drawn) => unknown): Cluster {
  const boxes = alike(all, formOf).map((same) => ({ same, kind: same[0].kind, node: nodeOf(same) }));
  const groups = new Map<string, PictureNode>();
  for (const { same, kind, node } of boxes)
    if (kind === "UserGroup") for (const { label } of same) groups.set(label, node);
  const arrows = boxes.flatMap(({ same, kind, node }) => {
    if (kind === "UserGroup") return [];
    const targets = new Set(same.flatMap(targetsOf).flatMap((name) => groups.get(name) ?? []));
    return [...targets].map((group) => (kind === "Permission" ? { from: group, to: node } : { from: node, to: group }));
  });
  return {
    columns: columns.map((kinds) => boxes.flatMap(({ kind, node }) => (kinds.includes(kind) ? [node] : []))),
    arrows,
  };
}

function nodeOf(same: readonly [Drawn, ...Drawn[]]): PictureNode {
  const [first] = same;
  const { kind, sign, changes, action } = first;
  const [noun, nouns] = nounsOf(kind as Kind);
  const count = same.length;
  // An arrow leads to the user group.
  const names = same.map(({ label }) => label.replace(/ (?:in|for) user group .*$/su, ""));
  const lines = [`${sign}${count === 1 ? noun : `${String(count)} ${nouns}`}`, namesText(names)];
  return boxOf(lines, { ...unmarked, sign, ...present({ action }), changes: count === 1 ? changes : [] }, { count });
}
