import type { IpGroupRule, Simulator } from "../../simulator";
import type { Unique } from "./rows";
import { testLifecycle } from "./table";

const office = { type: "network", cidr: "10.1.0.0/16" } as const;
const printer = { type: "ip", address: "10.1.2.3" } as const;
const officeHeld: IpGroupRule = { type: "network", address: "10.1.0.0", mask: "16" };
const printerHeld: IpGroupRule = { type: "ip", address: "10.1.2.3" };

/** A group in comparable form. Rules are a set, so they are sorted. */
function group(name: string, rules: readonly IpGroupRule[]): unknown {
  return { name, rules: rules.map((rule) => JSON.stringify(rule)).sort() };
}

/** The id of a group that exists on every gateway, for rules that need a child. */
const FACTORY_GROUP = 101;

const withOffice = ({ name }: Unique): { name: string; rules: unknown[] } => ({ name, rules: [office] });
const heldOffice = ({ name }: Unique): unknown => group(name, [officeHeld]);
const existing = (sim: Simulator, { name }: Unique): void => void sim.mutate.addIpGroup(name, [officeHeld]);
const remove = (sim: Simulator, { name }: Unique): void => {
  sim.mutate.removeIpGroup(name);
};

testLifecycle({
  kind: "IpGroup",

  held(sim, id) {
    const found = sim.gateway.store.ipGroups.get(Number(id));
    return found === undefined ? undefined : group(found.name, [...found.rules.values()]);
  },

  creates: [
    {
      title: "rules default to none",
      inputs: ({ name }) => ({ name }),
      sends: ["ipgroups/saveRule"],
      holds: ({ name }) => group(name, []),
      computed: () => ({ rules: [], ruleCount: 0 }),
      id: (_unique, { groupId }) => String(groupId),
    },
    {
      title: "every type of rule is sent in one request",
      inputs: ({ name }) => ({
        name,
        rules: [
          printer,
          { type: "range", start: "10.0.0.1", end: "10.0.0.9" },
          office,
          { type: "all" },
          { type: "wildcard", address: "10.5.6.7", mask: "0.255.255.0" },
          { type: "child", groupId: FACTORY_GROUP },
        ],
      }),
      sends: ["ipgroups/saveRule"],
      holds: ({ name }) =>
        group(name, [
          printerHeld,
          { type: "range", sip: "10.0.0.1", eip: "10.0.0.9" },
          officeHeld,
          { type: "ipall", all: 1 },
          { type: "wildcard", address: "10.0.0.7", mask: "0.255.255.0" },
          { type: "child", child_id: FACTORY_GROUP },
        ]),
      computed: () => ({ ruleCount: 6 }),
      id: (_unique, { groupId }) => String(groupId),
    },
    {
      title: "a rule that is written twice is one rule",
      inputs: ({ name }) => ({ name, rules: [office, office] }),
      sends: ["ipgroups/saveRule"],
      holds: heldOffice,
      computed: () => ({ ruleCount: 1 }),
    },
    {
      title: "a name has up to 255 characters",
      inputs: ({ name }) => ({ name: `${name} ${"\u00fc".repeat(250)}`.slice(0, 255) }),
      sends: ["ipgroups/saveRule"],
      holds: ({ name }) => group(`${name} ${"\u00fc".repeat(250)}`.slice(0, 255), []),
    },
    {
      title: "a name is data, whatever it holds",
      inputs: ({ name }) => ({ name: `${name} "%2F/\\&=;<__proto__> \u00fc\u{1f600}`, rules: [office] }),
      sends: ["ipgroups/saveRule"],
      holds: ({ name }) => group(`${name} "%2F/\\&=;<__proto__> \u00fc\u{1f600}`, [officeHeld]),
    },
  ],

  equals: [
    {
      title: "order of rules",
      from: ({ name }) => ({ name, rules: [office, printer] }),
      to: ({ name }) => ({ name, rules: [printer, office] }),
    },
    {
      title: "the id of a child as number or as text",
      from: ({ name }) => ({ name, rules: [{ type: "child", groupId: FACTORY_GROUP }] }),
      to: ({ name }) => ({ name, rules: [{ type: "child", groupId: String(FACTORY_GROUP) }] }),
    },
    {
      title: "octets of an address that the mask of a wildcard ignores",
      from: ({ name }) => ({ name, rules: [{ type: "wildcard", address: "10.1.2.3", mask: "0.255.0.255" }] }),
      to: ({ name }) => ({ name, rules: [{ type: "wildcard", address: "10.9.2.9", mask: "0.255.0.255" }] }),
    },
    {
      title: "onExisting",
      from: withOffice,
      to: (unique) => ({ ...withOffice(unique), onExisting: "adopt" }),
    },
  ],

  updates: [
    {
      title: "name and rules change in one update",
      from: withOffice,
      to: ({ name }) => ({ name: `${name} renamed`, rules: [printer] }),
      sends: ["ipgroups/update"],
      holds: ({ name }) => group(`${name} renamed`, [printerHeld]),
    },
    {
      title: "a rename alone leaves the rules as they are",
      from: withOffice,
      to: ({ name }) => ({ name: `${name} renamed`, rules: [office] }),
      sends: ["ipgroups/update"],
      holds: ({ name }) => group(`${name} renamed`, [officeHeld]),
    },
    {
      title: "a rule of the same type is changed, one of another type is removed and added",
      from: ({ name }) => ({ name, rules: [office, printer] }),
      to: ({ name }) => ({ name, rules: [{ type: "network", cidr: "10.2.0.0/16" }, { type: "all" }] }),
      sends: ["ipgroups/update"],
      holds: ({ name }) =>
        group(name, [
          { type: "network", address: "10.2.0.0", mask: "16" },
          { type: "ipall", all: 1 },
        ]),
    },
    {
      title: "all rules can be taken away",
      from: withOffice,
      to: ({ name }) => ({ name, rules: [] }),
      sends: ["ipgroups/update"],
      holds: ({ name }) => group(name, []),
    },
  ],

  partials: [
    {
      title: "a rule that the gateway did not take is named, and sent by the next up",
      inputs: ({ name }) => ({ name, rules: [office, printer] }),
      fault: (sim, { name }) => ({
        match: "ipgroups/saveRule",
        times: 1,
        kind: {
          rewrite: (answer) => {
            sim.mutate.setRules(name, [officeHeld]);
            return withoutRule(answer, "ip");
          },
        },
      }),
      says: /did not accept .*10\.1\.2\.3/u,
      heals: ["ipgroups/update"],
      holds: ({ name }) => group(name, [officeHeld, printerHeld]),
    },
  ],

  refusals: [
    {
      title: "a child group that is missing",
      inputs: ({ name }) => ({ name, rules: [{ type: "child", groupId: 99_999 }] }),
      says: /creating the IP group failed: child group 99999 does not exist/u,
    },
  ],

  changesByHand: [
    {
      title: "rules that were added by hand show in refresh and are removed by up: the group owns all its rules",
      inputs: withOffice,
      byHand: (sim, { name }) => void sim.mutate.addRules(name, [printerHeld]),
      shows: () => ({ rules: [office, printer], ruleCount: 2 }),
      repairs: ["ipgroups/update"],
      holds: heldOffice,
    },
    {
      title: "a rule that was removed by hand comes back",
      inputs: ({ name }) => ({ name, rules: [office, printer] }),
      byHand: (sim, { name }) => {
        sim.mutate.setRules(name, [officeHeld]);
      },
      shows: () => ({ rules: [office], ruleCount: 1 }),
      repairs: ["ipgroups/update"],
      holds: ({ name }) => group(name, [officeHeld, printerHeld]),
    },
    {
      title: "the same rules entered anew in another spelling are no change",
      inputs: ({ name }) => ({ name, rules: [{ type: "wildcard", address: "10.1.2.3", mask: "0.255.0.255" }, office] }),
      byHand: (sim, { name }) => {
        sim.mutate.setRules(name, [officeHeld, { type: "wildcard", address: "10.9.2.9", mask: "0.255.0.255" }]);
      },
      shows: () => "same",
      repairs: [],
      holds: ({ name }) => group(name, [officeHeld, { type: "wildcard", address: "10.9.2.9", mask: "0.255.0.255" }]),
    },
    {
      title: "a rename by hand shows, and the declared name comes back",
      inputs: withOffice,
      byHand: (sim, { name }) => {
        sim.mutate.renameIpGroup(name, `${name} by hand`);
      },
      shows: ({ name }) => ({ name: `${name} by hand` }),
      repairs: ["ipgroups/update"],
      holds: heldOffice,
    },
    {
      title: "a group that was removed by hand is gone, and is created again",
      inputs: withOffice,
      byHand: remove,
      shows: () => "gone",
      repairs: ["ipgroups/saveRule"],
      holds: heldOffice,
    },
  ],

  adoptions: [
    {
      title: "is an error by default that names it and the line to add",
      exists: existing,
      inputs: withOffice,
      outcome: /^IpGroup "IpGroup row \d+" on .*already exists \(id \d+\).*onExisting: "adopt"/u,
      holds: heldOffice,
      afterwards: remove,
    },
    {
      title: 'is taken over and changed to what is declared with "adopt", and deleted by destroy',
      exists: existing,
      inputs: ({ name }) => ({ name, rules: [printer], onExisting: "adopt" }),
      outcome: ["ipgroups/update"],
      holds: ({ name }) => group(name, [printerHeld]),
    },
    {
      title: 'that is as declared is taken over by "adopt" without a change',
      exists: existing,
      inputs: (unique) => ({ ...withOffice(unique), onExisting: "adopt" }),
      outcome: [],
      holds: heldOffice,
    },
    {
      title: 'that is as declared is taken over by "adoptIfEqual"',
      exists: existing,
      inputs: (unique) => ({ ...withOffice(unique), onExisting: "adoptIfEqual" }),
      outcome: [],
      holds: heldOffice,
    },
    {
      title: '"adoptIfEqual" refuses one that differs, names in what, and changes nothing',
      exists: existing,
      inputs: ({ name }) => ({ name, rules: [printer], onExisting: "adoptIfEqual" }),
      outcome: /differs from what is declared: rules - .+, \+ ip 10\./u,
      holds: heldOffice,
      afterwards: remove,
    },
    {
      title: "that shares its name with another one is not guessed",
      exists: (sim, unique) => {
        existing(sim, unique);
        existing(sim, unique);
      },
      inputs: (unique) => ({ ...withOffice(unique), onExisting: "adopt" }),
      outcome: /several IP groups have this name \(ids \d+, \d+\)/u,
      holds: heldOffice,
      afterwards: (sim, unique) => {
        remove(sim, unique);
        remove(sim, unique);
      },
    },
  ],
});

/** An answer that omits the rules of one type. */
function withoutRule(answer: unknown, type: string): unknown {
  const { added, ...rest } = answer as { added: { type: string }[] };
  return { ...rest, added: added.filter((rule) => rule.type !== type) };
}
