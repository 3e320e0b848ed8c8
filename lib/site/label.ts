import { definitionOf, kinds, type Kind } from "../../provider/registry";
import { Inputs, withoutUndefined, type Values } from "../../provider/values/inputs";
import { textOf } from "../../provider/values/value-text";

/** What users call an object: its name, its address, or what it links. Undefined for kinds of other packages. */
export function labelOf(kind: string, values: Values): string | undefined {
  if (!isKind(kind)) return undefined;
  const definition = definitionOf(kind);
  const { userId = values["userName"], userGroupId = values["userGroupName"], seccode } = values;
  const { userName: _, userGroupName: _group, ...others } = values;
  const given = { ...others, ...withoutUndefined({ userId, userGroupId }) };
  const inputs = new Inputs(definition.inputs);
  const label: unknown = definition.label({ ...inputs.canonical(inputs.of(given)), ...withoutUndefined({ seccode }) });
  return typeof label === "string" ? textOf(label) : undefined;
}

/** Whether a name is that of a kind. */
export function isKind(name: string): name is Kind {
  return kinds.some((kind) => kind === name);
}
