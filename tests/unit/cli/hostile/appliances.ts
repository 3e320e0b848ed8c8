import type { Simulator } from "../../../../simulator";
import { CONTROLS, HOSTILE } from "./text";

/** Fills both appliances with names and texts that attempt everything that a text can attempt. */
export function fill({ mutate }: Simulator): void {
  const child = mutate.addIpGroup(`child ${HOSTILE}`);
  mutate.addIpGroup(HOSTILE, [
    { type: "ip", address: "10.0.0.1" },
    { type: "child", child_id: child },
  ]);
  mutate.addUserGroup(HOSTILE);
  mutate.addPermission(HOSTILE, "static", HOSTILE);
  mutate.addProfile(HOSTILE, 4000, 4001);
  mutate.setProfileDescription(HOSTILE, HOSTILE);
  mutate.addCollector("192.0.2.10", HOSTILE);
  mutate.addExporter("192.0.2.20", HOSTILE);
  mutate.setNote("192.0.2.10", HOSTILE);
  mutate.setNote("192.0.2.20", HOSTILE);
  mutate.setSetting(HOSTILE, { value: HOSTILE, enabled: true });
  mutate.raiseAlarm("collector", "192.0.2.10", 9996);
  mutate.sendTraffic("192.0.2.20");
  mutate.replicator((store) => {
    for (const address of ["192.0.2.10", "192.0.2.11", "192.0.2.20"]) store.names.set(address, HOSTILE);
    Object.assign(store.license, { type: HOSTILE, version: HOSTILE, machineId: HOSTILE });
  });
}

/** Keys whose values the client interprets: words of the document, addresses and the keys of columns. */
const meant = new Set(["result", "elementName", "ip", "addr", "type", "address", "sip", "eip", "mask"]);

/**
 * The answer with the hostile text added to every text and as an additional field of every object, including its key.
 */
export function tainted(value: unknown, key = ""): unknown {
  if (typeof value === "string") return meant.has(key) ? value : `${value}${HOSTILE}`;
  if (Array.isArray(value)) return value.map((item) => tainted(item, key));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, tainted(member, name)]);
  return { ...Object.fromEntries(entries), [`field ${CONTROLS}`]: HOSTILE } as unknown;
}

/**
 * The answer with the hostile text as an additional field of each entry. In some tables, such a field becomes a column.
 */
export function widened(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((item) => widened(item, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, widened(member, depth + 1)]);
  const isEntry = depth > 1 && !Object.values(value).some(isMap);
  return { ...Object.fromEntries(members), ...(isEntry ? { [HOSTILE]: HOSTILE } : {}) } as unknown;
}

function isMap(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Like {@link tainted}, but also replaces the texts that the client interprets. */
export function taintedWhole(value: unknown): unknown {
  if (typeof value === "string") return HOSTILE;
  if (Array.isArray(value)) return value.map(taintedWhole);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => [`${name}${HOSTILE}`, taintedWhole(member)]);
  return Object.fromEntries([...Object.entries(value), ...entries]) as unknown;
}
