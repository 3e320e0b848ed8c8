import { listOf, type Values } from "../../provider/values/inputs";
import { isUnknown, textOf } from "../../provider/values/value-text";
import type { Drawn } from "./drawn";

/** An arrow between two objects, by their keys. */
export interface Link {
  readonly from: string;
  readonly to: string;
  readonly isDashed?: true;
}

/**
 * How the objects of one place belong together: parent groups and children, exporters, policies, profiles and
 * collectors, users, user groups and what these may see.
 */
export function linksOf(objects: readonly Drawn[]): Link[] {
  const index = indexOf(objects);
  const found = objects.flatMap((one) => linksOfOne(one, index));
  return [
    ...new Map(found.filter(({ from, to }) => from !== to).map((link) => [`${link.from}\n${link.to}`, link])).values(),
  ];
}

/** The key of the object of a kind with a name or a number. */
type Index = (kind: string, reference: unknown) => string[];

function indexOf(objects: readonly Drawn[]): Index {
  const keys = new Map(objects.map(({ kind, label, key }) => [`${kind} ${label}`, key]));
  for (const { kind, groupId, key } of objects) if (groupId !== undefined) keys.set(`${kind} ${groupId}`, key);
  return (kind, reference) => {
    const key = keys.get(`${kind} ${textOf(reference).replace(/^name:/u, "")}`);
    return key === undefined ? [] : [key];
  };
}

function linksOfOne({ kind, key, values, refersTo = [] }: Drawn, of: Index): Link[] {
  const to = (target: string): Link => ({ from: key, to: target });
  const from = (target: string): Link => ({ from: target, to: key });
  switch (kind) {
    case "IpGroup":
      return childrenOf(values, refersTo, of).map(to);
    case "IpGroupRule":
      return of("IpGroup", values["groupId"]).map((target) => ({ ...to(target), isDashed: true }));
    case "Policy":
      return of("ReplicatorProfile", values["profile"]).map((target) => ({ ...to(target), isDashed: true }));
    case "Exporter":
      return listOf(values["profiles"]).flatMap((name) => of("ReplicatorProfile", name).map(to));
    case "Collector":
      return listOf(values["profiles"]).flatMap((name) => of("ReplicatorProfile", name).map(from));
    case "UserGroup":
      return listOf(values["members"]).flatMap((name) => of("User", name).map(from));
    case "Permission":
      return userGroupsIn(values).flatMap((name) => of("UserGroup", name).map(from));
    default:
      return userGroupsIn(values).flatMap((name) => of("UserGroup", name).map(to));
  }
}

/** The user groups that an object names, in one of the inputs that refer to them. */
function userGroupsIn(values: Values): unknown[] {
  return Object.entries(values).flatMap(([key, value]) => (key.startsWith("userGroup") ? [value].flat() : []));
}

/** The groups that child rules refer to. Before an up, a reference to a new group is an unknown number. */
function childrenOf(values: Values, refersTo: readonly string[], of: Index): string[] {
  const rules = listOf(values["rules"]);
  const known = rules.flatMap((rule) => {
    const { type, groupId } = (rule ?? {}) as Values;
    return type === "child" ? of("IpGroup", groupId) : [];
  });
  return rules.some((rule) => isUnknown(rule) || isUnknown((rule as Values)["groupId"]))
    ? [...known, ...refersTo]
    : known;
}
