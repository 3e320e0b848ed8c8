import { holdingsOf } from "../support/held";
import { freshWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { earlierResource, failureOf, newResource, Resource } from "./resource";

/** Whose an object is, over several runs between which others change the appliances. */
const world = freshWorld();

const inOneCommand = (kind: string): Resource => new Resource(world.oneCommand, kind);
const right = (seccode: string) => ({ permissionType: "app", seccode });
const rights = (...names: string[]): Properties => ({ userGroup: "staff", permissions: names.map(right) });
const ip = (address: string) => ({ type: "ip", address }) as const;
const office = [{ type: "network", cidr: "10.1.0.0/16" }];
const held = (name: string): number => world.sim.gateway.store.ipGroupsNamed(name)[0]?.rules.size ?? -1;
const permissionsOf = (group: string): string[] | undefined => holdingsOf(world.sim).userGroups[group]?.permissions;

describe("an object that another resource of the same run takes over stays when its own resource goes", () => {
  const adopt = { onExisting: "adopt" };
  const group = { name: "Office", rules: office };
  const Office = { rules: office };
  type To = [kind: string, before: Properties | undefined, after: Properties];
  test.each<[string, from: [kind: string, program: Properties], To]>([
    [
      "an IpGroup into an existing IpGroups",
      ["IpGroup", group],
      ["IpGroups", { groups: { Lab: {} } }, { groups: { Lab: {}, Office }, ...adopt }],
    ],
    ["an IpGroup into a new IpGroups", ["IpGroup", group], ["IpGroups", undefined, { groups: { Office }, ...adopt }]],
    ["from IpGroups to IpGroup", ["IpGroups", { groups: { Office } }], ["IpGroup", undefined, { ...group, ...adopt }]],
    [
      "a Membership into existing members",
      ["Membership", { user: "admin", userGroup: "crew" }],
      ["UserGroup", { name: "crew", members: [] }, { name: "crew", members: ["admin"], ...adopt }],
    ],
    [
      "a Permission into an existing PermissionSet",
      ["Permission", { userGroup: "staff", ...right("runReport") }],
      ["PermissionSet", rights("saveReport"), { ...rights("runReport"), ...adopt }],
    ],
    [
      "an IpGroupRule into the IpGroup that holds it",
      ["IpGroupRule", { groupId: 104, rule: office[0] }],
      ["IpGroup", undefined, { name: "Desk", rules: office, ...adopt }],
    ],
  ])("%s", async (_title, from, to) => {
    world.sim.mutate.addUserGroup("staff");
    world.sim.mutate.addIpGroup("Desk");
    const [old, taker] = [inOneCommand(from[0]), inOneCommand(to[0])];
    if (to[1] !== undefined) await taker.up(to[1]);
    await old.up(from[1]);
    const goal = holdingsOf(world.sim);
    await world.nextRun();
    await taker.up(to[2]);
    await old.remove();
    const lost = to[0] === "PermissionSet" ? ["app runReport"] : undefined;
    if (lost === undefined) expect(holdingsOf(world.sim)).toEqual(goal);
    else expect(permissionsOf("staff")).toEqual(lost);
    await world.nextRun();
    expect(await taker.up(to[2])).toBe("same");
  });
});

test.each<[kind: string, program: Properties]>([
  ["IpGroup", { name: "Office", rules: office }],
  ["User", { name: "Office", password: "a password" }],
  ["ReplicatorProfile", { name: "Office", listeningPort: 3055, sendingPort: 3056 }],
])(
  "a %s that another resource has adopted is refused for one of the two, in the same run and in a later one",
  async (kind, program) => {
    const [own, taker] = [inOneCommand(kind), inOneCommand(kind)];
    await own.up(program);
    const before = world.store();
    const renamed = { ...program, name: "Bureau" };
    await world.nextRun();
    await taker.up({ ...program, onExisting: "adopt" });
    expect(await failureOf(own.up(renamed))).toContain("has taken it over");
    // A user that was adopted is replaced instead: nothing shows its number.
    for (const later of kind === "User" ? [own] : [own, taker]) {
      await world.nextRun();
      expect(await (later === own ? taker : own).up(program)).toBe("same");
      expect(await failureOf(later.up(renamed))).toContain("has taken it over");
    }
    expect(world.store()).toBe(before);
  },
);

test.each([
  ["IpGroup", {}],
  ["User", { password: "a password" }],
])("a %s with the name of one that leaves in the same run is refused with a cure", async (kind, program) => {
  await newResource(world, kind, { ...program, name: "Office" });
  const other = await newResource(world, kind, { ...program, name: "Lab" });
  expect(await failureOf(other.up({ ...program, name: "Office" }))).toContain("in a pulumi up of its own first");
});

test.each<[kind: string, remove: "removeUser" | "removeProfile", program: Properties]>([
  ["User", "removeUser", { password: "a password" }],
  ["ReplicatorProfile", "removeProfile", { listeningPort: 3055, sendingPort: 3056 }],
])("a %s with the name of one that was removed by hand is not renamed for that one", async (kind, remove, program) => {
  const [own, next] = [inOneCommand(kind), inOneCommand(kind)];
  await own.up({ ...program, name: "Office" });
  await next.up({ ...program, ...("listeningPort" in program && { listeningPort: 3057 }), name: "Lab" });
  world.sim.mutate[remove]("Office");
  await world.nextRun();
  await next.up({ ...next.inputs, name: "Office" });
  const before = world.store();
  expect(await failureOf(own.up({ ...program, name: "Bureau" }))).toContain("has taken it over");
  expect(world.store()).toBe(before);
});

test.each<[kind: string, program: Properties]>([
  ["User", { password: "a password" }],
  ["ReplicatorProfile", { listeningPort: 3055, sendingPort: 3056 }],
])("destroy does not touch a %s of others that has the former name after a lost renaming", async (kind, program) => {
  const own = inOneCommand(kind);
  await own.up({ ...program, name: "Office" });
  await world.nextRun();
  const { faults, mutate } = world.sim;
  const lost = faults.add({ match: /rename|changeUsername/u, kind: "resetAfterApply", times: 1 });
  faults.add({ match: /config|changeUsername/u, kind: "resetBeforeApply", when: () => lost.hits > 0 });
  await failureOf(own.up({ ...program, name: "Bureau" }));
  expect(own.outputs).toHaveProperty("doubt.tried.name", "Bureau");
  faults.clear();
  if (kind === "ReplicatorProfile") mutate.addProfile("Office", 3060, 3061);
  else mutate.addUser("Office");
  const { users, profiles } = holdingsOf(world.sim);
  await world.nextRun();
  expect(await failureOf(own.destroy())).toMatch(kind === "User" ? /"Office" and "Bureau" both exist/u : /succeeded/u);
  delete profiles["Bureau"];
  const after = holdingsOf(world.sim);
  expect([after.users, after.profiles]).toEqual([users, profiles]);
});

test.each<[kind: string, other: string, program: Properties]>([
  ["ReplicatorProfile", "Collector", { address: "10.0.0.9", profiles: ["own"] }],
  ["ReplicatorProfile", "Exporter", { address: "10.0.0.9", profiles: ["own"] }],
  ["ReplicatorProfile", "Policy", { cidr: "10.0.0.0/24", kind: "include", profile: "own" }],
  ["User", "Membership", { user: "own", userGroup: "staff" }],
  ["User", "UserGroup", { name: "crew", members: ["own"] }],
  ["UserGroup", "Membership", { user: "admin", userGroup: "own" }],
  ["UserGroup", "User", { name: "frida", password: "a password", userGroups: ["own"] }],
  ["UserGroup", "Permission", { userGroup: "own", ...right("runReport") }],
  ["UserGroup", "PermissionSet", { ...rights("runReport"), userGroup: "own" }],
])("a %s that leaves the program stays while a %s refers to it by name", async (kind, other, program) => {
  world.sim.mutate.addUserGroup("staff");
  const ports = { listeningPort: 3055, sendingPort: 3056 };
  const own = inOneCommand(kind);
  const declared = { name: "own", ...{ User: { password: "a password" }, ReplicatorProfile: ports }[kind] };
  await own.up(declared);
  const referring = await earlierResource(world, other, program);
  const goal = holdingsOf(world.sim);
  expect(await referring.declare(program)).toBe("same");
  expect(await failureOf(own.remove())).toContain(`it stays, because ${other} "`);
  expect([own.exists, holdingsOf(world.sim)]).toEqual([true, goal]);
  // The preview of a replacement names the followers too.
  const changed = { User: { password: "another password" }, UserGroup: { templateUserGroupId: 1 } }[kind];
  if (changed !== undefined) {
    await world.nextRun();
    await own.plan({ name: "own", ...changed });
    expect((await referring.plan(program)).step).toBe("update");
  }
  await world.nextRun();
  expect(await failureOf(inOneCommand(kind).declare(declared))).toContain("already exists");
  expect(await failureOf(referring.remove())).toContain("that was to become or hold it failed.");
  expect(holdingsOf(world.sim)).toEqual(goal);
});

describe("a group that was renamed", () => {
  const kinds: [string, Properties][] = [
    ["IpGroup", { name: "Office", rules: office }],
    ["IpGroups", { groups: { Office: { rules: office } } }],
  ];
  test.each(kinds)("%s: by hand, it is refused by destroy, and a refresh shows it", async (kind, program) => {
    const resource = await newResource(world, kind, program);
    world.sim.mutate.renameIpGroup("Office", "Bureau");
    await world.nextRun();
    const changed = kind === "IpGroup" ? { ...program, rules: [] } : { groups: { Office: {} } };
    for (const call of [() => resource.up(changed), () => resource.destroy()])
      expect(await failureOf(call())).toContain("Repeat the command after this: pulumi refresh");
    await world.nextRun();
    expect(await resource.refresh()).toBe("changed");
    await world.nextRun();
    await resource.destroy();
    expect([held("Office"), held("Bureau")]).toEqual([-1, -1]);
  });

  test("a renaming that the gateway spells otherwise keeps the group in the state", async () => {
    const resource = await newResource(world, "IpGroup", { name: "Office", rules: office });
    world.sim.faults.add({
      match: "ipgroups/update",
      kind: { rewrite: (answer) => ({ ...(answer as object), fc_name: "HEAD OFFICE" }) },
      times: 1,
    });
    await world.nextRun();
    const said = await failureOf(resource.up({ name: "Head Office", rules: office }));
    expect(said).toContain('calls it "HEAD OFFICE" instead of "Head Office"');
    world.sim.mutate.renameIpGroup("Head Office", "HEAD OFFICE");
    await world.nextRun();
    expect(await resource.refresh()).not.toBe("gone");
    expect(await resource.up({ name: "HEAD OFFICE", rules: office })).toBe("same");
  });
});

describe("a group that was renamed by hand while the outcome of its last change is unknown", () => {
  const kinds = [
    ["IpGroup", (rules: Properties[]): Properties => ({ name: "Office", rules })],
    ["IpGroups", (rules: Properties[]): Properties => ({ groups: { Office: { rules } } })],
  ] as const;
  const rows = kinds.flatMap(([kind, program]) =>
    ["up", "destroy"].flatMap((next) =>
      (["resetAfterApply", "resetBeforeApply"] as const).map((fault) => ({ kind, program, next, fault })),
    ),
  );
  test.each(rows)("is found by refresh and $next, in $kind after $fault", async ({ kind, program, next, fault }) => {
    const [before, after] = [program([...office, ip("10.2.0.1")]), program([...office, ip("10.2.0.2")])];
    const resource = await newResource(world, kind, before);
    const lost = world.sim.faults.add({ match: "ipgroups/update", kind: fault, times: 1 });
    const page = world.sim.faults.add({ kind: "html", when: () => lost.hits > 0 });
    expect(await failureOf(resource.up(after))).toContain("outcome unknown");
    page.remove();
    world.sim.mutate.renameIpGroup("Office", "Bureau");
    await world.nextRun();
    expect(await failureOf(resource.destroy())).toContain(
      'was renamed to "Bureau" by hand. Repeat the command after this: pulumi refresh',
    );
    expect(await resource.refresh()).toBe("changed");
    await world.nextRun();
    if (next === "up") await resource.up(after);
    expect([held("Office"), held("Bureau")]).toEqual(next === "up" ? [2, -1] : [-1, 2]);
    await resource.destroy();
    expect([held("Office"), held("Bureau")]).toEqual([-1, -1]);
  });
});

test("a rule that the gateway shows in another form is added once, and left by destroy", async () => {
  world.sim.mutate.addIpGroup("Europe", [ip("10.2.0.1")]);
  const rewrite = (answer: unknown): unknown => {
    const { results } = answer as { results: { type: string; sip?: string }[] };
    return { results: results.map((one) => (one.sip === "10.1.0.1" ? { ...one, type: "host" } : one)) };
  };
  world.sim.faults.add({ match: "ipgroups/loadRules", kind: { rewrite } });
  const program = { groupId: 104, rule: ip("10.1.0.1") };
  const resource = await newResource(world, "IpGroupRule", program);
  const rules = world.sim.gateway.store.ipGroups.get(104)?.rules;
  expect(rules?.size).toBe(2);
  for (const _run of [1, 2]) {
    await world.nextRun();
    await resource.refresh();
    expect(await resource.up(program)).toBe("same");
  }
  expect(rules?.size).toBe(2);
  expect(await world.printed(() => resource.destroy())).toContain("which this package does not understand");
});

test.each(["the adopting one", "the former one"])(
  "two resources never have one group with exit 0, if %s comes first",
  async (first) => {
    const former = inOneCommand("IpGroup");
    await former.declare({ name: "Former" });
    world.sim.mutate.renameIpGroup("Former", "Adopted");
    await world.nextRun();
    const adopting = inOneCommand("IpGroup");
    const all = [
      () => adopting.declare({ name: "Adopted", onExisting: "adopt" }),
      () => former.declare({ name: "Former" }),
    ];
    const [one, other] = first === "the former one" ? all.reverse() : all;
    await one?.();
    expect(await failureOf(other?.() ?? Promise.resolve())).toContain("Remove one of the two resources.");
    expect(world.changes()).toEqual([]);
  },
);
