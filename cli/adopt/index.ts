import { z } from "zod";
import { adoptions, type AdoptionFinding, type Planned } from "../../lib/site/adoption";
import type { Context } from "../context";
import { outputOf, pulumi } from "../engine";
import { CommandError, ConfigurationError } from "../errors";
import { refusals } from "../export/choice";
import { knownKind } from "../known-kind";
import { jsonOf, namedBy } from "../pulumi-text";
import { UNKNOWN_TEXT } from "../../provider/values/marks";

const limits = { deadlineMs: 3_600_000, mostOutputBytes: 1024 * 1024 * 1024 };

const preview = z.object({
  steps: z.array(
    z.object({
      op: z.string(),
      urn: z.string(),
      newState: z.object({ type: z.string(), inputs: z.record(z.string(), z.unknown()).optional() }).optional(),
    }),
  ),
});

/** Finds out what an up of the program in this folder would find on the appliances. */
export async function findAdoptions(context: Context): Promise<AdoptionFinding[]> {
  const { configuration, stackNotRead } = await context.configured();
  if (stackNotRead !== undefined) throw new ConfigurationError(`adopt previews a program, but ${stackNotRead}.`);
  const { io, options, progress } = context;
  const named = typeof options.stack === "string" ? ["--stack", options.stack] : [];
  const output = await progress.during("Previewing the program", () =>
    pulumi(io, ["preview", "--json", "--suppress-outputs", ...named], limits),
  );
  const planned = plannedIn(outputOf(output, "The preview"));
  return progress.during("Reading the appliances", () => refusals(() => adoptions(planned, configuration)));
}

/** The resources of this package that a preview would create. */
export function plannedIn(json: string): Planned[] {
  const parsed = preview.safeParse(jsonOf(json));
  if (!parsed.success) throw new CommandError("refused", "The preview has a form that this package does not know.");
  return parsed.data.steps.flatMap(({ op, urn, newState }): Planned[] => {
    const kind = knownKind(newState?.type ?? "");
    if (op !== "create" || kind === undefined) return [];
    const { __provider: _, ...inputs } = newState?.inputs ?? {};
    const known = withoutUnknown(inputs) as Record<string, unknown>;
    const isPartial = JSON.stringify(inputs).includes(UNKNOWN_TEXT);
    return [{ kind, name: namedBy(urn).name, inputs: known, isPartial }];
  });
}

/** The value without its unknown parts. A list keeps its known items. */
function withoutUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !JSON.stringify(item).includes(UNKNOWN_TEXT));
  if (typeof value !== "object" || value === null) return value;
  const known = Object.entries(value).filter(([, item]) => item !== UNKNOWN_TEXT);
  return Object.fromEntries(known.map(([key, item]) => [key, withoutUnknown(item)]));
}
