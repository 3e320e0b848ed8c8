import type { Stage } from "../support";

/** A change of a program, and what the appliances have met before it. */
export interface Row {
  readonly before?: readonly string[];
  readonly given?: (stage: Stage) => unknown;
  /** Whether the project names the plugin. */
  readonly isPlugin?: true;
  readonly after: readonly string[];
  /** Only in the long run: golden files of `summary` show the same parts without the engine. */
  readonly isLong?: true;
  /** More flags of the preview and the up. */
  readonly flags?: readonly string[];
}

const flows = (options = ""): string =>
  `const flows = new ReplicatorProfile("netflow", { listeningPort: 2055, sendingPort: 2056 }${options});`;
/** What refers to the profile `flows`. */
const followers = [
  'new Collector("a", { address: "10.20.0.10", profiles: [flows] });',
  'new Collector("b", { address: "10.20.0.11", profiles: [flows] });',
  'new flowgate.Exporter("r1", { address: "10.30.0.1", profiles: [flows] });',
  'new Policy("branches", { cidr: "10.30.0.0/15", profile: flows, kind: "include" });',
];
const group = (name: string, label: string, rules: string, options = ""): string =>
  `const ${name} = new IpGroup("${name}", { name: "${label}", rules: [${rules}] }${options});`;
const servers = 'rule.ip("10.20.0.10"), rule.range("10.20.0.100", "10.20.0.199")';
const setting = (value: string): string =>
  `new flowgate.Setting("stop", { name: "flowStopAlert", value: "${value}" });`;

const labs = 'new flowgate.IpGroups("labs", { groups: { Labs: { rules: [rule.ip("10.9.0.1")] }, Desks: {} } });';
const bulk = (count: number): string => {
  const groups = `Object.fromEntries([...Array(${count})].map((_, at) => ["Old " + at, { rules: [] }]))`;
  return `new flowgate.IpGroups("old", { groups: ${groups} });`;
};

export const rows: Readonly<Record<string, Row>> = { "a rename with its followers": { isLong: true,
    before: [flows(), ...followers, group("paris", "Paris", 'rule.ip("10.1.0.1")'), setting("45")],
    after: [
      flows().replace("{ listening", '{ name: "flows", listening'),
      ...followers,
      group("paris", "Paris", 'rule.ip("10.1.0.1"), rule.ip("10.1.0.2")'),
      setting("60"),
    ],
  },
  "a rename with an alias": { isLong: true,
    before: [group("servers", "Servers", servers)],
    after: [group("web", "Servers", servers.replace("0.10", "0.12"), ', { aliases: [{ name: "servers" }] }')],
  },
  "renames without an alias": { before: [group("servers", "Servers", servers), flows(), ...followers],
    after: [
      group("web", "Servers", servers),
      flows().replace('"netflow"', '"flows"'),
      ...followers,
      group("paris", "Paris", "rule.child(web)"),
    ],
  },
  "two objects exist already": { isLong: true,
    before: [group("all", "All", 'rule.ip("10.9.9.9")')],
    given: ({ sim }) => {
      sim.mutate.addProfile("flows", 2055, 2056);
      sim.mutate.addIpGroup("Multicast groups", []);
    },
    after: [
      group("all", "All", 'rule.ip("10.9.9.9")'),
      flows().replace('"netflow"', '"flows"'),
      ...followers,
      group("mc", "Multicast groups", 'rule.network("224.0.0.0/4")'),
      group("par", "Parent", "rule.child(mc)"),
      group("fine", "Fine", 'rule.ip("10.1.1.1")'),
    ],
  },
  "a user group with an unknown member": { isLong: true,
    after: [
      'const ops = new UserGroup("ops", { members: ["nobody"] });',
      ...["auditing", "runReport", "tos", "Vitals", "IPGroups"].map(
        (code) => `new Permission("may-${code}", { userGroup: ops, permissionType: "app", seccode: "${code}" });`,
      ),
    ],
  },
  "an adoption that removes": { isLong: true,
    before: [flows()],
    given: ({ sim }) => {
      sim.mutate.addIpGroup("Office", [
        { type: "network", address: "10.1.0.0", mask: "16" },
        { type: "network", address: "10.2.0.0", mask: "16" },
      ]);
      sim.mutate.addPolicy("netflow", { kind: "exclude", network: "10.3.0.0", prefixLength: 16 });
    },
    after: [
      flows(),
      'new IpGroup("office", { name: "Office", rules: [rule.network("10.1.0.0/16")], onExisting: "adopt" });',
      'new Policy("lab", { cidr: "10.3.0.0/16", profile: flows, kind: "include", onExisting: "adopt" });',
    ],
  },
  "another address of a collector": { isLong: true,
    before: [flows(), ...followers],
    after: [flows(), ...followers.map((one) => one.replace("10.20.0.11", "10.20.0.12"))],
  },
  "only an output changes": { isLong: true,
    before: [group("all", "All", "")],
    after: [group("all", "All", ""), "module.exports = { number: all.groupId };"],
  },
  "changes by hand": { isLong: true,
    before: [flows(), ...followers, group("all", "All", 'rule.ip("10.1.0.1")'), setting("45"), labs],
    given: ({ sim }) => {
      sim.mutate.setRules("All", [{ type: "ip", address: "10.1.0.66" }]);
      sim.mutate.renameIpGroup("Labs", "By hand");
      sim.mutate.disableProfile("netflow");
      sim.mutate.setSetting("flowStopAlert", { value: "99" });
      sim.mutate.removeCollector("10.20.0.11", "netflow");
    },
    after: [flows(), ...followers, group("all", "All", 'rule.ip("10.1.0.1")'), setting("45"), labs],
    flags: ["--refresh"],
  },
  "another host": { before: [flows(), ...followers, group("all", "All", 'rule.ip("10.1.0.1")'), setting("45")],
    isPlugin: true,
    given: ({ engine }) => engine.config({ plugin: true }),
    after: [flows(), ...followers, group("all", "All", 'rule.ip("10.1.0.1")'), setting("45")],
  },
  "two mistakes": { isLong: true,
    before: [group("all", "All", "")],
    after: [group("all", "All", 'rule.ip("10.1.0.1000"), rule.network("10.1.0.1/16")')],
  },
  "many deletions": { isLong: true,
    before: [bulk(60), flows(), group("all", "All", "")],
    after: [bulk(1), flows().replace("sendingPort: 2056", "sendingPort: 2058"), group("all", "All", 'rule.ip("10.0.0.1")')],
  },
  "rights that are withdrawn and a new exclude": { isLong: true,
    before: [
      flows(),
      'new UserGroup("ops", { members: ["admin"] });',
      'const alice = new flowgate.User("alice", { password: "first word" });',
      'new flowgate.PermissionSet("may", { userGroup: 2, permissions: [{ permissionType: "app", seccode: "auditing" }] });',
    ],
    after: [
      flows(),
      'new UserGroup("ops", { members: [] });',
      'const alice = new flowgate.User("alice", { password: "second word" });',
      'new flowgate.PermissionSet("may", { userGroup: 2, permissions: [{ permissionType: "app", seccode: "runReport" }] });',
      'new Policy("lab", { cidr: "10.3.0.0/16", profile: flows, kind: "exclude" });',
    ],
  },
};
