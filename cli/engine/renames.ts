import { identityOf } from "../../lib/site/differences";
import type { OwnedObject } from "../../lib/site/object";
import { namedBy } from "./urn";

/** A resource of this package in a program or in a state. */
export type Declared = Pick<OwnedObject, "kind" | "inputs" | "owner">;

/** A new resource that probably is a former one under another name or parent. */
export interface Rename {
  readonly created: Declared;
  readonly text: string;
}

const TEMPLATE = "flowgate:index:SiteTemplate";

/**
 * Finds pairs of a created and a deleted resource of the same object, and new profiles on the port of a profile that is
 * deleted. Pulumi deletes last, so both exist at once, and the new one is refused.
 */
export function renamesIn(created: readonly Declared[], deleted: readonly Declared[]): Rename[] {
  return created.flatMap((one): Rename[] => {
    const same = deleted.find((other) => identityOf(other) === identityOf(one));
    if (same !== undefined) {
      return [{ created: one, text: `looks like a rename of "${same.owner.name}": add ${aliasFor(one, same)}` }];
    }
    const { listeningPort: port } = one.inputs;
    const holder = deleted.find(
      ({ kind, inputs }) =>
        kind === "ReplicatorProfile" && inputs["site"] === one.inputs["site"] && inputs["listeningPort"] === port,
    );
    if (one.kind !== "ReplicatorProfile" || typeof port !== "number" || holder === undefined) return [];
    const text =
      `takes port ${String(port)} of ReplicatorProfile "${holder.owner.name}", which Pulumi deletes only ` +
      `afterwards, so pulumi up fails: to rename that profile, add ${aliasFor(one, holder)}`;
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
