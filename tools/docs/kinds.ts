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
  readonly read?: unknown;
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

/** The table of all kinds: their appliances, and the effect of a change. */
export function kindsTable() {
  const byAppliance = ["gateway", "replicator"].flatMap(kindsOf);
  const rows = byAppliance.map((kind) => {
    const definition = definitionOf(kind);
    const own = Object.keys(fieldsOf(definition.inputs)).filter((key) => !ofEvery.includes(key));
    const inPlace = own.filter((key) => changeText(definition, key) !== "replaces");
    const replacing = definition.update === undefined ? own : definition.replaceOn;
    const link = `[${code(kind)}](docs/reference/resources/${fileNameOf(kind)}.md)`;
    return [link, definition.appliance, list(inPlace), list(replacing), definition.read === undefined ? "no" : "yes"];
  });
  return table(["Kind", "Appliance", "Changes in place", "A change replaces", "Read back"], rows);
}

/** Inputs of every kind. */
const ofEvery = ["site", "onExisting"];

function list(keys: readonly string[]) {
  return keys.length === 0 ? "-" : keys.map(code).join(", ");
}

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
  const file = `provider/resources/${fileNameOf(kind)}.ts`;
  const name = kind.charAt(0).toLowerCase() + kind.slice(1);
  const of = (part: string) => Described.bySchema(file, name, part);
  return { inputs: of("inputs"), outputs: of("outputs") };
}

/** The table of a kind's inputs. */
export function inputsTable(kind: string) {
  if (!kinds().includes(kind)) throw new SetupError(`There is no kind ${kind}, only ${kinds().join(", ")}.`);
  const definition = definitionOf(kind);
  const { inputs: comments } = commentsOf(kind);
  const names = new Map([[compiled("provider/values/rule").rule, "RuleArgs"]]);
  const rows = Object.entries(fieldsOf(definition.inputs)).map(([key, schema]) => {
    const { text, remarks } = comments.comment(key);
    if (text === "") throw new SetupError(`The input ${key} of ${kind} has no doc comment.`);
    const meaning = `${text} ${remarks}`.trim();
    const type = code(typeText(schema, names));
    return [code(key), type, defaultText(key, schema), changeText(definition, key), withoutColumns(meaning)];
  });
  return table(["Input", "Type", "Default", "A change", "Meaning"], rows);
}

function defaultText(key: string, schema: Schema) {
  if (key === "name") return "Pulumi name";
  if (key === "onExisting") return code('"fail"');
  const value = defaultOf(schema);
  return typeof value === "string" ? value : code(JSON.stringify(value.value));
}

function changeText({ replaceOn, update }: Definition, key: string) {
  if (key === "onExisting") return "none";
  const places = replaceOn.filter((place) => place === key || place.startsWith(`${key}.`));
  if (key === "site" || update === undefined || places.includes(key)) return "replaces";
  return places.length === 0 ? "in place" : `in place; ${places.map(code).join(", ")} replaces`;
}

/** A doc comment without the sentences that repeat other columns. */
function withoutColumns(comment: string) {
  return comment
    .replace(/(?:^|(?<=[.] ))(?:A change replaces|Changes in place|Default (?:true|false))[.](?: |$)/gu, "")
    .trim();
}

/** The table of the static permission codes. */
export function seccodesTable() {
  const meanings: Record<string, string> = compiled("provider/values/seccodes").appSeccodeMeanings;
  return table(
    ["`seccode`", "Grants"],
    Object.entries(meanings).map(([seccode, meaning]) => [code(seccode), meaning]),
  );
}
