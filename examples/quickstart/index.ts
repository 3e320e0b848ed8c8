/** The network of a small company: who owns which addresses, who may see what, and where flow packets are sent. */
import * as pulumi from "@pulumi/pulumi";
import { Collector, IpGroup, Permission, Policy, ReplicatorProfile, rule, seccodes, UserGroup } from "pulumi-flowgate";

const config = new pulumi.Config();
/** Change it with `pulumi config set profileName <name>` to see a profile renamed in place. */
const profileName = config.get("profileName") ?? "netflow";

// IP groups, the most specific ones first: a child must exist before its parent.
const servers = new IpGroup("servers", {
  name: "Company servers",
  rules: [rule.ip("10.20.0.10"), rule.range("10.20.0.100", "10.20.0.199")],
});
const branches = new IpGroup("branches", {
  name: "Company branches",
  rules: [
    ...["10.30.0.0/16", "10.31.0.0/16"].map(rule.network),
    // The printers of every branch: 10.x.250.x, with any second and fourth number.
    rule.wildcard("10.0.250.0", "0.255.0.255"),
  ],
});
const company = new IpGroup("company", {
  name: "Company",
  rules: [rule.child(servers), rule.child(branches), rule.network("10.20.0.0/16")],
});
// All other addresses, so that every address belongs to a group.
const everywhere = new IpGroup("everywhere", { name: "Everywhere", rules: [rule.all()] });

// The people who run the network. Their group copies the rights of group 2 (Guests).
const operators = new UserGroup("operators", { name: "Network operators", templateUserGroupId: 2, members: ["admin"] });
new Permission("operators-run-reports", {
  userGroup: operators,
  permissionType: "app",
  seccode: seccodes.app.runReport,
});
new Permission("operators-see-core-router", {
  userGroup: operators,
  permissionType: "device",
  seccode: seccodes.device("10.20.0.1"),
});
new Permission("operators-see-uplink", {
  userGroup: operators,
  permissionType: "interface",
  seccode: seccodes.interface("10.20.0.1", 3),
});

// Flow packets: one profile for all routers, and one for a second tool that gets those of the servers only.
const netflow = new ReplicatorProfile("netflow", {
  name: profileName,
  listeningPort: 2055,
  sendingPort: 2056,
  description: "Flow packets of all routers",
});
const security = new ReplicatorProfile("security", { listeningPort: 4739, sendingPort: 4740, enabled: false });

const analysis = new Collector("analysis", {
  address: "10.20.0.10",
  profiles: [netflow, security],
  threshold: 5000,
  description: "Traffic analysis",
});
const archive = new Collector("archive", { address: "10.20.0.11", profiles: [netflow] });

new Policy("netflow-branches", { profile: netflow, cidr: "10.30.0.0/15", kind: "include" });
// The replicator checks includes first, so this policy excludes all other exporters of the company.
new Policy("netflow-nothing-else", { profile: netflow, cidr: "10.0.0.0/8", kind: "exclude" });
new Policy("security-servers", { profile: security, cidr: "10.20.0.0/16", kind: "include" });

export const ipGroups = pulumi
  .all(
    [servers, branches, company, everywhere].map(({ name, groupId, ruleCount }) =>
      pulumi.all([name, groupId, ruleCount]),
    ),
  )
  .apply((groups) =>
    groups.map(
      ([name, id, rules]) => `${name}: IP group ${String(id)}, ${rules === 1 ? "1 rule" : `${String(rules)} rules`}`,
    ),
  );
export const userGroup = pulumi.interpolate`${operators.name}: user group ${operators.userGroupId}`;
export const replication = pulumi
  .all([netflow.name, netflow.listeningPort, analysis.address, archive.address])
  .apply(([name, port, ...collectors]) => `UDP ${String(port)} -> profile ${name} -> ${collectors.join(", ")}`);
export const appliances = { gateway: company.appliance, replicator: netflow.appliance };
