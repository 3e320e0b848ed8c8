import { setTimeout as sleep } from "node:timers/promises";
import { sampleOf } from "../kinds/samples";
import { holdingsOf } from "../support/held";
import { freshWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { earlierResource, failureOf, Resource } from "./resource";

/** What a resource no longer declares, and another one declares or reads. */
const world = freshWorld();

const inOneCommand = (kind: string): Resource => new Resource(world.oneCommand, kind);
const right = (seccode: string) => ({ permissionType: "app", seccode });
const rights = (...names: string[]): Properties => ({ userGroup: "staff", permissions: names.map(right) });

describe("what one resource gives to another one", () => {
  const crew = { name: "crew", members: ["admin"] };
  const run = { userGroup: "staff", ...right("runReport") };
  const within = (...profiles: string[]): Properties => ({ address: "10.0.0.9", profiles });
  type Row = [from: string, before: Properties, after: Properties, to: string, program: Properties];
  const rows: Row[] = [
    ["IpGroups", { groups: { Lab: {}, Office: {} } }, { groups: { Lab: {} } }, "IpGroup", { name: "Office" }],
    ["UserGroup", crew, { ...crew, members: [] }, "Membership", { user: "admin", userGroup: "crew" }],
    ["PermissionSet", rights("runReport", "auditing"), rights("auditing"), "Permission", run],
    ["Collector", within("own", "legacy-netops"), within("own"), "Collector", within("legacy-netops")],
    ["Exporter", within("own", "legacy-netops"), within("own"), "Exporter", within("legacy-netops")],
  ];
  const isLink = (to: string): boolean => ["Membership", "Permission"].includes(to);
  // Nothing reads a link, so its creation is sent.
  const refusalOf = (to: string): string => (isLink(to) ? "s failed: Not now." : ": it already exists (id ");
  beforeEach(() => {
    world.sim.mutate.addUserGroup("staff");
    world.sim.mutate.addProfile("own", 4000, 4001);
  });

  test.each(rows)("stays if that one cannot be created: %s", async (kind, before, after, to, program) => {
    const former = await earlierResource(world, kind, before);
    const goal = holdingsOf(world.sim);
    world.sim.faults.add({ kind: { refuse: "Not now." }, match: /assign|add|save/, times: 1 });
    expect(await failureOf(inOneCommand(to).declare(program))).toContain(refusalOf(to));
    expect(await failureOf(former.declare(after))).toContain("it stays, because the resource that was to become");
    expect(holdingsOf(world.sim)).toEqual(goal);
  });

  test.each(rows)("is named if that one fails after it was given: %s", async (kind, before, after, to, program) => {
    const former = await earlierResource(world, kind, before);
    world.sim.faults.add({ kind: { refuse: "Not now." }, match: /assign|add|save/, times: 1 });
    const said = await world.printed(async () => {
      world.sim.setLatency(sleep(1500));
      const taking = failureOf(inOneCommand(to).declare(program));
      await sleep(400);
      world.sim.setLatency(0);
      await former.declare(after);
      expect(await taking).toContain(refusalOf(to));
      await sleep(50);
    });
    expect(said).toContain("another resource has left it to this one: it stays, and no state has it now.");
  });

  test.each(rows)("is there after both, whichever begins first: %s", async (kind, before, after, to, program) => {
    for (const match of [/remove|delete/u, /add|saveRule/u]) {
      const [former, taker] = [inOneCommand(kind), inOneCommand(to)];
      await former.up(before);
      const goal = holdingsOf(world.sim);
      await world.nextRun();
      const late = world.sim.faults.add({ kind: { delayMs: 100 }, match });
      const giving = (): Promise<unknown> => former.declare(after);
      const taking = (): Promise<unknown> => taker.declare({ ...program, ...(!isLink(to) && { onExisting: "adopt" }) });
      const [first, second] = match.test("remove") ? [giving, taking] : [taking, giving];
      // A request about a link waits before it is applied, and any other change is answered late.
      if (isLink(to)) world.sim.setLatency(sleep(150));
      const running = first();
      await sleep(400);
      world.sim.setLatency(0);
      await Promise.all([running, second()]);
      late.remove();
      expect(holdingsOf(world.sim)).toEqual(goal);
      if (first === giving) expect(taker.outputs).not.toHaveProperty("origin.existed");
      await world.nextRun();
      await taker.destroy();
      await former.destroy();
    }
  });
});

test.each(["IpGroup", "IpGroupRule", "ReplicatorProfile", "Policy", "Collector", "Exporter", "Setting"])(
  "a %s that leaves the program stays if the program reads it",
  async (kind) => {
    const former = await earlierResource(world, kind, sampleOf(kind).minimal);
    const goal = holdingsOf(world.sim);
    await world.provider.kind(kind).read(former.id, {}, {});
    expect(await world.printed(() => former.remove())).toContain("kept: another resource of this program has it.");
    expect(holdingsOf(world.sim)).toEqual(goal);
  },
);

test("a group that leaves an IpGroups stays if the program reads it", async () => {
  const groups = await earlierResource(world, "IpGroups", { groups: { Lab: {}, Office: {} } });
  const goal = holdingsOf(world.sim);
  await world.provider.kind("IpGroup").read("Office", {}, {});
  expect(await world.printed(() => groups.declare({ groups: { Lab: {} } }))).toContain("it stays, because another");
  expect(holdingsOf(world.sim)).toEqual(goal);
});

test.each<[kind: string, at: (place: number) => Properties]>([
  ["Policy", (place) => ({ cidr: `10.${String(place)}.0.0/16`, kind: "include", profile: "legacy-netops" })],
  ["Permission", (place) => ({ userGroup: "staff", ...right(["runReport", "auditing", "tos"][place] ?? "") })],
])("a list of %s resources that gets another first entry has its own, and destroy removes it", async (kind, at) => {
  world.sim.mutate.addUserGroup("staff");
  const before = holdingsOf(world.sim);
  const [one, two] = [inOneCommand(kind), inOneCommand(kind)];
  await one.up(at(0));
  await two.up(at(1));
  await world.nextRun();
  await one.declare(at(2));
  await two.declare(at(0));
  for (const resource of [one, two]) await resource.removeLeft();
  expect(two.outputs).not.toHaveProperty("origin");
  await world.nextRun();
  for (const resource of [one, two]) await resource.destroy();
  expect(holdingsOf(world.sim)).toEqual(before);
});

test.each<[kind: string, number: Properties, name: Properties]>([
  ["User", { password: "a password", userGroups: [2] }, { password: "a password", userGroups: ["Guests"] }],
  ["UserGroup", { members: [1] }, { members: ["admin"] }],
])("a %s keeps a link whose number becomes the name of the same account", async (kind, number, name) => {
  const own = await earlierResource(world, kind, { name: "own", ...number });
  const goal = holdingsOf(world.sim);
  await own.up({ name: "own", ...name });
  expect(holdingsOf(world.sim)).toEqual(goal);
});
