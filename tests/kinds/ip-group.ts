import type { ipGroup as definition } from "../../provider/kinds/ip-group";
import type { Properties } from "../support/provider-calls";
import { UNKNOWN } from "../support/unknown";
import { groupLines } from "./held-rule";
import { type Bad, countOf, NUMBER, type Sample } from "./sample";

const badRule = (title: string, rule: Properties, begins: string, ...holds: string[]): Bad => [
  title,
  { rules: [{ type: "all" }, rule] },
  begins,
  ...holds,
];

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
  unknown: [
    { name: UNKNOWN },
    { rules: UNKNOWN },
    { rules: [{ type: "child", groupId: UNKNOWN }] },
    { rules: [UNKNOWN, { type: "range", start: UNKNOWN, end: "10.0.0.1" }] },
  ],
  bad: [
    ["an unknown key, with the nearest known one", { rule: [] }, 'unknown key "rule"', '"rules"'],
    ["a missing name", { name: undefined }, "name: is required"],
    ["an empty name", { name: "" }, "name: must not be empty"],
    ["a number as name", { name: 7 }, "name: must be a string"],
    ["an unknown way with existing objects", { onExisting: "take" }, "onExisting: ", '"adopt"'],
    badRule("an unknown rule type, with those that exist", { type: "cidr" }, "rules[1].type: ", "network", "wildcard"),
    badRule("a rule without its type", { address: "10.0.0.1" }, "rules[1].type: "),
    badRule("a rule without its field", { type: "network" }, "rules[1].cidr: is required"),
    badRule("a field of another rule type", { type: "all", address: "10.0.0.1" }, "rules[1]", 'unknown key "address"'),
    badRule(
      "host bits, with the network that was meant",
      { type: "network", cidr: "10.0.0.1/8" },
      "rules[1].cidr: ",
      "10.0.0.0/8",
    ),
    // tests/unit/values has the other spellings that an address or a network may not have.
    badRule("octets with leading zeros", { type: "ip", address: "010.0.0.1" }, "rules[1].address: ", "10.1.2.3"),
    badRule(
      "a range whose start is after its end",
      { type: "range", start: "10.0.0.10", end: "10.0.0.9" },
      "rules[1]",
      "after its end",
    ),
    badRule(
      "the mask of a wildcard",
      { type: "wildcard", address: "10.0.0.1", mask: "0.0.0.254" },
      "rules[1].mask: ",
      "0",
      "255",
    ),
    badRule("a child that is no id", { type: "child", groupId: "Offices" }, "rules[1].groupId: ", "id"),
    badRule("a child id that is not exact", { type: "child", groupId: 2 ** 53 }, "rules[1].groupId: "),
  ],
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
