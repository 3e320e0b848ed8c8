import { gatewayApi } from "./gateway-api.mjs";
import { replicatorApi } from "./replicator-api.mjs";

/**
 * One action or path of the two API documents. Written from the documents alone: the code is compared with it, so it
 * must not be derived from the code.
 *
 * Fields are paths: `added[].type` is a field of each object of a list, `collector.<ip>.ip` one of each object of a
 * map.
 *
 * @typedef {object} ApiEntry
 * @property {"gateway" | "replicator"} appliance
 * @property {string} name `<run mode>/<action>`, or the path below `/api/1` with its parameters in brackets
 * @property {string} [entity] value of `[entity]` in `show`, if one row of the document covers several reads
 * @property {string} section of the document
 * @property {readonly string[]} request fields of the form, or parameters of the path and fields of the body
 * @property {readonly string[]} response empty if the document says "not shown"
 * @property {Readonly<Record<string, readonly (string | number)[]>>} [values] by field: each value that is listed
 */

/** All entries of both documents, in their order. @type {readonly ApiEntry[]} */
export const api = [...gatewayApi, ...replicatorApi];

/**
 * The key of an entry, which is unique.
 *
 * @param {Pick<ApiEntry, "name" | "entity">} entry
 */
export function keyOf({ name, entity }) {
  return entity === undefined ? name : `${name} ${entity}`;
}
