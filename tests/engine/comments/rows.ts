import type { Stage } from "../support";

/** A change of a program, and what the appliances have met before it. */
export interface Row {
  readonly before?: readonly string[];
  readonly given?: (stage: Stage) => unknown;
  readonly after: readonly string[];
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

export const rows: Readonly<Record<string, Row>> = {
  "a rename with its followers": {
    before: [flows(), ...followers, group("paris", "Paris", 'rule.ip("10.1.0.1")'), setting("45")],
    after: [
      flows().replace("{ listening", '{ name: "flows", listening'),
      ...followers,
      group("paris", "Paris", 'rule.ip("10.1.0.1"), rule.ip("10.1.0.2")'),
      setting("60"),
    ],
  },
  "a rename with an alias": {
    before: [group("servers", "Servers", servers)],
    after: [group("web", "Servers", servers.replace("0.10", "0.12"), ', { aliases: [{ name: "servers" }] }')],
  },
  "renames without an alias": {
    before: [group("servers", "Servers", servers), flows(), ...followers],
    after: [
      group("web", "Servers", servers),
      flows().replace('"netflow"', '"flows"'),
      ...followers,
      group("paris", "Paris", "rule.child(web)"),
    ],
  },
  "two objects exist already": {
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
  "a user group with an unknown member": {
    after: [
      'const ops = new UserGroup("ops", { members: ["nobody"] });',
      ...["auditing", "runReport", "tos", "Vitals", "IPGroups"].map(
        (code) => `new Permission("may-${code}", { userGroup: ops, permissionType: "app", seccode: "${code}" });`,
      ),
    ],
  },
};
