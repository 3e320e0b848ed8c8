import { SetupError } from "../lib/errors.mjs";
import { compiled } from "./compiled.ts";
import { code, table } from "./markdown.ts";
import { fieldsOf, typeOfSchema, typeText } from "./sources.ts";

/** The used part of a kind's definition. */
export interface Definition {
  /** A zod schema of an object. */
  readonly inputs: { readonly shape: Record<string, { safeParse(value: unknown): { data?: unknown } }> };
  readonly appliance: string;
  readonly replaceOn: readonly string[];
  readonly secrets?: readonly string[];
  readonly update?: unknown;
}

/** The languages that use the provider plugin, with the ending of their files. */
export const endings = { Python: "py", Go: "go", YAML: "yaml" };

/** Names of all kinds. */
export function kinds(): readonly string[] {
  return compiled("provider/registry").kinds;
}

/** Name of a kind's source file and page, without extension: `IpGroup` is `ip-group`. */
export function fileNameOf(kind: string) {
  return kind.replace(/(?<=[a-z])(?=[A-Z])/gu, "-").toLowerCase();
}

/** Inputs of every kind: one page explains them for all. */
const inputsOfEvery = ["site", "onExisting"];
/** Marks of every kind: one page explains them for all. */
const marksOfEvery = ["origin.adopted", "origin.renamedFrom", "doubt.outcome", "doubt.tried", "linkedTo"];

/** Links to the pages of the kinds of an appliance, from docs/index.md. */
export function kindLinks(appliance: string) {
  const own = kinds().filter((kind) => definitionOf(kind).appliance === appliance);
  const links = own.map((kind) => `[${kind}](reference/resources/${fileNameOf(kind)}.md)`);
  return `- Resources on the ${appliance}: ${links.join(", ")}`;
}

export function definitionOf(kind: string): Definition {
  return compiled("provider/registry").definitionOf(kind);
}

/** The inputs or outputs of a kind, as programs write them or as the state has them. */
export function fieldsOfKind(kind: string, part: "inputs" | "outputs", side: "input" | "output") {
  const name = kind.charAt(0).toLowerCase() + kind.slice(1);
  return fieldsOf([typeOfSchema(`provider/kinds/${fileNameOf(kind)}.ts`, [name, part], side)]);
}

/** The table of a kind's own inputs. */
export function inputsTable(kind: string) {
  const definition = definitionOf(known(kind));
  const own = fieldsOfKind(kind, "inputs", "input").filter(({ key }) => !inputsOfEvery.includes(key));
  const rows = own.map(({ key, types, text, remarks, isRequired }) => {
    const type = code(typeText(types)) + defaultText(definition, key, isRequired);
    return [code(key), type, changeText(definition, key), withoutColumns(`${text} ${remarks}`.trim())];
  });
  return `${table(["Input", "Type", "A change", "Meaning"], rows)}\n\n${inputsOfAll}`;
}

const inputsOfAll =
  "Like every kind, it takes [`site`](../configuration.md#sites) and " +
  "[`onExisting`](../../guides/existing-objects.md#onexisting).";

/** The table of a kind's own outputs and marks. */
export function outputsTable(kind: string) {
  const fields = fieldsOfKind(known(kind), "outputs", "output").flatMap((field) => {
    if (field.key !== "origin" && field.key !== "doubt") return [field];
    return fieldsOf(field.types).map((part) => ({ ...part, key: `${field.key}.${part.key}` }));
  });
  const own = fields.filter(({ key }) => !marksOfEvery.includes(key));
  const rows = own.map(({ key, types, text }) => [code(key), code(typeText(types)), text]);
  const shared = "[those of every kind](../../guides/existing-objects.md#outputs-of-every-kind)";
  if (rows.length === 0) return `Only ${shared}.`;
  return `${table(["Output", "Type", "Meaning"], rows)}\n\nAlso ${shared}.`;
}

function known(kind: string) {
  if (!kinds().includes(kind)) throw new SetupError(`There is no kind ${kind}, only ${kinds().join(", ")}.`);
  return kind;
}

function defaultText({ inputs }: Definition, key: string, isRequired: boolean) {
  if (key === "name") return ", default the Pulumi name";
  if (isRequired) return "";
  const value = inputs.shape[key]?.safeParse(undefined).data;
  return value === undefined ? ", optional" : `, default ${code(JSON.stringify(value))}`;
}

function changeText({ replaceOn, update }: Definition, key: string) {
  const places = replaceOn.filter((place) => place === key || place.startsWith(`${key}.`));
  if (update === undefined || places.includes(key)) return "replaces";
  return places.length === 0 ? "in place" : `in place; ${places.map(code).join(", ")} replaces`;
}

/** A doc comment without the sentences that repeat other columns. */
function withoutColumns(comment: string) {
  return comment
    .replace(/(?:^|(?<=[.] ))(?:A change replaces|Changes in place|Default (?:true|false))[.](?: |$)/gu, "")
    .trim();
}

/** The static permission codes. */
export function seccodesList() {
  const meanings: Record<string, string> = compiled("provider/values/seccodes").appSeccodeMeanings;
  return `${Object.keys(meanings).map(code).join(", ")}.`;
}

/** Links to the example of a kind in the languages that use the provider plugin. */
export function languageLinks(kind: string) {
  const file = fileNameOf(known(kind));
  const links = Object.entries(endings).map(([name, ending]) => `[${name}](examples/${file}.${ending})`);
  return `The same in ${links.join(", ")}.`;
}
