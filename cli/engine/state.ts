import { z } from "zod";
import type { Kind } from "../../provider/registry";
import type { Values } from "../../provider/values/inputs";
import type { StackChoice } from "../config/stack";
import { CommandError } from "../errors";
import { outputOf, pulumi, stackFlags, type Surroundings } from "./run";
import { jsonOf, knownKind, namedBy } from "./urn";

const values = z.record(z.string(), z.unknown());
const urns = z.array(z.string());

/** One resource of a stack's state, with the fields that commands use. Other fields stay unchanged. */
const entry = z.object({
  urn: z.string(),
  type: z.string(),
  id: z.string().optional(),
  inputs: values.optional(),
  outputs: values.optional(),
  parent: z.string().optional(),
  provider: z.string().optional(),
  dependencies: urns.optional(),
  propertyDependencies: z.record(z.string(), urns.nullable()).optional(),
  deletedWith: z.string().optional(),
  delete: z.boolean().optional(),
});

const deployment = z.object({
  version: z.literal(3),
  deployment: z.object({ resources: z.array(entry).nullish(), pending_operations: z.array(z.unknown()).nullish() }),
});

export type StateEntry = z.output<typeof entry>;
/** The output of `pulumi stack export`. */
export type Deployment = z.output<typeof deployment>;

/** Whether a value is a state that `pulumi stack export` wrote. */
export function isDeployment(value: unknown): value is Deployment {
  return deployment.safeParse(value).success;
}

/** A resource of this package in a state. Secrets are not decrypted. */
export interface StateObject {
  readonly kind: Kind;
  readonly urn: string;
  /** Its name in the program. */
  readonly name: string;
  readonly id: string;
  /** URN of its parent. */
  readonly parent: string | undefined;
  readonly inputs: Values;
  readonly outputs: Values;
}

const limits = { deadlineMs: 300_000, mostOutputBytes: 1024 * 1024 * 1024 };

/** The resources of this package in the state of a stack. */
export async function stateObjects(place: Surroundings, stack: StackChoice | undefined): Promise<StateObject[]> {
  if (stack === false) return [];
  const output = await pulumi(place, ["stack", "export", ...stackFlags(stack)], limits);
  const state = jsonOf(outputOf(output, "Reading the state of the stack"));
  if (!isDeployment(state)) throw new CommandError("usage", "This is not a state that pulumi stack export wrote.");
  return (state.deployment.resources ?? []).flatMap(({ urn, type, id, parent, inputs = {}, outputs = {}, ...rest }) => {
    const kind = knownKind(type);
    if (kind === undefined || id === undefined || rest.delete === true) return [];
    return [{ kind, urn, name: namedBy(urn).name, id, parent, inputs: ownValues(inputs), outputs: ownValues(outputs) }];
  });
}

/** The values without the provider text. */
export function ownValues({ __provider: _, ...values }: Values): Values {
  return values;
}
