import type { Kind } from "../../provider/registry";
import { quoted } from "../../provider/values/quoted";
import { withoutUndefined, type Values } from "../../provider/values/inputs";
import type { Kinds } from "./kinds";
import { labelOf } from "./label";
import { leftOutOf, type LeftOut, type SiteObject } from "./object";
import { inputsOf } from "./parts";

/** Reads an object by its id, as an import does. What no program can declare is left, with a note. */
export async function imported(
  kinds: Kinds,
  { kind, id, site }: { readonly kind: Kind; readonly id: string; readonly site: string | undefined },
  notes: string[],
): Promise<SiteObject | LeftOut> {
  const read = await kinds.import(kind, site === undefined ? id : `site=${site}/${id}`);
  const label = labelOf(kind, read.inputs) ?? id;
  const inputs = declarable(kind, label, read.inputs, notes);
  const { failures } = kinds.check(kind, inputs);
  if (failures.length === 0) return { kind, id, label, inputs, outputs: read.outputs };
  const cure = "Change it on the appliance, or leave it to its owner.";
  return leftOutOf({ kind, id, label }, `No program can declare it: ${failures.join("; ")}. ${cure}`);
}

/** The inputs without optional ones and items of lists that a check refuses. */
function declarable(kind: Kind, label: string, given: Values, notes: string[]): Values {
  const schema = inputsOf(kind);
  const problems = schema.problems(given);
  const inputs = schema.of(given);
  for (const { path, message } of problems) {
    const key = path.replace(/\[\d+\]$/u, "");
    const value = given[key];
    if (value === undefined || (path === key && schema.required.includes(key))) continue;
    const isWrong = (_: unknown, at: number): boolean => problems.some((one) => one.path === `${key}[${String(at)}]`);
    inputs[key] = Array.isArray(value) ? value.filter((one, at) => !isWrong(one, at)) : undefined;
    const what = `${path} of ${kind} ${quoted(label)} (it ${message})`;
    if (value !== "") notes.push(`No program can declare ${what}, so it is left as it is.`);
  }
  return withoutUndefined(inputs);
}
