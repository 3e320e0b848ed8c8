import { identityOf } from "../site/differences";
import { labelOf } from "../site/label";
import type { OwnedObject } from "../site/object";
import { kept } from "../../provider/values/collections";
import { namedBy } from "./urn";

/** A resource of this package in a program or in a state. */
export type Declared = Pick<OwnedObject, "kind" | "inputs" | "owner">;

/** A new resource that probably is a former one under another name or parent. */
export interface Rename {
  readonly created: Declared;
  readonly text: string;
}

const TEMPLATE = "flowgate:index:SiteTemplate";

/** A place that only one object can have at a time. */
interface Place {
  /** The same text for objects in the same place. */
  readonly key: string;
  /** What a new object does in it, before the name of the former one. */
  readonly text: string;
  readonly aim: string;
}

/** The place that a resource takes; undefined for kinds without one. */
function placeOf({ kind, inputs }: Declared): Place | undefined {
  const at = (key: unknown, text: string, aim: string): Place => {
    return { key: JSON.stringify([kind, inputs["site"], key]), text, aim };
  };
  const { listeningPort: port } = inputs;
  if (kind === "ReplicatorProfile" && typeof port === "number") {
    return at(port, `takes port ${String(port)} of`, "rename that profile");
  }
  const label = kind === "Policy" ? labelOf(kind, { ...inputs, kind: "include" }) : undefined;
  return label === undefined ? undefined : at(label, "is the opposite of", "replace that policy");
}

/**
 * Finds pairs of a created and a deleted resource of the same object, and new objects in the place of one that is
 * deleted. Pulumi deletes last, so both exist at once, and the new one is refused.
 */
export function renamesIn(created: readonly Declared[], deleted: readonly Declared[]): Rename[] {
  if (created.length === 0 || deleted.length === 0) return [];
  const formerOf = firstBy(deleted, identityOf);
  const holderOf = firstBy(deleted, (one) => placeOf(one)?.key);
  return created.flatMap((one): Rename[] => {
    const same = formerOf(one);
    if (same !== undefined) {
      return [{ created: one, text: `looks like a rename of "${same.owner.name}": add ${aliasFor(one, same)}` }];
    }
    const place = placeOf(one);
    const holder = holderOf(one);
    // A policy that adopts what exists replaces its opposite.
    const isReplacing = one.kind === "Policy" && one.inputs["onExisting"] === "adopt";
    if (place === undefined || holder === undefined || isReplacing) return [];
    const text =
      `${place.text} ${one.kind} "${holder.owner.name}", which Pulumi deletes only afterwards, so pulumi up ` +
      `fails: to ${place.aim}, add ${aliasFor(one, holder)}`;
    return [{ created: one, text }];
  });
}

/** Finds the first of some resources with the same key as another one. */
function firstBy(
  all: readonly Declared[],
  keyOf: (one: Declared) => string | undefined,
): (other: Declared) => Declared | undefined {
  const first = new Map<string | undefined, Declared>();
  for (const one of all) kept(first, keyOf(one), () => one);
  return (other) => {
    const key = keyOf(other);
    return key === undefined ? undefined : first.get(key);
  };
}

/** The option that makes Pulumi keep the former resource. */
function aliasFor(created: Declared, deleted: Declared): string {
  const [now, before] = [created.owner, deleted.owner];
  const [parent, former] = [parentOf(created), parentOf(deleted)];
  if (parent !== undefined && former !== undefined && parent !== former && isTemplate(parent) && isTemplate(former)) {
    return `formerNames: ["${namedBy(former).name}"] to SiteTemplate "${namedBy(parent).name}"`;
  }
  const name = now.name === before.name ? [] : [`name: ${JSON.stringify(before.name)}`];
  const root = former === undefined ? "pulumi.rootStackResource" : JSON.stringify(former);
  const moved = parent === former ? [] : [`parent: ${root}`];
  return `{ aliases: [{ ${[...name, ...moved].join(", ")} }] }`;
}

/** The URN of its parent; undefined if that is the stack. */
function parentOf({ owner: { parent } }: Declared): string | undefined {
  return parent === undefined || namedBy(parent).type === "pulumi:pulumi:Stack" ? undefined : parent;
}

function isTemplate(urn: string): boolean {
  return namedBy(urn).type === TEMPLATE;
}
