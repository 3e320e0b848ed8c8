/** Declares every kind of resource once, with all of its features. Start with `examples/quickstart`: it is simpler. */
import * as pulumi from "@pulumi/pulumi";
import * as flowgate from "pulumi-flowgate";

const { rule, seccodes } = flowgate;
const config = new pulumi.Config();

// --- Management gateway: addresses -------------------------------------------------------------------------------

const datacenter = new flowgate.IpGroup("datacenter", {
  name: "Full: data center",
  rules: [
    rule.network("10.50.0.0/16"),
    rule.ip("10.51.0.1"),
    rule.range("10.51.1.10", "10.51.1.20"),
    rule.wildcard("10.0.7.0", "0.255.0.255"),
  ],
});
const all = new flowgate.IpGroup("all", { name: "Full: all", rules: [rule.child(datacenter), rule.all()] });

// Many groups in one resource. Use this if you have hundreds of them.
const floors = new flowgate.IpGroups("floors", {
  groups: {
    "Full: floors": { rules: [rule.ip("10.53.0.1")], children: ["Full: floor 1", "Full: floor 2"] },
    "Full: floor 1": { rules: [rule.network("10.53.1.0/24")] },
    "Full: floor 2": { rules: [rule.network("10.53.2.0/24")] },
  },
});

// One rule in a group that another team owns. Create that group by hand first and put its id into `sharedGroupId`.
const sharedGroupId = config.get("sharedGroupId");
if (sharedGroupId !== undefined) {
  new flowgate.IpGroupRule("shared-host", { groupId: sharedGroupId, rule: rule.ip("10.52.0.1") });
}

// --- Management gateway: people ----------------------------------------------------------------------------------

const auditors = new flowgate.UserGroup("auditors", { name: "Full auditors", templateUserGroupId: 2 });
const engineers = new flowgate.UserGroup("engineers", { name: "Full engineers" });

const alice = new flowgate.User("alice", {
  name: "full-alice",
  password: config.getSecret("alicePassword") ?? pulumi.secret("only-for-the-simulator"),
  userGroups: [engineers],
});
new flowgate.UserPreferences("alice-preferences", {
  userId: alice.id,
  preferences: { language: "english", statusTopn: 20 },
});
new flowgate.Membership("alice-audits", { user: alice, userGroup: auditors.name });

new flowgate.Permission("auditors-see-vitals", {
  userGroup: auditors.name,
  permissionType: "app",
  seccode: seccodes.app.Vitals,
});
new flowgate.PermissionSet("engineers-may", {
  userGroup: engineers,
  permissions: [
    { permissionType: "app", seccode: seccodes.app.runReport },
    { permissionType: "app", seccode: seccodes.app.IPGroups },
    { permissionType: "device", seccode: seccodes.device("10.50.0.1") },
    { permissionType: "interface", seccode: seccodes.interface("10.50.0.1", 7) },
  ],
});

// --- Replication service -----------------------------------------------------------------------------------------

const routers = new flowgate.ReplicatorProfile("routers", {
  name: "full-routers",
  listeningPort: 12055,
  sendingPort: 12056,
  description: "Routers of all sites",
});
const lab = new flowgate.ReplicatorProfile("lab", {
  name: "full-lab",
  listeningPort: 12057,
  sendingPort: 12058,
  enabled: false,
  singularity: true,
});
const analysis = new flowgate.Collector("analysis", {
  address: "10.50.0.20",
  profiles: [routers, lab],
  threshold: 2500,
  description: "Traffic analysis",
});
const router = new flowgate.Exporter("core-router", {
  address: "10.50.0.1",
  profiles: [routers],
  description: "Core router",
});
new flowgate.Policy("routers-only", { profile: routers, cidr: "10.50.0.0/16", kind: "include" });
new flowgate.Policy("nothing-else", { profile: routers, cidr: "10.0.0.0/8", kind: "exclude" });
new flowgate.Setting("flow-stop-alert", { name: "flowStopAlert", value: 45 });
new flowgate.Setting("ping-collectors", { name: "pingCollectors", enabled: false, onDestroy: "restore" });

export const ipGroups = { datacenter: datacenter.groupId, all: all.groupId, floors: floors.groupIds };
export const userId = alice.userId;
export const memberOf = { collector: analysis.memberOf, exporter: router.memberOf };
