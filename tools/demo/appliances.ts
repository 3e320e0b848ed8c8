import { isDeepStrictEqual } from "node:util";
import { type Simulator, startSimulator } from "pulumi-flowgate/simulator";

/** Starts both appliances as delivered, with the objects of other software. */
export const startAppliances = (): Promise<Simulator> => startSimulator({ https: true });

/** Contents of both appliances, without descriptions of addresses, which the API can change but not remove. */
export function holdings(appliances: Simulator) {
  return appliances.snapshot({ withoutNotesAndPreferences: true });
}

/**
 * Contents of both appliances without the numbers of rules: a rule that was removed and created again has another
 * number.
 */
export function meaning(appliances: Simulator) {
  const { gateway, ...rest } = JSON.parse(holdings(appliances));
  const ipGroups = Object.values<{ rules: object }>(gateway.ipGroups).map((group) => {
    const rules = Object.values(group.rules).map((rule) => JSON.stringify(rule));
    return { ...group, rules: rules.sort() };
  });
  return { ...rest, gateway: { ...gateway, ipGroups } };
}

export const same = (one: unknown, other: unknown) => isDeepStrictEqual(one, other);

/** The requested changes since the log was cleared, e.g. `5 x collector/add, 1 x profile/rename`. */
export function changesSent(appliances: Simulator) {
  const counts = new Map<string, number>();
  for (const verb of appliances.requests.verbs({ kind: "write" })) counts.set(verb, (counts.get(verb) ?? 0) + 1);
  return [...counts].map(([verb, count]) => `${count} x ${verb}`).join(", ") || "none";
}
