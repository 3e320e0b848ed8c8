import { compiled } from "../compiled.mjs";
import { api, keyOf } from "./api.mjs";
import { clientMethods } from "./client-methods.mjs";
import { runAll } from "./exchange.mjs";
import { wireFaults } from "./wire.mjs";

/** @typedef {import("./api.mjs").ApiEntry} ApiEntry */
/** @typedef {import("./exchange.mjs").Exchange} Exchange */

/**
 * One entry of the documents, with the methods of a client that send it.
 *
 * @typedef {{ entry: ApiEntry, methods: readonly string[] }} Row
 */

/** Methods that combine others of the same client, or that send nothing. */
const composed = ["gateway ipGroups.searchAll", "gateway close", "replicator execute", "replicator close"];

/**
 * All entries, and all missing or wrong ones as faults.
 *
 * @returns {Promise<{ rows: Row[]; faults: string[] }>}
 */
export async function readRows() {
  const exchanges = await runAll();
  const rows = api.map((entry) => {
    const methods = (exchanges.get(keyOf(entry)) ?? []).map(({ method }) => method);
    return { entry, methods };
  });
  const faults = rows.flatMap(({ entry, methods }) => {
    const wire = wireFaults(entry, exchanges.get(keyOf(entry)) ?? []);
    const missing = methods.length === 0 ? ["no method of a client sends it"] : [];
    return [...missing, ...wire].map((fault) => `${keyOf(entry)}: ${fault}`);
  });
  return { rows, faults: [...faults, ...undocumented(rows, clientMethods(), servedBySimulator())] };
}

/**
 * Methods and actions in the code that are not in the list of entries.
 *
 * @param {readonly Row[]} rows
 * @param {readonly string[]} methods of the clients
 * @param {readonly string[]} served by the simulator
 */
export function undocumented(rows, methods, served) {
  const names = rows.map(({ entry }) => entry.name);
  const listed = rows.flatMap(({ entry, methods: known }) => known.map((method) => `${entry.appliance} ${method}`));
  const known = [...composed, ...listed];
  return [
    ...methods.filter((one) => !known.includes(one)).map((one) => `${one}: the list of the API has no such method`),
    ...served.filter((one) => !names.includes(one)).map((one) => `${one}: only the simulator has it`),
  ];
}

/** @returns {string[]} names of entries */
function servedBySimulator() {
  const { gatewayActions, replicatorPaths } = compiled("simulator/index");
  return [
    ...gatewayActions.map((/** @type {{ runMode: string; name: string }} */ one) => `${one.runMode}/${one.name}`),
    ...replicatorPaths.map((/** @type {{ template: string }} */ { template }) => template),
  ];
}
