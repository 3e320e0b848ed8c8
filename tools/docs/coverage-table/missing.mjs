/** @typedef {import("./rows.mjs").Row} Row */

/** Methods that are made of others, or that send nothing. */
const composed = ["gateway ipGroups.searchAll", "gateway close", "replicator execute", "replicator close"];

/**
 * What a row lacks of what every row needs.
 *
 * @param {Row} row
 */
export function missingIn({ uses, handler }) {
  return [
    ...(uses.length === 0 ? ["no method of a client sends it"] : []),
    ...(handler === undefined ? ["the simulator does not answer it"] : []),
    ...uses.filter(({ tests }) => tests.length === 0).map(({ method }) => `no test calls ${method} of the client`),
  ];
}

/**
 * What the code has and the list does not.
 *
 * @param {readonly Row[]} rows
 * @param {readonly string[]} methods of the clients
 * @param {readonly string[]} served by the simulator
 */
export function undocumented(rows, methods, served) {
  const names = rows.map(({ entry }) => entry.name);
  const known = [
    ...composed,
    ...rows.flatMap(({ entry, uses }) => uses.map(({ method }) => `${entry.appliance} ${method}`)),
  ];
  return [
    ...methods.filter((one) => !known.includes(one)).map((one) => `${one}: the list of the API has no such method`),
    ...served.filter((one) => !names.includes(one)).map((one) => `${one}: only the simulator has it`),
  ];
}
