import { keyOf } from "./api.mjs";
import { valuesAt } from "./fields.mjs";
import { placeOf, readings } from "./reading.mjs";

/** @typedef {import("./api.mjs").ApiEntry} ApiEntry */
/** @typedef {import("./exchange.mjs").Exchange} Exchange */

/**
 * Faults in the exchanges of an entry: a documented field or value that was not sent, that the simulator did not
 * answer, or that is missing in the client's result.
 *
 * @param {ApiEntry} entry
 * @param {readonly Exchange[]} exchanges
 * @returns {string[]}
 */
export function wireFaults(entry, exchanges) {
  const all = (/** @type {"requests" | "answers" | "results"} */ part) => exchanges.flatMap((one) => one[part]);
  const isAt = (/** @type {unknown[]} */ values, /** @type {string} */ path) =>
    values.some((value) => valuesAt(value, path).length > 0);
  const reading = readings[keyOf(entry)] ?? {};
  const sent = all("requests");
  const answered = all("answers");
  const read = all("results");
  return [
    ...exchanges.flatMap(({ method, failures }) => failures.map((failure) => `${method} failed: ${failure}`)),
    ...exchanges.flatMap((exchange) => actionFaults(entry, exchange)),
    ...entry.request.filter((field) => !isAt(sent, field)).map((field) => `the request field ${field} is never sent`),
    ...Object.entries(entry.values ?? {}).flatMap(([field, values]) => {
      const found = sent.flatMap((request) => valuesAt(request, field)).map(String);
      return values.filter((value) => !found.includes(String(value))).map((value) => `${field} is never ${value}`);
    }),
    ...entry.response
      .filter((field) => !isAt(answered, field))
      .map((field) => `the simulator never answers the field ${field}`),
    ...entry.response
      .filter((field) => reading.unread?.[field] === undefined && !isAt(read, placeOf(reading, field)))
      .map((field) => `the client does not give the response field ${field}`),
  ];
}

/**
 * Checks that a method sends the action of its entry and no other.
 *
 * @param {ApiEntry} entry
 * @param {Exchange} exchange
 */
function actionFaults({ name, entity }, { method, actions }) {
  // A read with a row of its own belongs to that row, even if it is also one of the entities.
  const meant = entity === undefined ? [name] : [name, name.replace("[entity]", entity)];
  const others = actions.filter((action) => !meant.includes(action));
  if (actions.length === 0) return [`${method} sends nothing`];
  return others.length === 0 ? [] : [`${method} sends ${others.join(", ")}`];
}
