import type { Facades } from "../appliance/appliances";
import type { Identity } from "../appliance/identity";
import type { ApplianceKind } from "../errors/errors";
import type { World } from "./world";
import { Refusal } from "../errors/refusal";
import type { AnyDefinition } from "../resource";
import { redact } from "../values/secret";
import { withoutUndefined, type Inputs, type Values } from "../values/inputs";
import { quoted } from "../values/quoted";
import { failureMessage, placed } from "./failure";

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
  let reached: Facades[ApplianceKind] | undefined;
  try {
    if (definition.lookUp === undefined) throw notReadable(definition);
    const facade = world.appliance(definition.appliance, site);
    const { identity } = facade;
    reached = facade;
    const info = (message: string): void => {
      world.info(`${title(identity)}: ${redact(message)}`);
    };
    const live = await definition.lookUp(facade, name, { info });
    if (live === undefined) return undefined;
    const written = inputs.withoutDefaults(withoutUndefined({ ...live.inputs, site }));
    const outputs = withoutUndefined({ ...written, ...live.outputs, appliance: identity.base });
    return { id: live.id, inputs: written, outputs };
  } catch (error) {
    const failed = {
      kind: definition.appliance,
      site,
      what: "read",
      title,
      identity: reached?.identity,
      facade: reached,
    };
    throw new Refusal(failureMessage(world, error, failed), { cause: error });
  }
}

function notReadable({ kind, read }: AnyDefinition): Refusal {
  if (read !== undefined) {
    return new Refusal(
      "it cannot be imported, because it consists of many objects. Declare it, and take them over with: " +
        'onExisting: "adopt"',
    );
  }
  return new Refusal(
    `it cannot be imported: the API has no action that reads a ${kind}. Declare it, and take it over with: ` +
      'onExisting: "adopt"',
  );
}
