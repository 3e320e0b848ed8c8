import { Refusal } from "../errors/refusal";
import type { AnyDefinition, State } from "../kinds/definition";
import { type Inputs, withoutUndefined, type Values } from "../values/inputs";
import type { Attempt, World } from "./world";

/** An object in the form that a program would declare it in. */
export interface ReadObject {
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
}

/** Looks up an object that no state of this program has: `<id or name>`, or `site=<site>/<id or name>`. */
export async function importObject(
  definition: AnyDefinition,
  schema: Inputs,
  world: World,
  reference: string,
): Promise<ReadObject> {
  const [, site, name = reference] = /^site=([^/]+)\/(.+)$/su.exec(reference) ?? [];
  const inputs = site === undefined ? {} : { site };
  const attempt: Attempt = { definition: { ...definition, label: () => name }, subject: inputs, what: "read" };
  try {
    if (definition.read === undefined) {
      throw new Refusal(
        `it cannot be imported: the API has no action that reads a ${definition.kind}. Declare it, and take it over ` +
          'with: onExisting: "adopt".',
      );
    }
    const box = world.box(definition.appliance, inputs);
    const state: State<Values, Values> = { id: name, inputs: {}, outputs: {} };
    const live = await definition.read(box, state, { info: (message) => world.note(attempt, message) });
    if (live === undefined) throw new Refusal("it does not exist");
    const written = schema.withoutDefaults(withoutUndefined({ ...live.inputs, ...inputs }));
    const { identity, run } = world.place(definition.appliance, inputs);
    // The entry of a managed resource that this one follows goes, and the object stays. What is in it is not declared.
    const readKeys = definition.keys?.(schema.canonicalEach(written), live).map((key) => `read ${key}`) ?? [];
    run.declare(Symbol(definition.kind), readKeys);
    const outputs = withoutUndefined({ ...written, ...live.outputs, appliance: identity?.base });
    return { id: live.id, inputs: written, outputs };
  } catch (error) {
    throw world.failure(attempt, error);
  }
}
