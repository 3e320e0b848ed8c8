import type { ipGroupRule as definition } from "../../provider/kinds/ip-group-rule";
import type { Properties } from "../support/provider-calls";
import { ruleLine } from "./held-rule";
import { countOf, type Sample } from "./sample";

export const ipGroupRule: Sample<typeof definition> = {
  minimal: { groupId: 101, rule: { type: "ip", address: "10.0.0.1" } },
  defaults: {},
  full: { groupId: 12, rule: { type: "ip", address: "10.1.1.1" } },
  faulty: [
    { groupId: "Branches", rule: { type: "network" } },
    ["groupId: must be an id: a positive whole number", "rule.cidr: is required (a string)"],
  ],
  entry: ({ groupId }) => ({ id: `${groupId}/507`, outputs: { ruleId: 507, groupName: "Branches" } }),
  holds: ({ groupId, rule }, before) => [ruleLine(before.nameOf("IpGroup", groupId), rule as Properties, before)],
  misfits: [],
  life: ({ sharedGroupId }) => {
    const shared = (what: string): RegExp => new RegExp(`ipgroups/update group ${sharedGroupId}: ${what}`, "u");
    return {
      first: { groupId: sharedGroupId, rule: { type: "ip", address: "10.60.0.1" } },
      second: { groupId: sharedGroupId, rule: { type: "ip", address: "10.60.0.2" } },
      changes: {
        create: [shared("1 rule added")],
        update: [shared(".*1 rule updated")],
        delete: [/ipgroups\/deleteRule/u],
      },
      count: ({ gateway }) =>
        countOf(gateway.store.ipGroups.get(sharedGroupId)?.rules, (rule) => JSON.stringify(rule).includes("10.60.0.")),
    };
  },
};
