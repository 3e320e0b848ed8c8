import type { ipGroups as definition } from "../../provider/kinds/ip-groups";
import type { Properties } from "../support/provider-calls";
import { groupLines } from "./held-rule";
import { countOf, NUMBER, type Sample } from "./sample";

/** Two groups: the first contains the second. */
const treeOf = (rule: Properties): Properties => ({
  groups: { "crash tree": { rules: [{ type: "all" }], children: ["crash leaf"] }, "crash leaf": { rules: [rule] } },
});

export const ipGroups: Sample<typeof definition> = {
  minimal: { groups: { Offices: {} } },
  defaults: {},
  full: {
    groups: {
      Paris: {
        rules: [
          { type: "network", cidr: "10.0.0.0/8" },
          { type: "child", groupId: 12 },
        ],
        children: ["Servers", 13],
        onExisting: "adopt",
      },
      Servers: {},
    },
  },
  faulty: [
    { groups: { a: { rules: [{ type: "ip", address: "1.2.3" }] }, b: { child: [] } } },
    [
      'groups.a.rules[0].address: "1.2.3" is not an IPv4 address in dotted decimal, like 10.1.2.3',
      'groups.b: unknown key "child"; known: rules, children, onExisting',
    ],
  ],
  entry: ({ groups }) => {
    const names = Object.keys(groups as Record<string, unknown>);
    return {
      id: `ip-groups-${String(NUMBER)}`,
      outputs: { groupIds: Object.fromEntries(names.map((name, index) => [name, NUMBER + index])) },
    };
  },
  holds: ({ groups }, before) =>
    Object.entries(groups as Record<string, Properties>).flatMap(([name, { rules = [], children = [] }]) => [
      ...groupLines(name, rules as Properties[], before),
      ...(children as unknown[]).map((child) => `rule of ${name}: child ${before.nameOf("IpGroup", child)}`),
    ]),
  misfits: [],
  life: () => ({
    first: treeOf({ type: "ip", address: "10.60.0.1" }),
    second: treeOf({ type: "ip", address: "10.60.0.2" }),
    theirs: treeOf({ type: "ip", address: "198.51.100.9" }),
    changes: {
      create: [/ipgroups\/saveRule crash leaf/u, /ipgroups\/saveRule crash tree/u],
      update: [/ipgroups\/update/u],
      delete: [/ipgroups\/delete/u, /ipgroups\/delete/u],
    },
    count: ({ gateway }) => countOf(gateway.store.ipGroups, ({ name }) => name === "crash tree"),
  }),
};
