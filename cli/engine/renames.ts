import { identityOf } from "../../lib/site/differences";
import { labelOf } from "../../lib/site/label";
import type { OwnedObject } from "../../lib/site/object";
import type { Kind } from "../../provider/registry";
import type { Values } from "../../provider/values/inputs";
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
  /** The same text for objects in the same place; undefined for one that has none. */
  of(inputs: Values): string | undefined;
  /** What a new object does in it, before the name of the former one. */
  text(place: string): string;
  readonly aim: string;
}

const places: Readonly<Partial<Record<Kind, Place>>> = {
  ReplicatorProfile: {
    of: ({ listeningPort: port }) => (typeof port === "number" ? String(port) : undefined),
    text: (port) => `takes port ${port} of`,
    aim: "rename that profile",
  },
  Policy: {
    of: (inputs) => labelOf("Policy", { ...inputs, kind: "include" }),
    text: () => "is the opposite of",
    aim: "replace that policy",
  },
};

/**
 * Finds pairs of a created and a deleted resource of the same object, and new objects in the place of one that is
 * deleted. Pulumi deletes last, so both exist at once, and the new one is refused.
 */
export function renamesIn(created: readonly Declared[], deleted: readonly Declared[]): Rename[] {
  return created.flatMap((one): Rename[] => {
    const same = deleted.find((other) => identityOf(other) === identityOf(one));
    if (same !== undefined) {
      return [{ created: one, text: `looks like a rename of "${same.owner.name}": add ${aliasFor(one, same)}` }];
    }
    const { kind, inputs } = one;
    const place = places[kind];
    const taken = place?.of(inputs);
    const holder = deleted.find(
      (other) => other.kind === kind && other.inputs["site"] === inputs["site"] && place?.of(other.inputs) === taken,
    );
    // A policy that adopts what exists replaces its opposite.
    const isReplacing = kind === "Policy" && inputs["onExisting"] === "adopt";
    if (place === undefined || taken === undefined || holder === undefined || isReplacing) return [];
    const text =
      `${place.text(taken)} ${kind} "${holder.owner.name}", which Pulumi deletes only afterwards, so pulumi up ` +
      `fails: to ${place.aim}, add ${aliasFor(one, holder)}`;
    return [{ created: one, text }];
  });
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
