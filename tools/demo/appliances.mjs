import { isDeepStrictEqual } from "node:util";

/** @typedef {import("pulumi-flowgate/simulator").Simulator} Simulator */

/**
 * Both appliances as delivered, with what others have on them already. Loaded when called, as it is not built before.
 *
 * @returns {Promise<Simulator>}
 */
export async function startAppliances() {
  const { startSimulator } = await import("pulumi-flowgate/simulator");
  return startSimulator({ https: true });
}

/**
 * What both hold, but for descriptions of addresses, which the API can change and not remove.
 *
 * @param {Simulator} appliances
 */
export function holdings(appliances) {
  return appliances.snapshot({ withoutNotesAndPreferences: true });
}

/**
 * What both hold, apart from the numbers of rules: a rule that was removed and made again has another one.
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
 * The changes that were asked for since the log was cleared, e.g. `5 x collector/add, 1 x profile/rename`.
 *
 * @param {Simulator} appliances
 */
export function changesSent(appliances) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const verb of appliances.requests.verbs({ kind: "write" })) counts.set(verb, (counts.get(verb) ?? 0) + 1);
  return [...counts].map(([verb, count]) => `${count} x ${verb}`).join(", ") || "none";
}
