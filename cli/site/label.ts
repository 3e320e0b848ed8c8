import { definitionOf, kinds, nounsOf, type Kind } from "../../provider/registry";
import type { Values } from "../../provider/values/inputs";
import { textOf } from "../../provider/values/differences";
import { inputsOf } from "./parts";

/** What users call an object: its name, its address, or what it links. Undefined for kinds of other packages. */
export function labelOf(kind: string, values: Values): string | undefined {
  if (!isKind(kind)) return undefined;
  const definition = definitionOf(kind);
  const inputs = inputsOf(kind);
  const label: unknown = definition.label(inputs.canonical(inputs.of(values)));
  return typeof label === "string" ? textOf(label) : undefined;
}

/** Whether a name is that of a kind. */
export function isKind(name: string): name is Kind {
  return kinds.some((kind) => kind === name);
}

/** The noun for a number of objects of a kind. */
export function nounOf(kind: string, count: number): string {
  return isKind(kind) ? nounsOf(kind)[count === 1 ? 0 : 1] : kind;
}

/** Kind and label of an object, with what else identifies it. An id that is no number repeats the label. */
export function titleOf(object: {
  kind: string;
  label: string;
  id?: string | undefined;
  name?: string | undefined;
}): string {
  const { kind, label, id = "", name = label } = object;
  const known = [...(/^\d+$/u.test(id) ? [`id ${id}`] : []), ...(name === label ? [] : [`resource "${name}"`])];
  return `${kind} "${label}"${known.length === 0 ? "" : ` (${known.join(", ")})`}`;
}
