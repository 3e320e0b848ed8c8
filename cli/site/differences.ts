import { definitionOf } from "../../provider/registry";
import { kept, present } from "../../provider/values/collections";
import { differencesOf, textOf, type Difference as ValueDifference } from "../../provider/values/differences";
import type { OwnedObject, SiteObject } from "./object";
import { labelOf } from "./label";
import { objectsIn, type ObjectPair } from "./parts";

/** A difference in the words of messages and reports. */
export interface Line extends Pick<ValueDifference, "property" | "sizes"> {
  readonly before?: string;
  readonly after?: string;
}

/**
 * What differs between two readings of one object; nothing if they are the same. This is the only code that answers this
 * for commands: drift compares an appliance with a state, and a summary a state with a program.
 *
 * @param named inputs that the engine reports as different: nothing else shows a changed secret
 */
export function differenceOf({ kind, before, after }: ObjectPair, named: readonly string[] = []): Line[] {
  const isChange = before !== undefined && after !== undefined;
  const all = isChange ? named : Object.keys({ ...before, ...after });
  const found = linesOf(definitionOf(kind), before ?? {}, after ?? {}, all);
  // The site is where an object is, unless the engine says that it changes.
  return found.filter(({ property }) => property !== "site" || (isChange && named.includes("site")));
}

/** {@link differencesOf} in words. A removed item and an added one of the same type share a line. */
function linesOf(...compared: Parameters<typeof differencesOf>): Line[] {
  const differences = differencesOf(...compared);
  const added = new Map<string, ValueDifference[]>();
  for (const one of differences.filter(({ before }) => before === undefined)) {
    const key = twinKeyOf(one, one.after);
    if (key !== undefined) kept(added, key, (): ValueDifference[] => []).push(one);
  }
  const paired = new Set<ValueDifference>();
  return differences.flatMap((one): Line[] => {
    if (paired.has(one)) return [];
    const { property, before, sizes } = one;
    const twin = before === undefined ? undefined : added.get(twinKeyOf(one, before) ?? "")?.shift();
    if (twin !== undefined) paired.add(twin);
    const after = one.after ?? twin?.after;
    return [
      {
        property,
        ...(before === undefined ? {} : { before: textOf(before) }),
        ...(after === undefined ? {} : { after: textOf(after) }),
        ...present({ sizes }),
      },
    ];
  });
}

/** The same text for items of one set that have the same type; undefined for items without a type. */
function twinKeyOf({ property, sizes }: ValueDifference, item: unknown): string | undefined {
  const type = typeof item === "object" && item !== null && "type" in item ? item.type : undefined;
  return sizes === undefined || typeof type !== "string" ? undefined : `${property} ${type}`;
}

/** Whether a difference is another name of the same object. */
export function isOfName({ property, before, after }: Line): boolean {
  return property === "name" && before !== undefined && after !== undefined;
}

/** The same text for readings of the same object by different owners: its kind, its site and its name. */
export function identityOf({ kind, inputs }: Pick<SiteObject, "kind" | "inputs">): string {
  return JSON.stringify([kind, inputs["site"], labelOf(kind, inputs)]);
}

/** Objects that pass from one resource to another, whatever `onExisting` says: the deletion is not sent. */
const passing: readonly string[] = ["Membership", "Permission", "Policy", "Setting"];

/**
 * Whether a deleted object stays, since another resource of the program declares it: it moves to another owner.
 *
 * @param isOwnerGone whether its resource leaves the program. The engine mentions that last, so that a group which it
 *   has is refused to its next owner, unless that adopts it.
 */
export function isMove(deleted: ObjectPair, created: ObjectPair, isOwnerGone: boolean): boolean {
  const [before, after] = [deleted.before, created.after];
  if (before === undefined || after === undefined) return false;
  const isSame = identityOf({ ...deleted, inputs: before }) === identityOf({ ...created, inputs: after });
  const isOfMany = deleted.kind === "IpGroup" && deleted.part !== "" && !isOwnerGone;
  return isSame && (isOfMany || passing.includes(deleted.kind) || String(after["onExisting"]).startsWith("adopt"));
}

/** Whether resources of a state hold an object, by its id, or by its name for kinds whose id is the first name. */
export function heldIn(held: readonly OwnedObject[]): (object: Pick<SiteObject, "kind" | "id" | "label">) => boolean {
  const ids = new Set(held.flatMap(objectIds));
  const labels = new Set(held.map(({ kind, label }) => `${kind} ${label}`));
  // A group with managed single rules counts as managed.
  const groups = new Set(held.flatMap(({ kind, id }) => (kind === "IpGroupRule" ? [id.split("/")[0]] : [])));
  return ({ kind, id, label }) =>
    ids.has(`${kind} ${id}`) || (kind === "IpGroup" ? groups.has(id) : labels.has(`${kind} ${label}`));
}

/** Kind and id of each object of a resource. */
export function objectIds({ kind, id, inputs, outputs }: Omit<SiteObject, "label">): string[] {
  return objectsIn(kind, { ...outputs, ...inputs }).map((one) => `${one.kind} ${one.id ?? id}`);
}
