import { code, table } from "../markdown.mjs";
import { keyOf } from "./api.mjs";
import { placeOf, readings } from "./reading.mjs";

/** @typedef {import("./rows.mjs").Row} Row */

/**
 * The page with the coverage of both API documents.
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

const introduction = `\`npm run docs\` writes this page, and \`npm test\` fails where it is not up to date. It compares the two API documents, listed in \`tools/docs/coverage-table/\` by action or path and by field, with the clients and the simulator. For each row, every client method was run against the simulator while this page was written: it sent that action or path and no other, all request fields of the document were on the wire with each value that the document lists, and all response fields were in the simulator's answer and in the method's result, except those that are named below. A method or an answer that the documents do not have fails the check too. Every other method that needs a session also sends \`login\`.`;

/**
 * @param {string} title
 * @param {readonly Row[]} rows
 */
function part(title, rows) {
  const first = title === "Replication service" ? "Path below `/api/1`" : "Action";
  return [
    `## ${title}`,
    table(
      [first, "Client method"],
      rows.map(({ entry, methods }) => [titleOf(entry), methods.map(code).join(", ")]),
    ),
    `### Fields: ${title.toLowerCase()}`,
    ...rows.map(fieldsOf),
  ];
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
