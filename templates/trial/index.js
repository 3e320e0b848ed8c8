// One resource of every kind, with free names and addresses that are reserved for documentation.
const flowgate = require("pulumi-flowgate");

const { rule } = flowgate;
const { TRIAL_MARK: mark = "trial", TRIAL_STEP: step = "create" } = process.env;
const isChanged = step !== "create";
const isReplaced = step === "replace";
const named = (name) => `${mark} ${name}`;

const group = new flowgate.IpGroup("group", {
  name: named("group"),
  rules: [rule.network("198.51.100.0/24"), ...(isChanged ? [rule.ip("203.0.113.7")] : [])],
});
new flowgate.IpGroups("groups", {
  groups: {
    [named("parent")]: { rules: [rule.ip("192.0.2.1")], children: [named("child")] },
    [named("child")]: { rules: [rule.ip(isChanged ? "192.0.2.3" : "192.0.2.2")] },
  },
});
const shared = new flowgate.IpGroup("shared", { name: named("shared"), rules: [] }, { ignoreChanges: ["rules"] });
new flowgate.IpGroupRule("rule", { groupId: shared.id, rule: rule.ip(isChanged ? "192.0.2.5" : "192.0.2.4") });

const userGroup = new flowgate.UserGroup("user-group", { name: named("users"), templateUserGroupId: 2 });
const user = new flowgate.User("user", {
  name: `${mark}-user${isChanged ? "-2" : ""}`,
  password: process.env.TRIAL_PASSWORD,
});
new flowgate.Membership("membership", { user, userGroup });
new flowgate.UserPreferences("preferences", { userId: user.userId, preferences: { statusTopn: isChanged ? 20 : 10 } });
new flowgate.Permission("permission", {
  userGroup,
  permissionType: "app",
  seccode: isChanged ? "tos" : "helpTab",
});
const mayUse = new flowgate.UserGroup("set-group", { name: named("rights"), templateUserGroupId: 2 });
new flowgate.PermissionSet("permissions", {
  userGroup: mayUse,
  permissions: ["runReport", ...(isChanged ? ["auditing"] : [])].map((seccode) => ({ permissionType: "app", seccode })),
});

const profile = new flowgate.ReplicatorProfile("profile", {
  name: `${mark}-profile`,
  listeningPort: isChanged ? 65062 : 65060,
  sendingPort: 65061,
});
new flowgate.Collector("collector", {
  address: isReplaced ? "192.0.2.11" : "192.0.2.10",
  profiles: [profile],
  threshold: isChanged ? 2000 : 1000,
});
new flowgate.Exporter("exporter", { address: isReplaced ? "192.0.2.21" : "192.0.2.20", profiles: [profile] });
new flowgate.Policy("policy", {
  profile,
  cidr: isReplaced ? "203.0.113.0/24" : "198.51.100.0/24",
  kind: isChanged ? "exclude" : "include",
});
new flowgate.Setting("setting", { name: "flowStopAlert", value: isChanged ? 78 : 77, onDestroy: "restore" });
