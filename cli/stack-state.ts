import { z } from "zod";
import type { Kind } from "../lib/site/kinds";
import { CommandError } from "./errors";
import { outputOf, pulumi, type Surroundings } from "./engine";
import { knownKind } from "./known-kind";
import { jsonOf, namedBy } from "./pulumi-text";
import type { StackChoice } from "./config/stack";

/** A resource of this package in a state. Secrets are not decrypted. */
export interface StateObject {
  readonly kind: Kind;
  readonly urn: string;
  /** Its name in the program. */
  readonly name: string;
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

const limits = { deadlineMs: 300_000, mostOutputBytes: 1024 * 1024 * 1024 };

const deployment = z.object({
  deployment: z.object({
    resources: z
      .array(
        z.object({
          urn: z.string(),
          type: z.string(),
          id: z.string().optional(),
          inputs: z.record(z.string(), z.unknown()).optional(),
          outputs: z.record(z.string(), z.unknown()).optional(),
          delete: z.boolean().optional(),
        }),
      )
      .nullish(),
  }),
});

/** The resources of this package in the state of a stack. */
export async function stateObjects(place: Surroundings, stack: StackChoice | undefined): Promise<StateObject[]> {
  if (stack === false) return [];
  const named = typeof stack === "string" ? ["--stack", stack] : [];
  const text = outputOf(await pulumi(place, ["stack", "export", ...named], limits), "Reading the state of the stack");
  return objectsIn(text);
}

/** The resources of this package in the text of a state: dynamic ones and those of the plugin. */
export function objectsIn(text: string): StateObject[] {
  const parsed = deployment.safeParse(jsonOf(text));
  if (!parsed.success) throw new CommandError("usage", "This is not a state that pulumi stack export wrote.");
  return (parsed.data.deployment.resources ?? []).flatMap(({ urn, type, id, inputs = {}, outputs = {}, ...rest }) => {
    const kind = knownKind(type);
    if (kind === undefined || id === undefined || rest.delete === true) return [];
    return [{ kind, urn, name: namedBy(urn).name, id, inputs: own(inputs), outputs: own(outputs) }];
  });
}

/** The values without the provider text. */
function own({ __provider: _, ...values }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return values;
}
