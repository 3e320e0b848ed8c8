import { SetupError } from "../lib/errors.mjs";
import { Described } from "./comments.ts";
import { compiled } from "./compiled.ts";
import { code, table } from "./markdown.ts";
import { defaultOf, fieldsOf, type Schema, typeText } from "./schema.ts";

/** The used part of a kind's definition. */
export interface Definition {
  readonly inputs: Schema;
  readonly outputs: Schema;
  readonly appliance: string;
  readonly replaceOn: readonly string[];
  readonly secrets?: readonly string[];
  readonly update?: unknown;
}

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
const marksOfEvery = ["origin.adopted", "doubt.outcome"];

/** Links to the pages of the kinds of an appliance, from docs/index.md. */
export function kindLinks(appliance: string) {
  const links = kindsOf(appliance).map((kind) => `[${kind}](reference/resources/${fileNameOf(kind)}.md)`);
  return `- Resources on the ${appliance}: ${links.join(", ")}`;
}

function kindsOf(appliance: string) {
  return kinds().filter((kind) => definitionOf(kind).appliance === appliance);
}

export function definitionOf(kind: string): Definition {
  return compiled("provider/registry").definitionOf(kind);
}

/** The doc comments of a kind's inputs and outputs. */
export function commentsOf(kind: string) {
  const file = `provider/kinds/${fileNameOf(kind)}.ts`;
  const name = kind.charAt(0).toLowerCase() + kind.slice(1);
  const of = (part: string) => Described.bySchema(file, name, part);
  return { inputs: of("inputs"), outputs: of("outputs") };
}

/** The table of a kind's own inputs. */
export function inputsTable(kind: string) {
  const definition = definitionOf(known(kind));
  const { inputs: comments } = commentsOf(kind);
  const names = new Map([[compiled("provider/values/rule").rule, "RuleArgs"]]);
  const own = Object.entries(fieldsOf(definition.inputs)).filter(([key]) => !inputsOfEvery.includes(key));
  const rows = own.map(([key, schema]) => {
    const { text, remarks } = comments.comment(key);
    if (text === "") throw new SetupError(`The input ${key} of ${kind} has no doc comment.`);
    const type = `${code(typeText(schema, names))}${defaultText(key, schema)}`;
    return [code(key), type, changeText(definition, key), withoutColumns(`${text} ${remarks}`.trim())];
  });
  return `${table(["Input", "Type", "A change", "Meaning"], rows)}\n\n${inputsOfAll}`;
}

const inputsOfAll =
  "Like every kind, it takes [`site`](../configuration.md#sites) and " +
  "[`onExisting`](../../guides/existing-objects.md#onexisting).";

/** The table of a kind's own outputs and marks. */
export function outputsTable(kind: string) {
  const { outputs: comments } = commentsOf(known(kind));
  const isMark = (key: string) => key === "origin" || key === "doubt";
  const entries = Object.entries(fieldsOf(definitionOf(kind).outputs));
  const ordered = [...entries.filter(([key]) => !isMark(key)), ...entries.filter(([key]) => isMark(key))];
  const fields = ordered.flatMap(([key, schema]) => {
    if (!isMark(key)) return [[key, schema, comments.comment(key).text] as const];
    return Object.entries(fieldsOf(schema)).map(
      ([part, inner]) => [`${key}.${part}`, inner, comments.at(key).comment(part).text] as const,
    );
  });
  const own = fields.filter(([key]) => !marksOfEvery.includes(key));
  const rows = own.map(([key, schema, text]) => {
    if (text === "") throw new SetupError(`The output ${key} of ${kind} has no doc comment.`);
    return [code(key), code(typeText(schema)), text];
  });
  const shared = "[those of every kind](../../guides/existing-objects.md#outputs-of-every-kind)";
  if (rows.length === 0) return `Only ${shared}.`;
  return `${table(["Output", "Type", "Meaning"], rows)}\n\nAlso ${shared}.`;
}

function known(kind: string) {
  if (!kinds().includes(kind)) throw new SetupError(`There is no kind ${kind}, only ${kinds().join(", ")}.`);
  return kind;
}

function defaultText(key: string, schema: Schema) {
  if (key === "name") return ", default the Pulumi name";
  const value = defaultOf(schema);
  if (value === "required") return "";
  return typeof value === "string" ? ", optional" : `, default ${code(JSON.stringify(value.value))}`;
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

const endings = { Python: "py", Go: "go", YAML: "yaml" };
