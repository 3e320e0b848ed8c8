import type { Kind } from "../../../../provider/registry";
import { entryOf, printed, siteForEach, urnOf } from "../support";
import { lille } from "./site";
import { UNKNOWN } from "../../../support/unknown";

const site = siteForEach();

/** A step of a preview that creates a resource. `after` names the resources that its inputs come from. */
function creation(kind: Kind, name: string, inputs: object, after: Record<string, string[]> = {}): object {
  const newState = { inputs, propertyDependencies: after, dependencies: Object.values(after).flat() };
  return { op: "create", urn: urnOf(kind, name), newState };
}

test("adopt finds the groups of an IpGroups one by one, as the up will", async () => {
  const id = site.sim.mutate.addIpGroup("Lille", [...lille, { type: "ip", address: "10.9.9.9" }]);
  const rules = [{ type: "network", cidr: "10.20.0.0/16" }];
  const groups = { Lille: { rules }, France: { children: ["Lille", "New"] }, New: {} };
  site.previews([creation("IpGroups", "all", { onExisting: "adopt", groups })]);
  const stdout = await printed(site.run(["adopt"]));
  expect(stdout).toContain(
    `IpGroup "Lille" (id ${String(id)}, resource "all"): would be taken over; rules - ip 10.9.9.9`,
  );
  expect(stdout).toContain("1 exists and would be taken over, 2 are new.");
});

test("adopt shows what an up would adopt, change and refuse", async () => {
  const { id } = site.sim.gateway.store.addIpGroup("Lille", lille);
  site.sim.gateway.store.addIpGroup("Other", []);
  const rules = [{ type: "all" }, { type: "child", groupId: UNKNOWN }];
  site.previews([
    creation("IpGroup", "lille", { name: "Lille", rules, onExisting: "adopt" }),
    creation("IpGroup", "other", { name: "Other", rules: [] }),
    creation("IpGroup", "new", { name: "New", rules: [] }),
  ]);
  const stdout = await printed(site.run(["adopt"]), 9);
  expect(stdout).toContain(
    `IpGroup "Lille" (id ${String(id)}, resource "lille"): would be taken over; rules - network 10.20.0.0/16, + all.`,
  );
  expect(stdout).toMatch(
    /IpGroup "Other" \(id \d+, resource "other"\): exists, and pulumi up would refuse it; as declared\./u,
  );
  expect(stdout).toContain("1 exists and would be taken over, 1 is new, 1 would be refused.");
});

test("adopt refuses what needs a refused object: a parent, a parent of it, and a parent in the same resource", async () => {
  site.sim.gateway.store.addIpGroup("Lille", lille);
  const below = (name: string, child: string): object => {
    const rules = [{ type: "child", groupId: UNKNOWN }];
    return creation("IpGroup", name, { name, rules }, { rules: [urnOf("IpGroup", child)] });
  };
  site.previews([
    creation("IpGroup", "Lille", { name: "Lille", rules: [] }),
    below("France", "Lille"),
    below("Europe", "France"),
    creation("IpGroups", "all", { groups: { Rome: { children: ["Lille"] }, Lille: {}, Free: {} } }),
  ]);
  const stdout = await printed(site.run(["adopt"]), 9);
  expect(stdout).toContain('IpGroup "France": refused: It needs IpGroup "Lille"');
  expect(stdout).toContain('IpGroup "Europe": refused: It needs IpGroup "France", which would be refused.');
  expect(stdout).toContain('IpGroup "Rome" (resource "all"): refused: It needs IpGroup "Lille"');
  expect(stdout).toContain("0 exist and would be taken over, 1 is new, 5 would be refused.");
});

test("adopt does not refuse a new profile whose listening port another profile leaves in the same up", async () => {
  site.sim.mutate.addProfile("first", 26_100, 26_101);
  const inputs = { name: "first", listeningPort: 26_100, sendingPort: 26_101 };
  const update = { op: "update", urn: urnOf("ReplicatorProfile", "first"), oldState: { inputs, outputs: inputs } };
  site.previews([
    { ...update, newState: { inputs: { ...inputs, listeningPort: 26_300 } } },
    creation("ReplicatorProfile", "second", { name: "second", listeningPort: 26_100, sendingPort: 26_200 }),
  ]);
  expect(await printed(site.run(["adopt"]))).toContain("1 is new.");
});

test("adopt refuses a new profile whose listening port another profile has", async () => {
  site.sim.mutate.addProfile("theirs", 26_100, 26_101);
  const after = { profiles: [urnOf("ReplicatorProfile", "mine")] };
  site.previews([
    creation("ReplicatorProfile", "mine", { name: "mine", listeningPort: 26_100, sendingPort: 26_200 }),
    creation("Collector", "c", { address: "10.1.1.1", profiles: ["mine"] }, after),
  ]);
  const stdout = await printed(site.run(["adopt"]), 9);
  expect(stdout).toContain('ReplicatorProfile "mine": refused: The profile "theirs" has its listening port.');
  expect(stdout).toContain('Collector "10.1.1.1" (resource "c"): refused: It needs ReplicatorProfile "mine"');
});

test("adopt names what is known only during an up as a summary does, counts what it cannot look up, and goes on after a refusal", async () => {
  const [group, user] = [urnOf("UserGroup", "ops"), urnOf("User", "alice")];
  const permissions = [
    { permissionType: "app", seccode: "runReport" },
    { permissionType: "app", seccode: "statusTab" },
  ];
  const links = { userId: [user], userGroupId: [group] };
  site.previews([
    creation("UserGroup", "ops", { name: "Ops" }),
    creation("User", "alice", { name: "Alice", password: "[secret]" }),
    creation("PermissionSet", "rights", { userGroupId: UNKNOWN, permissions }, { userGroupId: [group] }),
    creation("Membership", "link", { userId: UNKNOWN, userGroupId: UNKNOWN }, links),
    creation("UserPreferences", "theme", { userId: UNKNOWN, preferences: { theme: "dark" } }, { userId: [user] }),
    creation("IpGroupRule", "lost", { groupId: 1, rule: { type: "ip", address: "10.1.1.1" } }),
    creation("IpGroup", "new", { name: "New", rules: [] }),
  ]);
  const stdout = await printed(site.run(["adopt"]), 9);
  expect(stdout).not.toMatch(/name:|undefined/u);
  for (const named of [
    'Permission "app runReport for user group Ops"',
    'Membership "user Alice in user group Ops"',
    'UserPreferences "user Alice"',
    'IpGroupRule "ip in IP group 1" (resource "lost"): refused: reading the rules of the IP group',
  ]) {
    expect(stdout).toContain(named);
  }
  expect(stdout).toContain("0 exist and would be taken over, 1 is new, 6 cannot be looked up, 1 would be refused.");
});

test("a policy whose opposite is there is refused or taken over for adopt, and drift says so", async () => {
  const [profile, cidr] = ["legacy-netops", "192.0.2.0/26"];
  const inputs = { profile, cidr, kind: "exclude" };
  site.previews([
    creation("Policy", "plain", inputs),
    creation("Policy", "adopting", { ...inputs, onExisting: "adopt" }),
  ]);
  const stdout = await printed(site.run(["adopt"]), 9);
  const head = `Policy "exclude ${cidr} in ${profile}" (resource`;
  expect(stdout).toContain(`${head} "plain"): exists, and pulumi up would refuse it; kind "include" -> "exclude".`);
  expect(stdout).toContain(`${head} "adopting"): would be taken over; kind "include" -> "exclude".`);
  const outputs = { ...inputs, appliance: site.sim.replicator.url };
  site.holds([entryOf("Policy", "plain", { id: `exclude|${encodeURIComponent(cidr)}|${profile}`, inputs, outputs })]);
  expect((await site.run(["drift"])).stdout).toContain(
    `  Policy "exclude ${cidr} in ${profile}" (resource "plain"): The appliance has "include ${cidr} in ${profile}" instead.`,
  );
});
