import { isDeepStrictEqual } from "node:util";

/** @typedef {import("pulumi-flowgate/simulator").Simulator} Simulator */

/**
 * Starts both appliances as delivered, with the objects of other software. The simulator is loaded on demand, as it may
 * not be built before.
 *
 * @returns {Promise<Simulator>}
 */
export async function startAppliances() {
  const { startSimulator } = await import("pulumi-flowgate/simulator");
  return startSimulator({ https: true });
}

/**
 * Contents of both appliances, without descriptions of addresses, which the API can change but not remove.
 *
 * @param {Simulator} appliances
 */
export function holdings(appliances) {
  return appliances.snapshot({ withoutNotesAndPreferences: true });
}

/**
 * Contents of both appliances without the numbers of rules: a rule that was removed and created again has another
 * number.
 *
 * @param {Simulator} appliances
 */
export function meaning(appliances) {
  const { gateway, ...rest } = JSON.parse(holdings(appliances));
  const ipGroups = Object.values(gateway.ipGroups).map((group) => ({ ...group, rules: rulesOf(group) }));
  return { ...rest, gateway: { ...gateway, ipGroups } };
}

/** @param {{ rules: Record<string, unknown> }} group */
function rulesOf(group) {
  return Object.values(group.rules)
    .map((rule) => JSON.stringify(rule))
    .sort();
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
export const same = (one, other) => isDeepStrictEqual(one, other);

/**
 * The requested changes since the log was cleared, e.g. `5 x collector/add, 1 x profile/rename`.
 *
 * @param {Simulator} appliances
 */
export function changesSent(appliances) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const verb of appliances.requests.verbs({ kind: "write" })) counts.set(verb, (counts.get(verb) ?? 0) + 1);
  return [...counts].map(([verb, count]) => `${count} x ${verb}`).join(", ") || "none";
}
