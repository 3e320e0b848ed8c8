import type { Identity } from "../appliance/identity";
import { onAppliance, type World } from "./world";
import { Refusal } from "../errors/refusal";
import type { AnyDefinition } from "../resource";
import { withoutUndefined, type Inputs, type Values } from "../values/inputs";
import { quoted } from "../values/quoted";
import { placed } from "./failure";

/** Matches a reference to an object of a site: `site=paris/12`. */
const OF_SITE = /^site=([^/]+)\/(.+)$/su;

/** An object in the form that a program would declare it in. */
export interface LookedUp {
  id: string;
  inputs: Values;
  outputs: Values;
}

/**
 * Looks up an object that no state of this program has, by its id or name. Returns everything of it that can be read,
 * without defaults. Undefined if there is none.
 */
export async function lookUp(
  definition: AnyDefinition,
  inputs: Inputs,
  world: Pick<World, "appliance" | "info" | "reported" | "toSet">,
  reference: string,
): Promise<LookedUp | undefined> {
  const [, site, rest] = OF_SITE.exec(reference) ?? [];
  const name = rest ?? reference;
  const title = (at: Identity | undefined): string => placed(`${definition.kind} ${quoted(name)}`, site, at);
  if (definition.lookUp === undefined) throw new Refusal(`${title(undefined)}: ${notReadable(definition)}`);
  return onAppliance(world, { kind: definition.appliance, site, what: "read", title }, async (facade, info) => {
    const live = await definition.lookUp?.(facade, name, { info });
    if (live === undefined) return undefined;
    const written = inputs.withoutDefaults(withoutUndefined({ ...live.inputs, site }));
    const outputs = withoutUndefined({ ...written, ...live.outputs, appliance: facade.identity.base });
    return { id: live.id, inputs: written, outputs };
  });
}

/** Why objects of this kind cannot be imported, and what to do instead. */
function notReadable({ kind, read }: AnyDefinition): string {
  if (read !== undefined) {
    return (
      "it cannot be imported, because it consists of many objects. Declare it, and take them over with: " +
      'onExisting: "adopt".'
    );
  }
  return (
    `it cannot be imported: the API has no action that reads a ${kind}. Declare it, and take it over with: ` +
    'onExisting: "adopt".'
  );
}
