import { SetupError } from "../lib/errors.mjs";
import { Described } from "./comments.mjs";
import { compiled } from "./compiled.mjs";
import { code, table } from "./markdown.mjs";
import { defaultOf, fieldsOf, typeText } from "./schema.mjs";

/**
 * @typedef {object} Definition the used part of a kind's definition
 * @property {import("./schema.mjs").Schema} inputs
 * @property {string} appliance
 * @property {readonly string[]} replaceOn
 * @property {unknown} [read]
 * @property {unknown} [update]
 */

/**
 * Names of all kinds.
 *
 * @returns {readonly string[]}
 */
export function kinds() {
  return compiled("provider/registry").kinds;
}

/**
 * Name of a kind's source file and page, without extension: `IpGroup` is `ip-group`.
 *
 * @param {string} kind
 */
export function fileNameOf(kind) {
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

/** @param {readonly string[]} keys */
function list(keys) {
  return keys.length === 0 ? "-" : keys.map(code).join(", ");
}

/**
 * Links to the pages of the kinds of an appliance, from docs/index.md.
 *
 * @param {string} appliance
 */
export function kindLinks(appliance) {
  const links = kindsOf(appliance).map((kind) => `[${kind}](reference/resources/${fileNameOf(kind)}.md)`);
  return `- Resources on the ${appliance}: ${links.join(", ")}`;
}

/** @param {string} appliance */
function kindsOf(appliance) {
  return kinds().filter((kind) => definitionOf(kind).appliance === appliance);
}

/**
 * @param {string} kind
 * @returns {Definition}
 */
function definitionOf(kind) {
  return compiled("provider/registry").definitionOf(kind);
}

/**
 * The doc comments of a kind's inputs and outputs.
 *
 * @param {string} kind
 */
export function commentsOf(kind) {
  const file = `provider/resources/${fileNameOf(kind)}.ts`;
  const name = kind.charAt(0).toLowerCase() + kind.slice(1);
  const of = (/** @type {string} */ part) => Described.bySchema(file, name, part);
  return { inputs: of("inputs"), outputs: of("outputs") };
}

/**
 * The table of a kind's inputs.
 *
 * @param {string} kind
 */
export function inputsTable(kind) {
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

/**
 * @param {string} key
 * @param {import("./schema.mjs").Schema} schema
 */
function defaultText(key, schema) {
  if (key === "name") return "Pulumi name";
  if (key === "onExisting") return code('"fail"');
  const value = defaultOf(schema);
  return typeof value === "string" ? value : code(JSON.stringify(value.value));
}

/**
 * @param {Definition} definition
 * @param {string} key
 */
function changeText({ replaceOn, update }, key) {
  if (key === "onExisting") return "none";
  const places = replaceOn.filter((place) => place === key || place.startsWith(`${key}.`));
  if (key === "site" || update === undefined || places.includes(key)) return "replaces";
  return places.length === 0 ? "in place" : `in place; ${places.map(code).join(", ")} replaces`;
}

/**
 * A doc comment without the sentences that repeat other columns.
 *
 * @param {string} comment
 */
function withoutColumns(comment) {
  return comment
    .replace(/(?:^|(?<=[.] ))(?:A change replaces|Changes in place|Default (?:true|false))[.](?: |$)/gu, "")
    .trim();
}

/** The table of the static permission codes. */
export function seccodesTable() {
  /** @type {Record<string, string>} */
  const meanings = compiled("provider/values/seccodes").appSeccodeMeanings;
  return table(
    ["`seccode`", "Grants"],
    Object.entries(meanings).map(([seccode, meaning]) => [code(seccode), meaning]),
  );
}
