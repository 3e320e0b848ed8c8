import { adoptions, type AdoptionFinding, type Planned } from "../../lib/site/adoption";
import type { Context } from "../context";
import type { Preview } from "../engine/preview";
import { previewProgram } from "../engine/program";
import { knownKind, namedBy } from "../engine/urn";
import { refusals } from "../export/choice";
import { UNKNOWN_TEXT } from "../../provider/values/marks";

/** Finds out what an up of the program in this folder would find on the appliances. */
export async function findAdoptions(context: Context): Promise<AdoptionFinding[]> {
  const planned = (await previewProgram(context, "adopt")).flatMap(plannedIn);
  const { configuration } = await context.configured();
  return context.progress.during("Reading the appliances", () => refusals(() => adoptions(planned, configuration)));
}

/** The resources of this package that a preview would create. */
function plannedIn({ steps }: Preview): Planned[] {
  return steps.flatMap(({ op, urn, newState }): Planned[] => {
    const kind = knownKind(namedBy(urn).type);
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
