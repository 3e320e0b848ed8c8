import { gatewayApi } from "./gateway-api.mjs";
import { replicatorApi } from "./replicator-api.mjs";

/**
 * One action or path of the two API documents, written down from them and from nothing else: what the code is compared
 * with must not be made from the code.
 *
 * Fields are paths: `added[].type` is a field of each object of a list, `collector.<ip>.ip` one of each object of a map.
 *
 * @typedef {object} ApiEntry
 * @property {"gateway" | "replicator"} appliance
 * @property {string} name `<run mode>/<action>`, or the path below `/api/1` with its parameters in brackets
 * @property {string} [entity] what `[entity]` of `show` stands for, where one row of the document is several read-outs
 * @property {string} section of the document
 * @property {readonly string[]} request fields of the form, or parameters of the path and fields of the body
 * @property {readonly string[]} response empty where the document says "not shown"
 * @property {Readonly<Record<string, readonly (string | number)[]>>} [values] by field: each value that is listed
 */

/** Everything that the two documents describe, in their order. @type {readonly ApiEntry[]} */
export const api = [...gatewayApi, ...replicatorApi];

/**
 * What tells entries apart.
 *
 * @param {Pick<ApiEntry, "name" | "entity">} entry
 */
export function keyOf({ name, entity }) {
  return entity === undefined ? name : `${name} ${entity}`;
}
