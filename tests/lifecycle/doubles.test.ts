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

const rule = { type: "network", cidr: "10.0.0.0/8" };
const device = { userGroup: "ops", permissionType: "device" };
const profile = { listeningPort: 2055, sendingPort: 2056 };
test.each<[object: string, first: Declared, second: Declared]>([
  ["IpGroup Same", ["IpGroup", { name: "Same" }], ["IpGroup", { name: "Same" }]],
  ["IpGroup Same", ["IpGroup", { name: "Same" }], ["IpGroups", { groups: { Other: {}, Same: {} } }]],
  ["UserGroup ops", ["UserGroup", { name: "ops" }], ["UserGroup", { name: "ops", templateUserGroupId: 1 }]],
  ["User anna", ["User", { name: "anna", password: "x" }], ["User", { name: "anna", password: "y" }]],
  [
    "Permission device 10.1.1.171 for user group ops",
    ["Permission", { ...device, seccode: "10.1.1.171" }],
    ["Permission", { ...device, seccode: "0a0101ab" }],
  ],
  [
    "Membership user anna in user group 4",
    ["Membership", { user: "anna", userGroup: 4 }],
    ["Membership", { user: "anna", userGroup: "4" }],
  ],
  [
    "network 10.0.0.0/8 in IP group 12",
    ["IpGroupRule", { groupId: 12, rule }],
    ["IpGroupRule", { groupId: "12", rule: { cidr: "10.0.0.0/8", type: "network" } }],
  ],
  [
    "ReplicatorProfile p",
    ["ReplicatorProfile", { ...profile, name: "p" }],
    ["ReplicatorProfile", { ...profile, name: "p" }],
  ],
  [
    "policy for 10.0.0.0/8 in p",
    ["Policy", { cidr: "10.0.0.0/8", profile: "p", kind: "include" }],
    ["Policy", { cidr: "10.0.0.0/8", profile: "p", kind: "exclude" }],
  ],
  [
    "Collector 10.0.0.1",
    ["Collector", { address: "10.0.0.1", profiles: ["a"] }],
    ["Collector", { address: "10.0.0.1", profiles: ["b"] }],
  ],
  [
    "Setting flowStopAlert",
    ["Setting", { name: "flowStopAlert", value: "5" }],
    ["Setting", { name: "flowStopAlert", enabled: true }],
  ],
])("two resources that declare %s: the second is refused", async (object, first, second) => {
  const text = `${second[0]} "two" declares the same object as ${first[0]} "one" in this program`;
  expect(await saidOfSecond(first, second)).toEqual([`${text}, ${object}. Remove one of them.`]);
});

test.each<[title: string, first: Declared, second: Declared]>([
  ["names that differ in case", ["IpGroup", { name: "same" }], ["IpGroup", { name: "Same" }]],
  ["one name in two kinds", ["IpGroup", { name: "Same" }], ["UserGroup", { name: "Same" }]],
  [
    "two rules of one group",
    ["IpGroupRule", { groupId: 12, rule }],
    ["IpGroupRule", { groupId: 12, rule: { type: "all" } }],
  ],
  [
    "a collector and an exporter of one address with one note",
    ["Collector", { address: "10.0.0.1", profiles: ["a"], description: "x" }],
    ["Exporter", { address: "10.0.0.1", profiles: ["a"], description: "x" }],
  ],
])("%s are two objects", async (_title, first, second) => {
  expect(await saidOfSecond(first, second)).toEqual([]);
});

test("two resources that declare different values of one thing: the second is refused", async () => {
  const collector: Declared = ["Collector", { address: "10.0.0.1", profiles: ["a"], description: "x" }];
  const exporter: Declared = ["Exporter", { address: "10.0.0.1", profiles: ["a"], description: "y" }];
  expect(await saidOfSecond(collector, exporter)).toEqual([
    'description of 10.0.0.1: Collector "one" declares "x" and this resource "y", but there is only one',
  ]);
});
