import { listOf, type Values } from "../../provider/values/inputs";
import { textOf } from "../../provider/values/differences";
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
  const found = objects.flatMap((one) => linksOfOne(one, (kind, reference) => index(one, kind, reference)));
  return [
    ...new Map(found.filter(({ from, to }) => from !== to).map((link) => [`${link.from}\n${link.to}`, link])).values(),
  ];
}

/**
 * Finds the objects of a kind that another one refers to: by name or number, else by what the engine knows. Before an
 * update, a reference may be an unknown number, or a name that its object no longer has.
 */
function indexOf(objects: readonly Drawn[]): (of: Drawn, kind: string, reference: unknown) => string[] {
  const kinds = new Map(objects.map(({ key, kind }) => [key, kind]));
  const keys = new Map(objects.map(({ kind, label, key }) => [`${kind} ${label}`, key]));
  for (const { kind, groupId, key } of objects) if (groupId !== undefined) keys.set(`${kind} ${groupId}`, key);
  return ({ refersTo = [] }, kind, reference) => {
    const key = keys.get(`${kind} ${textOf(reference).replace(/^name:/u, "")}`);
    return key === undefined ? refersTo.filter((one) => kinds.get(one) === kind) : [key];
  };
}

function linksOfOne({ kind, key, values }: Drawn, of: (kind: string, reference: unknown) => string[]): Link[] {
  const to = (target: string): Link => ({ from: key, to: target });
  const from = (target: string): Link => ({ from: target, to: key });
  switch (kind) {
    case "IpGroup":
      return childrenIn(values).flatMap((child) => of("IpGroup", child).map(to));
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
      return of("UserGroup", values["userGroup"]).map(from);
    default:
      return [values["userGroup"] ?? values["userGroups"] ?? []]
        .flat()
        .flatMap((name) => of("UserGroup", name).map(to));
  }
}

/** The groups that the child rules of a group refer to. */
function childrenIn(values: Values): unknown[] {
  return listOf(values["rules"]).flatMap((rule) => {
    const { type, groupId } = (rule ?? {}) as Values;
    return type === "child" ? [groupId] : [];
  });
}
