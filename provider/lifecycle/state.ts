import { Refusal } from "../errors/refusal";
import { definitionOf, kinds } from "../registry";
import type { AnyDefinition, State } from "../resource";
import { Inputs, type Values } from "../values/inputs";
import { settled } from "../values/origin";
import { quoted } from "../values/quoted";

/** Outputs of builds before 0.1.0, which said the same as `origin` and `doubt` do. */
const outdated = ["adopted", "existed", "existedIn", "original", "inDoubt", "unsure", "byContent"];

/**
 * The object in the state. Refuses an entry that is not of this kind, or whose id does not match its inputs and
 * outputs: a state may be edited, merged or restored in part, and the object that it names would be changed or deleted.
 * Pure.
 */
export function stateOf(definition: AnyDefinition, inputs: Inputs, id: string, held: Values): State<Values, Values> {
  const whole = inputs.canonicalWhole(held);
  const state = { id, inputs: whole ?? inputs.canonical(held), outputs: settled(inputs.rest(held)) };
  const wrongInput = whole === undefined ? inputs.misfit(held) : undefined;
  const fault = foreignKey(definition, held) ?? wrongInput ?? definition.misfit?.(state);
  if (fault === undefined) return state;
  throw new Refusal(
    `${definition.kind} with the id ${quoted(id)}: its entry in the state was edited or belongs to another object, ` +
      `because ${fault}. Nothing was sent. Restore the entry with pulumi stack import, or remove it with pulumi state ` +
      "delete.",
  );
}

/** A key that another kind has and this one does not. A key that no kind has may come from another release. */
function foreignKey({ kind, inputs, outputs }: AnyDefinition, held: Values): string | undefined {
  const own = [...keysOf(inputs), ...keysOf(outputs), "appliance"];
  for (const key of Object.keys(held).filter((one) => !own.includes(one))) {
    if (outdated.includes(key)) return `it holds ${key}, which a build before 0.1.0 wrote`;
    const other = kinds.find((one) => {
      const definition = definitionOf(one);
      return keysOf(definition.inputs).includes(key) || keysOf(definition.outputs).includes(key);
    });
    if (other !== undefined) return `it holds ${key}, which belongs to the kind ${other} and not to ${kind}`;
  }
  return undefined;
}

function keysOf(schema: AnyDefinition["inputs"]): readonly string[] {
  return new Inputs(schema).keys;
}
