import { z } from "zod";
import { labelOf } from "../site/label";
import { ObjectNames } from "../site/references";
import type { OwnedObject } from "../site/object";
import type { Values } from "../../provider/values/inputs";
import { quoted } from "../../provider/values/quoted";
import { CommandError, UsageError } from "../errors";
import { outputOf, pulumi, stackFlags, type StackChoice, type Surroundings } from "./run";
import { jsonOf } from "../output/json";
import { knownKind, ownerOf } from "./urn";

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
  // Older engines write none for a stack that no update has changed yet.
  deployment: z
    .object({ resources: z.array(entry).nullish(), pending_operations: z.array(z.unknown()).nullish() })
    .nullable(),
});

/** The output of `pulumi stack export`. */
export type Deployment = z.output<typeof deployment>;

/** Whether a value is a state that `pulumi stack export` wrote. */
export function isDeployment(value: unknown): value is Deployment {
  return deployment.safeParse(value).success;
}

/** How the engine says that it knows no stack of a name, or that a name is incomplete. */
const NO_STACK = /^no stack named .* found$|^organization name must be/u;

/** The resources of this package in the state of a stack. Secrets are not decrypted. */
export async function stateObjects(place: Surroundings, stack: StackChoice | undefined): Promise<OwnedObject[]> {
  if (stack === false) return [];
  const output = await pulumi(place, ["stack", "export", ...stackFlags(stack)]);
  if ("words" in output && typeof stack === "string" && NO_STACK.test(output.words)) {
    throw new UsageError(
      `There is no stack ${quoted(stack)}. \`pulumi stack ls --all\` lists the stacks; a stack of another project is ` +
        "<organization>/<project>/<stack>.",
    );
  }
  const state = jsonOf(outputOf(output, "Reading the state of the stack"));
  if (!isDeployment(state)) throw new CommandError("usage", "This is not a state that pulumi stack export wrote.");
  const all = (state.deployment?.resources ?? []).flatMap(
    ({ urn, type, id, parent, inputs = {}, outputs = {}, ...rest }) => {
      const kind = knownKind(type);
      if (kind === undefined || id === undefined || rest.delete === true) return [];
      const owner = ownerOf(urn, parent);
      return [{ kind, id, label: owner.name, inputs: ownValues(inputs), outputs: ownValues(outputs), owner }];
    },
  );
  const names = new ObjectNames();
  for (const { kind, id, inputs } of all) names.add(kind, id, labelOf(kind, inputs) ?? "", inputs["site"]);
  return all.map((one) => {
    const named = names.in(one.inputs);
    return { ...one, named, label: labelOf(one.kind, named) ?? one.label };
  });
}

/** The values without the provider text. */
export function ownValues({ __provider: _, ...values }: Values): Values {
  return values;
}
