import type { IpGroupRule } from "../../simulator";
import { heldRule } from "../kinds/held-rule";
import { ruleText } from "../support/held";
import type { FaultRow } from "./row";

export const office = { type: "network", cidr: "10.1.0.0/16" } as const;
export const printer = { type: "ip", address: "10.1.2.3" } as const;

/** The same rule, as the gateway holds it. */
export const officeHeld = heldRule(office);

export const texts = (...rules: IpGroupRule[]): string[] => rules.map((rule) => ruleText(rule)).sort();

/** The rules of each group with this name. */
export const held = ({ sim }: FaultRow, name: string): string[][] =>
  sim.gateway.store.ipGroupsNamed(name).map(({ rules }) => texts(...rules.values()));
