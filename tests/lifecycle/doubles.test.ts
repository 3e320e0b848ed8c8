import { oneWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";

const world = oneWorld();
type Declared = readonly [kind: string, program: Properties];

/** What the checks of two resources of one program say of the second. */
async function saidOfSecond([first, one]: Declared, [second, other]: Declared): Promise<string[]> {
  world.provider.nextCommand();
  const check = (kind: string, program: Properties, name: string) =>
    world.provider.kind(kind).check({ ...program, __declaredAs: name });
  expect((await check(first, one, "one")).failures).toEqual([]);
  // The engine may check a resource several times.
  expect((await check(first, one, "one")).failures).toEqual([]);
  return (await check(second, other, "two")).failures.map(({ reason }) => reason);
}

const twice = (kind: string, first: Properties, second = first): [Declared, Declared] => [
  [kind, first],
  [kind, second],
];

const rule = { type: "network", cidr: "10.0.0.0/8" };
const device = { userGroup: "ops", permissionType: "device" };
const member = { user: "anna", userGroup: 4 };
const policy = { cidr: "10.0.0.0/8", profile: "p", kind: "include" };
const collector = { address: "10.0.0.1", profiles: ["a"], description: "x" };
const setting = { name: "flowStopAlert" };
test.each<[object: string, first: Declared, second: Declared]>([
  ["IpGroup Same", ...twice("IpGroup", { name: "Same" })],
  ["IpGroup Same", ["IpGroup", { name: "Same" }], ["IpGroups", { groups: { Other: {}, Same: {} } }]],
  ["UserGroup ops", ...twice("UserGroup", { name: "ops" }, { name: "ops", templateUserGroupId: 1 })],
  ["User anna", ...twice("User", { name: "anna", password: "x" }, { name: "anna", password: "y" })],
  [
    "Permission device 10.1.1.171 for user group ops",
    ...twice("Permission", { ...device, seccode: "10.1.1.171" }, { ...device, seccode: "0a0101ab" }),
  ],
  ["Membership user anna in user group 4", ...twice("Membership", member, { ...member, userGroup: "4" })],
  [
    "network 10.0.0.0/8 in IP group 12",
    ...twice("IpGroupRule", { groupId: 12, rule }, { groupId: "12", rule: { cidr: "10.0.0.0/8", type: "network" } }),
  ],
  ["ReplicatorProfile p", ...twice("ReplicatorProfile", { listeningPort: 2055, sendingPort: 2056, name: "p" })],
  ["policy for 10.0.0.0/8 in p", ...twice("Policy", policy, { ...policy, kind: "exclude" })],
  ["collector 10.0.0.1 in profile a", ...twice("Collector", collector, { ...collector, profiles: ["a", "b"] })],
])("two resources that declare %s: the second is refused", async (object, first, second) => {
  const text = `${second[0]} "two" declares the same object as ${first[0]} "one" in this program`;
  expect(await saidOfSecond(first, second)).toEqual([`${text}, ${object}. Remove one of them.`]);
});

test.each<[title: string, first: Declared, second: Declared]>([
  ["names that differ in case", ...twice("IpGroup", { name: "same" }, { name: "Same" })],
  ["one name in two kinds", ["IpGroup", { name: "Same" }], ["UserGroup", { name: "Same" }]],
  ["two rules of one group", ...twice("IpGroupRule", { groupId: 12, rule }, { groupId: 12, rule: { type: "all" } })],
  ["two collectors of an address in two profiles", ...twice("Collector", collector, { ...collector, profiles: ["b"] })],
  ["value and state of one setting", ...twice("Setting", { ...setting, value: "5" }, { ...setting, enabled: true })],
  ["equal values of one setting", ...twice("Setting", { ...setting, value: "5" })],
  ["equal preferences of one user", ...twice("UserPreferences", { userId: 11, preferences: { language: "fr" } })],
  ["a collector and an exporter of one address with one note", ["Collector", collector], ["Exporter", collector]],
])("%s are two objects", async (_title, first, second) => {
  expect(await saidOfSecond(first, second)).toEqual([]);
});

test("two resources that declare different values of one thing: the second is refused", async () => {
  expect(await saidOfSecond(["Collector", collector], ["Exporter", { ...collector, description: "y" }])).toEqual([
    'description of 10.0.0.1: Collector "one" declares "x" and this resource "y", but there is only one',
  ]);
});
