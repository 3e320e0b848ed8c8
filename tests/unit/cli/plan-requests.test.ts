import { printed, siteForEach } from "./support";
import {
  child,
  collector,
  type Declared,
  group,
  ip,
  network,
  profile,
  type ScenarioStep,
  stack,
} from "./summary/scenarios";
import { has } from "../../support/has";
import { furnish } from "../../../cli/rehearsal/stores";
import { readSite } from "../../../lib/site/read";
import type { Kind } from "../../../provider/registry";
import { type Simulator, startSimulator } from "../../../simulator";
import { holdingsOf } from "../../support/held";
import { UNKNOWN } from "../../support/unknown";
import { configurationOf } from "../recorded/support";

const site = siteForEach();

interface Planned {
  readonly requests: readonly { appliance: string; action: string; about: string; kind: string }[];
  readonly counts: readonly object[];
  readonly unplanned: readonly { kind: string; name: string; why: string }[];
}

/**
 * The plan for a preview of these steps. Checks that the command only read from the real appliances, and ends with 9 if
 * something is not planned.
 */
async function planned(...steps: readonly ScenarioStep[]): Promise<Planned & { readonly changes: string[] }> {
  site.write("preview.json", stack.text(steps));
  const { code, stdout, stderr } = await site.run(["plan-requests", "preview.json", "--json"]);
  expect(site.sim.requests.verbs({ kind: "write" })).toEqual([]);
  const plan = JSON.parse(stdout) as Planned;
  expect([code, stderr]).toEqual([plan.unplanned.length === 0 ? 0 : 9, ""]);
  const changes = plan.requests.filter(({ kind }) => kind === "write");
  return { ...plan, changes: changes.map(({ action, about }) => `${action} ${about}`) };
}

/** A resource that the gateway of a site has. */
const existing = (declared: Declared, id: number): Declared => ({
  ...declared,
  id: String(id),
  outputs: { ...declared.outputs, appliance: site.sim.gateway.url },
});

test("new child groups are planned before their parents", async () => {
  const servers = group("Servers", [ip("10.1.1.1")], 0, "servers");
  const parent = group("Site", [{ type: "child", groupId: UNKNOWN }, network("10.0.0.0/8")], 0, "site");
  const plan = await planned(
    stack.step("create", servers),
    stack.step("create", { ...parent, dependsOn: [stack.urn("IpGroup", "servers")] }),
  );
  expect(plan.unplanned).toEqual([]);
  expect(plan.changes).toEqual(["ipgroups/saveRule Servers: 1 rule", has(/^ipgroups\/saveRule .*Site/u)]);
  expect(JSON.stringify(plan.requests)).not.toContain(site.sim.gateway.token);
});

test("the plan reports the error that would stop an update, and then contains no deletion", async () => {
  site.sim.mutate.addIpGroup("Lille");
  const gone = site.sim.mutate.addIpGroup("Gone");
  const deletion = stack.step("delete", { ...group("Gone", [], gone, "gone"), id: String(gone) });
  const plan = await planned(stack.step("create", group("Lille", [], 0, "lille")), deletion);
  expect(plan.unplanned).toEqual([{ kind: "IpGroup", name: "lille", why: has(/exists.*onExisting: "adopt"/su) }]);
  expect(plan.changes).toEqual([]);
});

test("the plan has the other requests of an IpGroups with a refused group, and says why", async () => {
  site.sim.mutate.addIpGroup("Lille");
  const inputs = { groups: { Lille: { rules: [ip("10.1.1.1")] }, New: {} } };
  const plan = await planned(stack.step("create", { kind: "IpGroups", name: "all", inputs }));
  expect(plan.unplanned).toEqual([{ kind: "IpGroups", name: "all", why: has('group "Lille": it already exists') }]);
  expect(plan.unplanned[0]?.why).toContain(` on ${new URL(site.sim.gateway.url).host}: `);
  expect(plan.changes).toEqual([has(/^ipgroups\/saveRule .*New/u)]);
});

test("an update reads the rules of its group and changes them in one request; a deletion takes one request", async () => {
  const lille = site.sim.mutate.addIpGroup("Lille", [{ type: "ip", address: "10.1.1.1" }]);
  const rules = [ip("10.1.1.2"), child(site.sim.mutate.addIpGroup("Gone"))];
  const plan = await planned(
    stack.step("update", existing(group("Lille", [ip("10.1.1.1")], lille), lille), { rules }),
    stack.step("delete", existing(group("Loopback", [], 103), 103)),
  );
  expect(plan.unplanned).toEqual([]);
  expect(plan.requests.map(({ action, about }) => `${action} ${about}`)).toEqual([
    "ipgroups/loadTreeRootFast ",
    "ipgroups/loadRules group Lille",
    "ipgroups/update group Lille: 1 rule added, 1 rule updated",
    "ipgroups/delete groups Loopback",
  ]);
  expect(plan.counts).toEqual([{ appliance: "gateway", changes: 2, reads: 2, sessions: 0 }]);
});

test("a new profile is planned before its collector, and a rebuild follows", async () => {
  const added = stack.step("create", {
    ...collector("10.99.0.1", [UNKNOWN]),
    dependsOn: [stack.urn("ReplicatorProfile", "flows")],
  });
  Object.assign(added.newState ?? {}, {
    propertyDependencies: { profiles: [stack.urn("ReplicatorProfile", "flows")] },
  });
  const plan = await planned(added, stack.step("create", profile("flows")));
  expect(plan.unplanned).toEqual([]);
  expect(plan.changes.filter((one) => !one.startsWith("rebuild"))).toEqual([
    has(/^profile\/add .*flows/u),
    has(/^collector\/add .*10\.99\.0\.1/u),
  ]);
  expect(plan.requests.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["login", "show/config", "rebuild"]),
  );
  expect(JSON.stringify(plan)).not.toContain(site.sim.replicator.password);
});

test("an adoption updates the existing group, and a user in the state is changed by its id", async () => {
  site.sim.gateway.store.addIpGroup("Lille", [{ type: "ip", address: "10.1.1.1" }]);
  const adopted = group("Lille", [ip("10.1.1.2")], 0, "lille");
  const inputs = { ...adopted.inputs, onExisting: "adopt" };
  const user = { kind: "User", name: "anna", inputs: { name: "anna", password: "[secret]" }, outputs: { userId: 44 } };
  const renamed = stack.step("update", existing(user, 44), { name: "Anna" });
  const plan = await planned(stack.step("create", { ...adopted, inputs }), renamed);
  expect(plan.unplanned).toEqual([]);
  expect(plan.changes.sort()).toEqual([
    "ipgroups/update group Lille: 1 rule updated",
    "user_api/changeUsername anna to Anna",
  ]);
});

test("links are planned in the words of people: users, user groups and devices by their names", async () => {
  const stepOf = (kind: string, id: number, inputs: Declared["inputs"], now: Declared["inputs"]) =>
    stack.step("update", existing({ kind, name: `${kind} ${id}`, inputs }, id), now);
  const rights = (...seccodes: string[]) => ({
    userGroupId: "21",
    permissions: seccodes.map((seccode) => ({ permissionType: "device", seccode })),
  });
  const plan = await planned(
    stepOf("User", 44, { name: "alice", password: "[secret]" }, {}),
    stepOf("UserGroup", 21, { name: "Operators", members: ["44"] }, { members: ["admin"] }),
    stepOf("PermissionSet", 21, rights("0A140001"), rights("0A140002")),
  );
  expect(plan.unplanned).toEqual([]);
  expect(plan.changes.sort()).toEqual([
    "user_api/membership add admin to Operators, remove alice from Operators",
    "user_api/permissions add device 10.20.0.2 to Operators, remove device 10.20.0.1 from Operators",
  ]);
});

test("a resource with a value that is known only during up is reported, and its requests are left out", async () => {
  const open = group("Open", [{ type: "ip", address: UNKNOWN }], 0, "open");
  const plan = await planned(stack.step("create", open));
  expect(plan.unplanned).toEqual([
    {
      kind: "IpGroup",
      name: "open",
      why: "It uses a value that is known only during pulumi up, so its requests are not in the list.",
    },
  ]);
  expect(plan.changes).toEqual([]);
});

test("an error names the appliance and not its copy, and independent resources are planned", async () => {
  const elsewhere = { groupId: 7, ruleCount: 0, appliance: "https://other.example.net" };
  const declared = { ...group("Old", [], 7, "old"), outputs: elsewhere, id: "7" };
  const old = stack.step("update", declared, { rules: [ip("10.1.1.1")] });
  const plan = await planned(old, stack.step("create", group("New", [], 0, "new")));
  expect(plan.unplanned).toEqual([{ kind: "IpGroup", name: "old", why: has(site.sim.gateway.url) }]);
  expect(plan.changes).toEqual([has(/^ipgroups\/saveRule .*New/u)]);
});

test("a preview without changes gives an empty plan, and no appliance is read", async () => {
  site.write("preview.json", stack.text([stack.step("same", group("Lille", [], 101))]));
  expect(await printed(site.run(["plan-requests", "preview.json"]))).toBe("The update would send nothing.\n");
  expect(site.sim.requests.verbs()).toEqual([]);
});

describe("the appliances of a rehearsal", () => {
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
    furnish(rehearsed, await readSite(configurationOf(real), { site: undefined, all: true }), steps);
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
    expect(holdingsOf(rehearsed)).toEqual(holdingsOf(real));
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
    expect(holdingsOf(rehearsed)).toEqual(holdingsOf(real));
    expect([...(rehearsed.gateway.store.ipGroups.get(103)?.rules.keys() ?? [])]).toEqual([505]);
    expect(rehearsed.gateway.store.lastIds).toMatchObject({ user: 13, userGroup: 22 });
  });
});
