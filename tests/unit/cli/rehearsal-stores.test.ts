import { furnish } from "../../../cli/rehearsal/stores";
import { readSite } from "../../../lib/site/read";
import type { Kind } from "../../../provider/registry";
import { startSimulator, type Simulator } from "../../../simulator";
import { configurationFor } from "../../property/site-gate";
import { everythingOf } from "../../support/held";

let real: Simulator;
let rehearsed: Simulator;
beforeEach(async () => {
  [real, rehearsed] = await Promise.all([startSimulator({ https: false }), startSimulator({ https: false })]);
});
afterEach(() => Promise.all([real.close(), rehearsed.close()]));

/** Fills the appliances of a rehearsal with what the real ones show and what these resources of the state hold. */
async function rehearse(resources: readonly (readonly [kind: Kind, id: string, olds: object])[] = []): Promise<void> {
  const steps = resources.map(([kind, id, olds]) => ({
    ...{ urn: id, kind, name: id, op: "same" as const, id, olds: { ...olds } },
    ...{ news: undefined, dependsOn: [], references: {} },
  }));
  furnish(rehearsed, await readSite(configurationFor(real), { site: undefined, all: true }), steps);
}

test("the appliances of a rehearsal hold what the real ones do", async () => {
  const { mutate } = real;
  mutate.addIpGroup("Parent", [{ type: "child", child_id: mutate.addIpGroup("Child", [{ type: "ipall", all: 1 }]) }]);
  for (const [index, name] of ["running", "stopped", "single"].entries()) mutate.addProfile(name, 3000 + index, 4000);
  mutate.disableProfile("stopped");
  mutate.setSingularity("single", true);
  mutate.addCollector("10.0.0.1", "stopped");
  mutate.setThreshold("10.0.0.1", 70);
  mutate.setNote("10.0.0.1", "rack 4");
  for (const kind of ["include", "exclude"] as const) {
    mutate.addPolicy(kind === "include" ? "stopped" : "single", { network: "10.1.0.0", prefixLength: 16, kind });
  }
  mutate.setSetting("pingCollectors", { enabled: false });
  mutate.setSetting("flowStopAlert", { value: "99", enabled: true });
  await rehearse();
  expect(everythingOf(rehearsed)).toEqual(everythingOf(real));
});

test("they also hold the accounts of the state, which no action shows, and its single rules under their numbers", async () => {
  const { mutate, gateway } = real;
  const [ops, guests] = [mutate.addUserGroup("Ops"), mutate.addUserGroup("Readers")];
  for (const [name, ...groups] of [
    ["anna", ops],
    ["berta", ops, guests],
    ["carla", guests],
  ] as const) {
    const id = gateway.store.nextId("user");
    gateway.store.users.set(id, { id, name, userGroups: new Set(groups), preferences: new Map() });
  }
  mutate.addPermission("Ops", "app", "auditing");
  mutate.addPermission("Ops", "report", "5");
  mutate.addPermission("Readers", "app", "tos");
  const tos = { permissionType: "app", seccode: "tos" };
  await rehearse([
    ["UserGroup", "21", { name: "Ops", members: ["name:anna", "12"] }],
    ["UserGroup", "22", { name: "Readers" }],
    ["User", "11", { name: "anna" }],
    ["User", "12", { name: "berta", userGroupIds: ["22"] }],
    ["User", "13", { name: "carla" }],
    ["Membership", "carla in Readers", { userName: "carla", userGroupName: "Readers" }],
    ["PermissionSet", "Ops", { userGroupId: "21", permissions: [{ permissionType: "app", seccode: "auditing" }] }],
    ["Permission", "report", { userGroupName: "Ops", permissionType: "report", seccode: 5 }],
    ["Permission", "tos", { userGroupId: 22, ...tos }],
    ["IpGroupRule", "103/505", { groupId: "103", rule: { type: "ip", address: "127.0.0.1" } }],
  ]);
  expect(everythingOf(rehearsed)).toEqual(everythingOf(real));
  expect([...(rehearsed.gateway.store.ipGroups.get(103)?.rules.keys() ?? [])]).toEqual([505]);
  expect(rehearsed.gateway.store.lastIds).toMatchObject({ user: 13, userGroup: 22 });
});
