import type { ipGroup as definition } from "../../provider/kinds/ip-group";
import type { Properties } from "../support/provider-calls";
import { groupLines } from "./held-rule";
import { countOf, NUMBER, type Sample } from "./sample";

export const ipGroup: Sample<typeof definition> = {
  minimal: { name: "Offices" },
  defaults: { rules: [] },
  full: {
    name: "Branches",
    rules: [
      { type: "network", cidr: "10.0.0.0/8" },
      { type: "child", groupId: 12 },
      { type: "ip", address: "10.1.1.1" },
      { type: "range", start: "10.0.0.1", end: "10.0.0.9" },
      { type: "wildcard", address: "10.0.0.1", mask: "0.0.255.0" },
      { type: "all" },
    ],
  },
  faulty: [
    {
      name: "",
      rules: [
        { type: "network", cidr: "10.0.0.1/8" },
        { type: "range", start: "10.0.0.9", end: "10.0.0.1" },
        { type: "child" },
        { type: "netwrk" },
        { type: "ip", address: "010.0.0.1" },
      ],
      rulez: [],
    },
    [
      "name: must not be empty",
      'rules[0].cidr: "10.0.0.1/8" has host bits set; the network is 10.0.0.0/8',
      "rules[1]: its start is after its end",
      "rules[2].groupId: is required (an id: a positive whole number)",
      'rules[3].type: unknown rule type "netwrk", did you mean "network"?',
      'rules[4].address: "010.0.0.1" is not an IPv4 address in dotted decimal, like 10.1.2.3',
      'unknown key "rulez", did you mean "rules"?',
    ],
  ],
  entry: ({ rules }) => ({ id: String(NUMBER), outputs: { groupId: NUMBER, ruleCount: differing(rules) } }),
  holds: ({ name, rules = [] }, before) => groupLines(String(name), rules as Properties[], before),
  misfits: [
    ["netops", {}, 'its inputs and outputs belong to the id "104"'],
    ["105", {}, 'its inputs and outputs belong to the id "104"'],
  ],
  life: () => ({
    first: { name: "crash group", rules: [{ type: "network", cidr: "10.60.0.0/16" }, { type: "all" }] },
    second: { name: "crash group 2", rules: [{ type: "network", cidr: "10.61.0.0/16" }] },
    theirs: { name: "crash group", rules: [{ type: "ip", address: "198.51.100.9" }] },
    changes: {
      create: [/ipgroups\/saveRule crash group/u],
      update: [/ipgroups\/update .* name crash group 2/u],
      delete: [/ipgroups\/delete /u],
    },
    count: ({ gateway }) => countOf(gateway.store.ipGroups, ({ name }) => name.startsWith("crash group")),
  }),
};

function differing(rules: unknown): number {
  return Array.isArray(rules) ? new Set(rules.map((rule) => JSON.stringify(rule))).size : 0;
}
