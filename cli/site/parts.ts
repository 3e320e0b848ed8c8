import { definitionOf, type Kind } from "../../provider/registry";
import { existedIn, type LinksMarks } from "../../provider/kinds/parts/links";
import { kept, present } from "../../provider/values/collections";
import { Inputs, listOf, withoutUndefined, type Values } from "../../provider/values/inputs";

/**
 * One object of a resource, before and after a change. A resource can hold several: the groups of an `IpGroups`, the
 * rights of a `PermissionSet`, and links that a `User` or `UserGroup` gains or loses.
 */
export interface ObjectPair {
  readonly kind: Kind;
  /** Identity of the object within its resource; empty if the resource is this object. */
  readonly part: string;
  /** Its inputs before; undefined if it did not exist. */
  readonly before?: Values;
  /** Its inputs after; undefined if it no longer exists. */
  readonly after?: Values;
  /** Its number on the appliance, as far as it is known. */
  readonly id?: string;
}

/**
 * The objects of a resource, before and after a change. This is the only code that knows which resources hold several
 * objects. `before` and `after` are inputs or outputs of the resource, and the same twice if nothing changes.
 *
 * @param isReplaced whether the resource is deleted and created again
 */
export function objectsOf(
  kind: Kind,
  before: Values | undefined,
  after: Values | undefined,
  isReplaced = false,
): ObjectPair[] {
  switch (kind) {
    case "IpGroups":
      return groupsOf(before, after) ?? [wholeOf(kind, before, after)];
    case "PermissionSet":
      return linksOf("permissions", before, after, ({ permissions: _, origin: _origin, ...owner }, one) => ({
        kind: "Permission",
        values: { ...owner, ...(one as Values) },
      }));
    case "UserGroup":
    case "User":
      return isReplaced ? [wholeOf(kind, before, after)] : withLinks(kind, before, after);
    default:
      return [wholeOf(kind, before, after)];
  }
}

/** The objects that a resource holds, each with its inputs. */
export function objectsIn(kind: Kind, values: Values): (ObjectPair & { readonly after: Values })[] {
  return objectsOf(kind, values, values).flatMap((one) =>
    one.after === undefined ? [] : [{ ...one, after: one.after }],
  );
}

/** The outputs that hold the number of an object. */
const numbers: Readonly<Partial<Record<Kind, string>>> = {
  IpGroup: "groupId",
  User: "userId",
  UserGroup: "userGroupId",
};

function wholeOf(kind: Kind, before: Values | undefined, after: Values | undefined): ObjectPair {
  const key = numbers[kind] ?? "";
  const id = [after?.[key], before?.[key]].find((one) => typeof one === "number");
  return { kind, part: "", ...present({ before, after, id: id === undefined ? undefined : String(id) }) };
}

type Member = Readonly<Record<"rules" | "children", readonly unknown[]>> & { readonly wish?: unknown };
type Renamed = { readonly names?: Readonly<Record<string, string>> } | undefined;

/** The groups of an `IpGroups`, by name. Undefined if they are known only during an up. */
function groupsOf(before: Values | undefined, after: Values | undefined): ObjectPair[] | undefined {
  const [old, want] = [membersOf(before), membersOf(after)];
  if (old === undefined || want === undefined) return undefined;
  const ids = { ...(after?.["groupIds"] as Values | undefined), ...(before?.["groupIds"] as Values | undefined) };
  const idOf = (name: string): string | undefined => {
    const id = ids[name];
    return typeof id === "number" ? String(id) : undefined;
  };
  const childOf = (child: unknown): Values => ({ type: "child", groupId: idOf(String(child)) ?? String(child) });
  // A reading keeps a group that was renamed by hand under its declared name.
  const nameIn = ({ doubt }: Values, name: string): unknown => (doubt as Renamed)?.names?.[name] ?? name;
  const valuesOf = (name: string, member: Member | undefined, owner: Values = {}): Values | undefined =>
    member &&
    withoutUndefined({
      name: nameIn(owner, name),
      rules: [...member.rules, ...member.children.map(childOf)],
      site: owner["site"],
      onExisting: member.wish ?? owner["onExisting"],
    });
  return [...new Set([...Object.keys(want), ...Object.keys(old)])].map((name) => {
    const values = { before: valuesOf(name, old[name], before), after: valuesOf(name, want[name], after) };
    return { kind: "IpGroup", part: name, ...present({ ...values, id: idOf(name) }) };
  });
}

function membersOf(values: Values | undefined): Readonly<Record<string, Member>> | undefined {
  const groups = values?.["groups"] ?? {};
  if (typeof groups !== "object" || Array.isArray(groups)) return undefined;
  return Object.fromEntries(
    Object.entries(groups).map(([name, given]) => {
      const { rules, children, onExisting } = (given ?? {}) as Values;
      return [name, { rules: listOf(rules), children: listOf(children), wish: onExisting }];
    }),
  );
}

/** An owner, and each link that it gains or loses. A new or deleted owner has all of its links in itself. */
function withLinks(kind: "User" | "UserGroup", before: Values | undefined, after: Values | undefined): ObjectPair[] {
  const key = kind === "User" ? "userGroups" : "members";
  // An owner that declares no links manages none.
  if (before === undefined || after?.[key] === undefined) return [wholeOf(kind, before, after)];
  const links = linksOf(key, before, after, (owner, one) => ({
    kind: "Membership",
    values: withoutUndefined({
      site: owner["site"],
      user: kind === "User" ? owner["name"] : one,
      userGroup: kind === "User" ? one : owner["name"],
    }),
  }));
  const changed = links.filter((one) => one.before === undefined || one.after === undefined);
  const parts = new Set(changed.map(({ part }) => part));
  const kept = listOf(after[key]).filter((item) => !parts.has(inputsOf(kind).itemText(key, item)));
  return [wholeOf(kind, { ...before, [key]: kept }, { ...after, [key]: kept }), ...changed];
}

/** The links in a set of a resource, each with the mark of those that existed before. */
function linksOf(
  key: "permissions" | "members" | "userGroups",
  before: Values | undefined,
  after: Values | undefined,
  linkOf: (owner: Values, item: unknown) => { kind: Kind; values: Values },
): ObjectPair[] {
  const inputs = inputsOf(key === "permissions" ? "PermissionSet" : key === "members" ? "UserGroup" : "User");
  const textOf = (item: unknown): string => inputs.itemText(key, item);
  const theirs = listOf(existedIn((before ?? {}) as LinksMarks<unknown>, after ?? before ?? {})).map(textOf);
  const [old, now] = [listOf(before?.[key]), listOf(after?.[key])].map(
    (items) => new Map(items.map((item) => [textOf(item), item])),
  ) as [Map<string, unknown>, Map<string, unknown>];
  return [...new Set([...old.keys(), ...now.keys()])].map((text) => {
    // Another spelling of a link is the same link.
    const item = now.get(text) ?? old.get(text);
    const was = old.has(text) ? linkOf(before ?? {}, item) : undefined;
    const origin = theirs.includes(text) ? { origin: { existed: true } } : {};
    const is = now.has(text) ? linkOf(after ?? {}, item) : undefined;
    const { kind } = (is ?? was) as { kind: Kind };
    return { kind, part: text, ...present({ before: was && { ...was.values, ...origin }, after: is?.values }) };
  });
}

const schemas = new Map<Kind, Inputs>();

/** The inputs of a kind. */
export function inputsOf(kind: Kind): Inputs {
  return kept(schemas, kind, () => new Inputs(definitionOf(kind).inputs));
}
