import { code, table } from "../markdown.mjs";
import { keyOf } from "./api.mjs";
import { placeOf, readings } from "./reading.mjs";
import { shortName } from "./uses.mjs";

/** @typedef {import("./rows.mjs").Row} Row */

/**
 * The page about the coverage of both API documents.
 *
 * @param {readonly Row[]} rows
 */
export function pageOf(rows) {
  const of = (/** @type {string} */ appliance) => rows.filter(({ entry }) => entry.appliance === appliance);
  return [
    "# Coverage of both APIs",
    introduction,
    ...part("Management gateway", of("gateway")),
    ...part("Replication service", of("replicator")),
  ].join("\n\n");
}

const introduction = `This page is made by \`node tools/docs/coverage.mjs\`; \`npm test\` fails where it is not up to date. It compares the two API documents, listed in \`tools/docs/coverage-table/\` by action or path and by field, with what there is for them:

- **Client method**: was run against the simulator while this page was made, and sent that action or path and no other. All request fields that the document lists were on the wire, with each value that it lists; all response fields were in the simulator's answer and in the method's result, except those that are named below.
- **Resources**, **Functions**, **Commands**: what comes to this method, by the calls in the sources.
- **Simulator**: the file that answers it.
- **Tests**: files of the clients' own tests, which talk to a socket, that call this method; where it sends several paths, whichever of them.

A row without a client method, an answer of the simulator or a test fails the check, and so does a method or an answer that the documents do not have. \`login\` is also sent by every other method that needs a session.`;

/**
 * @param {string} title
 * @param {readonly Row[]} rows
 */
function part(title, rows) {
  const head = ["Action", "Client method", "Resources", "Functions", "Commands", "Simulator", "Tests"];
  const named = title === "Replication service" ? ["Path below `/api/1`", ...head.slice(1)] : head;
  return [
    `## ${title}`,
    table(named, rows.flatMap(linesOf)),
    `### Fields: ${title.toLowerCase()}`,
    ...rows.map(fieldsOf),
  ];
}

/**
 * One line a method.
 *
 * @param {Row} row
 */
function linesOf({ entry, uses, handler }) {
  return uses.map(({ method, resources, functions, commands, tests }) => [
    titleOf(entry),
    code(method),
    words(resources),
    words(functions),
    words(commands),
    handler === undefined ? "-" : link(handler),
    tests.map(link).join(", "),
  ]);
}

/** @param {Row} row */
function fieldsOf({ entry }) {
  const reading = readings[keyOf(entry)] ?? {};
  const response = entry.response.map((field) => {
    const reason = reading.unread?.[field];
    if (reason !== undefined) return `${code(field)} (not read: ${reason})`;
    const place = placeOf(reading, field);
    const isRenamed = reading.renamed?.[field] !== undefined && place !== "";
    return isRenamed ? `${code(field)} (as ${code(place)})` : code(field);
  });
  const values = Object.entries(entry.values ?? {}).map(([field, listed]) => {
    return `  - ${code(field)}: ${listed.map((value) => code(String(value))).join(", ")}`;
  });
  return [
    `- ${titleOf(entry)}, section "${entry.section}"`,
    `  - request: ${entry.request.length === 0 ? "no fields" : entry.request.map(code).join(", ")}`,
    ...values.map((line) => `  ${line}`),
    `  - response: ${response.length === 0 ? "not shown in the document" : response.join(", ")}`,
  ].join("\n");
}

/** @param {Row["entry"]} entry */
function titleOf({ name, entity }) {
  return code(entity === undefined ? name : name.replace("[entity]", entity));
}

/** @param {readonly string[]} names */
function words(names) {
  return names.length === 0 ? "-" : names.map(code).join(", ");
}

/** @param {string} file below the root */
function link(file) {
  return `[${shortName(file)}](../${file})`;
}
