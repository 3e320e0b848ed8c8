import { compiled } from "../compiled.mjs";
import { api, keyOf } from "./api.mjs";
import { gatewayCalls } from "./gateway-calls.mjs";
import { replicatorCalls } from "./replicator-calls.mjs";

/** @typedef {import("./api.mjs").ApiEntry} ApiEntry */

/**
 * A method of a client, with arguments to run it with. The types of simulator and client are unknown here, as both are
 * loaded from dist/.
 *
 * @typedef {object} Call
 * @property {string} method of the client, e.g. `ipGroups.saveRule`
 * @property {(sim: any) => void} setUp creates the objects on the appliances that it needs
 * @property {readonly ((sim: any) => unknown[])[]} runs the arguments of each run
 * @property {object} [options] of the client
 */

/**
 * Requests and answers of a run of a method.
 *
 * @typedef {object} Exchange
 * @property {string} method
 * @property {string[]} actions the actions that the simulator received
 * @property {unknown[]} requests the fields of each request
 * @property {unknown[]} answers the JSON of each answer, as the simulator sent it
 * @property {unknown[]} results return values of the method
 * @property {string[]} failures
 */

/** @type {Readonly<Record<string, readonly Call[] | undefined>>} */
const calls = { ...gatewayCalls, ...replicatorCalls };

/**
 * Runs every method against the simulator, each with new appliances.
 *
 * @returns {Promise<Map<string, Exchange[]>>} by key of the entry
 */
export async function runAll() {
  /** @type {Map<string, Exchange[]>} */
  const all = new Map();
  for (const entry of api) {
    const exchanges = [];
    for (const call of calls[keyOf(entry)] ?? []) exchanges.push(await run(entry, call));
    all.set(keyOf(entry), exchanges);
  }
  return all;
}

/**
 * @param {ApiEntry} entry
 * @param {Call} call
 * @returns {Promise<Exchange>}
 */
async function run(entry, { method, setUp, runs, options }) {
  const sim = await compiled("simulator/index").startSimulator({ https: false });
  /** @type {Exchange} */
  const exchange = { method, actions: [], requests: [], answers: [], results: [], failures: [] };
  let isWatched = false;
  const wrap =
    (/** @type {(request: any) => Promise<{ text: string }>} */ inner) => async (/** @type {any} */ request) => {
      const reply = await inner(request);
      // The login before other requests belongs to none of the methods.
      if (isWatched) {
        exchange.requests.push(requestFields(entry, request));
        exchange.answers.push(JSON.parse(reply.text));
      }
      return reply;
    };
  const client = clientOf(entry, sim, { allowHttp: true, wrap, ...options });
  try {
    setUp(sim);
    if (entry.appliance === "replicator" && method !== "login") await client.login();
    sim.requests.clear();
    isWatched = true;
    for (const argumentsOf of runs) exchange.results.push(await methodOf(client, method)(...argumentsOf(sim)));
  } catch (error) {
    exchange.failures.push(error instanceof Error ? error.message : String(error));
  } finally {
    exchange.actions = sim.requests.where({}).map((/** @type {{ action: string }} */ { action }) => action);
    await client.close();
    await sim.close();
  }
  return exchange;
}

/**
 * @param {ApiEntry} entry
 * @param {any} sim
 * @param {object} options
 */
function clientOf({ appliance }, sim, options) {
  const { GatewayClient, ReplicatorClient } = compiled("provider/client");
  const { url, token, user, password } = sim[appliance];
  return appliance === "gateway"
    ? new GatewayClient({ url, token, ...options })
    : new ReplicatorClient({ url, user, password, ...options });
}

/**
 * @param {any} client
 * @param {string} method
 * @returns {(...args: unknown[]) => Promise<unknown>}
 */
function methodOf(client, method) {
  const [area = "", name] = method.split(".");
  const owner = name === undefined ? client : client[area];
  return owner[name ?? area].bind(owner);
}

/**
 * The fields of a request, by their documented names.
 *
 * @param {ApiEntry} entry
 * @param {{ path: string; body?: FormData | string }} request
 * @returns {Record<string, unknown>}
 */
function requestFields({ name, appliance }, { path, body }) {
  if (appliance === "gateway") {
    const fields = typeof body === "object" ? [...body.entries()] : [];
    return Object.fromEntries(
      fields.map(([field, value]) => [field, typeof value === "string" ? plain(value) : value]),
    );
  }
  const sent = path.replace("/api/1", "").split("/").map(decodeURIComponent);
  const parameters = name.split("/").flatMap((part, index) => {
    return part.startsWith("[") ? [[part.slice(1, -1), sent[index]]] : [];
  });
  return { ...Object.fromEntries(parameters), ...(typeof body === "string" ? JSON.parse(body) : {}) };
}

/**
 * The value of a form field: JSON text is parsed.
 *
 * @param {string} text
 */
function plain(text) {
  return /^[[{]/u.test(text) ? JSON.parse(text) : text;
}
