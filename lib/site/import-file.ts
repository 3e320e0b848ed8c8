import { z } from "zod";
import { kinds, definitionOf, type Kind } from "../../provider/registry";
import type { WrittenResource } from "./program";
import type { SiteReading } from "./object";
import type { Configuration } from "../../provider/config/configuration";
import { elsewhere } from "../../provider/appliance/identity";
import { Refusal } from "../../provider/errors/refusal";
import { quoted } from "../../provider/values/quoted";
import type { Values } from "../../provider/values/inputs";
import { isDoubtful } from "../../provider/values/origin";
import { Kinds } from "./kinds";
import { present } from "../../provider/values/collections";

/** Name of the file beside an exported program. */
export const IMPORT_FILE = "import.json";

const kind = z.enum(kinds as [(typeof kinds)[number], ...(typeof kinds)[number][]]);

/** Schema of an import file: the object and the appliance of each resource of a program. */
export const importFile = z.strictObject({
  /** Version of the file format. */
  form: z.literal(1),
  /** URL of each appliance that holds the objects. */
  appliances: z.strictObject({ gateway: z.string().optional(), replicator: z.string().optional() }),
  /** Name of the template that declares them, if there is one. */
  template: z.string().optional(),
  /** Whether to set Pulumi's `protect` on them. */
  protect: z.boolean(),
  resources: z.array(
    z.strictObject({
      kind,
      name: z.string().min(1),
      id: z.string().min(1),
      inputs: z.record(z.string(), z.unknown()),
    }),
  ),
});

export type ImportFile = z.output<typeof importFile>;
export type ImportedResource = ImportFile["resources"][number];

/** The text of an import file, with one line per resource. */
export function importFileText(
  { appliances }: SiteReading,
  resources: readonly WrittenResource[],
  { template, protect }: { template?: string; protect: boolean },
): string {
  const lines = resources.map(({ name, object: { kind: kindName, id, inputs } }) =>
    JSON.stringify({ kind: kindName, name, id, inputs }),
  );
  const head = JSON.stringify({ form: 1, appliances, ...present({ template }), protect });
  return `${head.slice(0, -1)},"resources":[\n${lines.join(",\n")}\n]}\n`;
}

/** A resource as it is in the state after an import, with the values that its kind has read. */
export interface TakenOver extends ImportedResource {
  readonly outputs: Values;
}

/** Result for one resource of an import file: an entry for the state, or a fault. */
export type Taken = TakenOver | { readonly fault: string };

/** Refuses a file whose objects are on other appliances than the configured ones. */
export function assertSameSite(
  { appliances }: ImportFile,
  configuration: Configuration,
  site: string | undefined,
): void {
  const kinds = new Kinds(configuration);
  for (const kind of ["gateway", "replicator"] as const) {
    const recorded = appliances[kind];
    const identity = kinds.identity(kind, site);
    if (recorded === undefined) continue;
    if (identity === undefined) {
      // Throws with the missing settings.
      configuration[kind](site);
      throw new Refusal(`The import file has objects of a ${kind}, but no ${kind} is configured.`);
    }
    if (elsewhere(identity, recorded) === undefined) continue;
    throw new Refusal(
      `The import file is for another site: its ${kind} is ${recorded}, and the configured one is ${identity.base}. ` +
        `Choose the site with --site, or list the URL in formerUrls if the same ${kind} has moved.`,
    );
  }
}

/**
 * Reads each object of an import file with its kind, before anything enters a state. An id that no longer exists or
 * belongs to another object is a fault. Changes nothing.
 */
export async function takeOver(
  resources: readonly ImportedResource[],
  configuration: Configuration,
  tell: (done: number) => void = () => undefined,
): Promise<Taken[]> {
  const kinds = new Kinds(configuration);
  let done = 0;
  return Promise.all(
    resources.map(async (resource) => {
      const taken = await taking(kinds, resource).catch((error: unknown) => {
        if (error instanceof Refusal) return { fault: error.message };
        throw error;
      });
      done += 1;
      tell(done);
      return taken;
    }),
  );
}

async function taking(kinds: Kinds, { kind, name, id, inputs }: ImportedResource): Promise<Taken> {
  const title = `${kind} ${quoted(name)} (id ${id})`;
  const lifecycle = kinds.lifecycle(kind);
  const definition = definitionOf(kind);
  if (definition.read === undefined) return { fault: `${title}: the API has no action that reads a ${kind}.` };
  const checked = lifecycle.check(inputs);
  if (checked.failures.length > 0) return { fault: `${title}: ${checked.failures.join("; ")}.` };
  const read = await lifecycle.read(id, checked.inputs);
  if (read === undefined) return { fault: `${title}: no object of the ${definition.appliance} has this id.` };
  const [wanted, live] = [definition.label(checked.inputs), definition.label(read.inputs)];
  if (wanted !== live) {
    return { fault: `${title}: the object with this id is called ${quoted(live)}, not ${quoted(wanted)}.` };
  }
  if (isDoubtful(read.outputs)) return { fault: `${title}: the appliance does not have it where the file says.` };
  return { kind, name, id, inputs: read.inputs, outputs: { ...read.outputs, ...firstOutputs(kind, read.inputs) } };
}

/** Outputs that the state keeps besides those of a read, from the day on which the object is managed. */
function firstOutputs(kind: Kind, { value, enabled }: Values): Values {
  if (kind !== "Setting") return {};
  const found = Object.fromEntries(Object.entries({ value, enabled }).filter(([, one]) => one !== undefined));
  return { origin: { found } };
}
