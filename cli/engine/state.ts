import { z } from "#zod";
import { labelOf } from "../site/label";
import { ObjectNames } from "../site/references";
import type { OwnedObject } from "../site/object";
import type { Values } from "../../provider/values/inputs";
import { quoted } from "../../provider/values/quoted";
import { UsageError } from "../errors";
import { outputOf, pulumi, stackFlags, type StackChoice, type Surroundings } from "./run";
import { knownKind, namedBy } from "./urn";

const values = z.record(z.string(), z.unknown());

/** One resource of a stack's state, with the fields that commands use. */
const entry = z.object({
  urn: z.string(),
  type: z.string(),
  id: z.string().optional(),
  parent: z.string().optional(),
  inputs: values.optional(),
  outputs: values.optional(),
  delete: z.boolean().optional(),
  /** The program only reads it, with `get`. */
  external: z.boolean().optional(),
});

const deployment = z.object({
  version: z.literal(3),
  // Older engines write none for a stack that no update has changed yet.
  deployment: z.object({ resources: z.array(entry).nullish() }).nullable(),
});

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
  const state = deployment.parse(JSON.parse(outputOf(output, "Reading the state of the stack")));
  const withoutText = ({ __provider: _, ...own }: Values): Values => own;
  const all = (state.deployment?.resources ?? []).flatMap(
    ({ urn, type, id, parent, inputs = {}, outputs = {}, ...rest }) => {
      const kind = knownKind(type);
      if (kind === undefined || id === undefined || rest.delete === true || rest.external === true) return [];
      const owner = { urn, name: namedBy(urn).name, parent };
      return [{ kind, id, label: owner.name, inputs: withoutText(inputs), outputs: withoutText(outputs), owner }];
    },
  );
  const names = new ObjectNames();
  for (const { kind, id, inputs } of all) names.add(kind, id, labelOf(kind, inputs) ?? "", inputs["site"]);
  return all.map((one) => {
    const named = names.in(one.inputs);
    return { ...one, named, label: labelOf(one.kind, named) ?? one.label };
  });
}
