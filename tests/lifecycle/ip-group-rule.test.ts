import type { IpGroup, IpGroupRule, Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import type { CreateRow, Unique } from "./rows";
import { testLifecycle } from "./table";

/** The rules that the owner of the group added. */
const owners: readonly IpGroupRule[] = [
  { type: "ip", address: "198.51.100.1" },
  { type: "network", address: "198.51.100.0", mask: "24" },
];
const ours: IpGroupRule = { type: "ip", address: "10.1.2.3" };
const others: IpGroupRule = { type: "ip", address: "10.1.2.4" };

/** The id of a group that exists on every gateway, for rules that need a child. */
const FACTORY_GROUP = 101;

/** Adds a group for the row, as its owner would have created it. A program would get its id from the owner. */
const addGroup = (sim: Simulator, { name, port }: Unique): void => {
  const rules = new Map(owners.map((rule, index) => [10 * port + index, rule]));
  sim.mutate.gateway(({ ipGroups }) => ipGroups.set(port, { id: port, name, rules }));
};

const groupOf = (sim: Simulator, { port }: Unique): IpGroup => {
  const group = sim.gateway.store.ipGroups.get(port);
  if (group === undefined) throw new Error("the group of the row is gone");
  return group;
};
const texts = (rules: Iterable<IpGroupRule>): string[] => [...rules].map((rule) => JSON.stringify(rule)).sort();
/** The expected content of the group: the owner's rules and the given ones. */
const besideOwners =
  (...rules: IpGroupRule[]) =>
  (): unknown =>
    texts([...owners, ...rules]);

const one =
  (rule: Properties, more: Properties = {}) =>
  ({ port }: Unique): Properties => ({ groupId: port, rule, ...more });
const host = { type: "ip", address: "10.1.2.3" };

const existing = (sim: Simulator, { name }: Unique): void => void sim.mutate.addRules(name, [ours]);

const types: readonly (readonly [written: Properties, held: IpGroupRule])[] = [
  [host, ours],
  [
    { type: "range", start: "10.0.0.1", end: "10.0.0.9" },
    { type: "range", sip: "10.0.0.1", eip: "10.0.0.9" },
  ],
  [
    { type: "network", cidr: "10.1.0.0/16" },
    { type: "network", address: "10.1.0.0", mask: "16" },
  ],
  [{ type: "all" }, { type: "ipall", all: 1 }],
  [
    { type: "wildcard", address: "10.5.6.7", mask: "0.255.255.0" },
    { type: "wildcard", address: "10.0.0.7", mask: "0.255.255.0" },
  ],
  [
    { type: "child", groupId: FACTORY_GROUP },
    { type: "child", child_id: FACTORY_GROUP },
  ],
];

const perType = types.map(([written, held]): CreateRow => ({
  title: `a rule of type ${String(written["type"])} is added by update; the owner's rules stay`,
  given: addGroup,
  inputs: one(written),
  sends: ["ipgroups/update"],
  holds: besideOwners(held),
  id: ({ port }, { ruleId }) => `${port}/${String(ruleId)}`,
}));

testLifecycle({
  kind: "IpGroupRule",

  held: (sim, id) => texts(sim.gateway.store.ipGroups.get(Number(id.split("/")[0]))?.rules.values() ?? []),

  creates: perType,

  equals: [
    {
      title: "the id of the group as number or as text",
      given: addGroup,
      from: one(host),
      to: ({ port }) => ({ groupId: String(port), rule: host }),
    },
    {
      title: "the id of a child as number or as text",
      given: addGroup,
      from: one({ type: "child", groupId: FACTORY_GROUP }),
      to: one({ type: "child", groupId: String(FACTORY_GROUP) }),
    },
    {
      title: "octets of an address that the mask of a wildcard ignores",
      given: addGroup,
      from: one({ type: "wildcard", address: "10.1.2.3", mask: "0.255.0.255" }),
      to: one({ type: "wildcard", address: "10.9.2.9", mask: "0.255.0.255" }),
    },
    { title: "onExisting", given: addGroup, from: one(host), to: one(host, { onExisting: "adopt" }) },
  ],

  updates: [
    {
      title: "a rule of the same type changes in place, by one update",
      given: addGroup,
      from: one(host),
      to: one({ type: "ip", address: "10.1.2.4" }),
      sends: ["ipgroups/update"],
      holds: besideOwners(others),
    },
    {
      title: "another network changes in place",
      given: addGroup,
      from: one({ type: "network", cidr: "10.1.0.0/16" }),
      to: one({ type: "network", cidr: "10.1.0.0/17" }),
      sends: ["ipgroups/update"],
      holds: besideOwners({ type: "network", address: "10.1.0.0", mask: "17" }),
    },
    {
      title: "another type replaces: deleteRule, then update",
      given: addGroup,
      from: one(host),
      to: one({ type: "network", cidr: "10.1.0.0/16" }),
      step: "replace",
      sends: ["ipgroups/deleteRule", "ipgroups/update"],
      holds: besideOwners({ type: "network", address: "10.1.0.0", mask: "16" }),
    },
    {
      title: "another group replaces",
      given: (sim, unique) => {
        addGroup(sim, unique);
        addGroup(sim, { ...unique, name: `${unique.name} b`, port: unique.port + 1 });
      },
      from: one(host),
      to: ({ port }) => ({ groupId: port + 1, rule: host }),
      step: "replace",
      sends: ["ipgroups/deleteRule", "ipgroups/update"],
      holds: besideOwners(ours),
    },
  ],

  partials: [],

  refusals: [
    {
      title: "a group that does not exist",
      inputs: () => ({ groupId: 999_999, rule: host }),
      says: /reading the rules of the IP group failed: IP group 999999 does not exist/u,
    },
    {
      title: "a child that does not exist",
      given: addGroup,
      inputs: one({ type: "child", groupId: 999_999 }),
      says: /changing the IP group failed: .*999999 does not exist/u,
    },
  ],

  changesByHand: [
    {
      title: "a rule that was changed by hand shows and is repaired in place",
      given: addGroup,
      inputs: one(host),
      byHand: (sim, unique, id) => {
        groupOf(sim, unique).rules.set(Number(id.split("/")[1]), others);
      },
      shows: () => ({ rule: { type: "ip", address: "10.1.2.4" } }),
      repairs: ["ipgroups/update"],
      holds: besideOwners(ours),
    },
    {
      title: "a rule that was removed by hand is gone, and is added again",
      given: addGroup,
      inputs: one(host),
      byHand: addGroup,
      shows: () => "gone",
      repairs: ["ipgroups/update"],
      holds: besideOwners(ours),
    },
    {
      title: "rules that others add and remove are no change, and are never touched",
      given: addGroup,
      inputs: one(host),
      byHand: (sim, unique) => {
        const { rules } = groupOf(sim, unique);
        const [first] = rules.keys();
        rules.delete(first ?? 0);
        sim.mutate.addRules(unique.name, [others]);
      },
      shows: () => "same",
      repairs: [],
      holds: () => texts([...owners.slice(1), ours, others]),
      afterwards: addGroup,
    },
    {
      title: "a group that its owner renamed keeps the rule",
      given: addGroup,
      inputs: one(host),
      byHand: (sim, { name }) => {
        sim.mutate.renameIpGroup(name, `${name} renamed`);
      },
      shows: () => "same",
      repairs: [],
      holds: besideOwners(ours),
      afterwards: (sim, { name }) => {
        sim.mutate.renameIpGroup(`${name} renamed`, name);
      },
    },
  ],

  adoptions: [
    {
      title: "is an error by default that names it and the line to add",
      given: addGroup,
      exists: existing,
      inputs: one(host),
      outcome: /^IpGroupRule "ip in IP group \d+" on .*already exists \(id \d+\/\d+\).*onExisting: "adopt"/u,
      holds: besideOwners(ours),
      afterwards: addGroup,
    },
    {
      title: 'is taken over with "adopt", and destroy removes it',
      given: addGroup,
      exists: existing,
      inputs: one(host, { onExisting: "adopt" }),
      outcome: [],
      holds: besideOwners(ours),
    },
    {
      title: 'is taken over with "adoptIfEqual": an equal rule is what exists',
      given: addGroup,
      exists: existing,
      inputs: one(host, { onExisting: "adoptIfEqual" }),
      outcome: [],
      holds: besideOwners(ours),
    },
    {
      title: "with another address is no conflict, and stays there",
      given: addGroup,
      exists: (sim, { name }) => void sim.mutate.addRules(name, [others]),
      inputs: one(host),
      outcome: ["ipgroups/update"],
      holds: besideOwners(ours, others),
      afterwards: addGroup,
    },
  ],
});
