import { compiled } from "../compiled.mjs";
import { api, keyOf } from "./api.mjs";
import { runAll } from "./exchange.mjs";
import { missingIn, undocumented } from "./missing.mjs";
import { readUses } from "./uses.mjs";
import { wireFaults } from "./wire.mjs";

/** @typedef {import("./api.mjs").ApiEntry} ApiEntry */
/** @typedef {import("./uses.mjs").Uses} Uses */

/**
 * One method of a client that an entry is sent with.
 *
 * @typedef {object} Use
 * @property {string} method
 * @property {readonly string[]} resources
 * @property {readonly string[]} functions
 * @property {readonly string[]} commands
 * @property {readonly string[]} tests
 */

/**
 * What there is for one entry of the documents.
 *
 * @typedef {object} Row
 * @property {ApiEntry} entry
 * @property {readonly Use[]} uses
 * @property {string | undefined} handler file of the simulator
 */

/**
 * Every entry with all that there is for it, and all that is missing or wrong.
 *
 * @returns {Promise<{ rows: Row[]; faults: string[] }>}
 */
export async function readRows() {
  const exchanges = await runAll();
  const uses = readUses();
  const served = servedBySimulator();
  const rows = api.map((entry) => ({
    entry,
    uses: (exchanges.get(keyOf(entry)) ?? []).map(({ method }) => useOf(uses, `${entry.appliance} ${method}`)),
    handler: served.includes(entry.name) ? handlerOf(uses, entry) : undefined,
  }));
  const faults = rows.flatMap((row) => {
    const wire = wireFaults(row.entry, exchanges.get(keyOf(row.entry)) ?? []);
    return [...missingIn(row), ...wire].map((fault) => `${keyOf(row.entry)}: ${fault}`);
  });
  return { rows, faults: [...faults, ...undocumented(rows, uses.methods, served)] };
}

/** @returns {string[]} names of entries */
function servedBySimulator() {
  const { gatewayActions, replicatorPaths } = compiled("simulator/index");
  return [
    ...gatewayActions.map((/** @type {{ runMode: string; name: string }} */ one) => `${one.runMode}/${one.name}`),
    ...replicatorPaths.map((/** @type {{ template: string }} */ { template }) => template),
  ];
}

/**
 * @param {Uses} uses
 * @param {string} method
 * @returns {Use}
 */
function useOf({ resources, functions, commands, tests }, method) {
  const of = (/** @type {import("./uses.mjs").ByMethod} */ users) => users.get(method) ?? [];
  return {
    method: method.replace(/^\w+ /u, ""),
    resources: of(resources),
    functions: of(functions),
    commands: of(commands),
    tests: of(tests),
  };
}

/**
 * @param {Uses} uses
 * @param {ApiEntry} entry
 */
function handlerOf({ handlers }, { appliance, name }) {
  const plain = appliance === "gateway" ? name.replace(/^\w+\//u, "") : name;
  // Its place is the first that names it literally or, where one function makes several, by a pattern.
  return handlers.find((one) => one.appliance === appliance && one.names.test(plain))?.file;
}
