import type { IpGroupRule } from "../../simulator";
import type { World } from "../support/lifecycle";

/** A rule of others, and what a group holds that has only this one. */
export const host = { type: "ip", address: "192.0.2.1" } as const satisfies IpGroupRule;
export const foreignRules = [JSON.stringify(host)];
export const rules = [
  { type: "ip", address: "10.0.0.1" },
  { type: "network", cidr: "10.1.0.0/16" },
];

/** The rules that the gateway holds for a group. */
export const held = ({ sim }: World, id: number | string): string[] =>
  [...(sim.gateway.store.ipGroups.get(Number(id))?.rules.values() ?? [])].map((rule) => JSON.stringify(rule));
