import { z } from "zod";
import { kinds } from "../../provider/registry";
import type { WrittenResource } from "./program";
import type { SiteReading } from "./object";

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
  const head = JSON.stringify({ form: 1, appliances, ...(template === undefined ? {} : { template }), protect });
  return `${head.slice(0, -1)},"resources":[\n${lines.join(",\n")}\n]}\n`;
}
