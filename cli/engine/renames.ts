import { definitionOf, type Kind } from "../../provider/registry";
import type { Values } from "../../provider/values/inputs";
import { namedBy } from "./urn";

/** A resource of this package in a program or in a state. */
export interface Held {
  readonly kind: Kind;
  readonly urn: string;
  /** URN of its parent; undefined if it has none. */
  readonly parent: string | undefined;
  readonly inputs: Values;
}

/** A new resource that probably is a former one under another name or parent. */
export interface Rename {
  readonly created: Held;
  readonly text: string;
}

const TEMPLATE = "flowgate:index:SiteTemplate";

/**
 * Finds pairs of a created and a deleted resource of the same object, and new profiles on the port of a profile that is
 * deleted. Pulumi deletes last, so both exist at once, and the new one is refused.
 */
export function renamesIn(created: readonly Held[], deleted: readonly Held[]): Rename[] {
  return created.flatMap((one): Rename[] => {
    const same = deleted.find((other) => identityOf(other) === identityOf(one));
    if (same !== undefined) {
      return [{ created: one, text: `looks like a rename of "${namedBy(same.urn).name}": add ${aliasFor(one, same)}` }];
    }
    const { listeningPort: port } = one.inputs;
    const holder = deleted.find(
      ({ kind, inputs }) =>
        kind === "ReplicatorProfile" && inputs["site"] === one.inputs["site"] && inputs["listeningPort"] === port,
    );
    if (one.kind !== "ReplicatorProfile" || typeof port !== "number" || holder === undefined) return [];
    const text =
      `takes port ${String(port)} of ReplicatorProfile "${namedBy(holder.urn).name}", which Pulumi deletes only ` +
      `afterwards, so pulumi up fails: to rename that profile, add ${aliasFor(one, holder)}`;
    return [{ created: one, text }];
  });
}

function identityOf({ kind, inputs }: Held): string {
  return JSON.stringify([kind, inputs["site"], definitionOf(kind).label(inputs)]);
}

/** The option that makes Pulumi keep the former resource. */
function aliasFor(created: Held, deleted: Held): string {
  const [now, before] = [namedBy(created.urn), namedBy(deleted.urn)];
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
function parentOf({ parent }: Held): string | undefined {
  return parent === undefined || namedBy(parent).type === "pulumi:pulumi:Stack" ? undefined : parent;
}

function isTemplate(urn: string): boolean {
  return namedBy(urn).type === TEMPLATE;
}
