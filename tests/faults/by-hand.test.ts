import { isDeepStrictEqual } from "node:util";
import { definitionOf } from "../../provider/registry";
import { earlierResource, expectKept, Resource } from "../lifecycle/resource";
import { holdingsOf } from "../support/held";
import type { Properties } from "../support/provider-calls";
import { benchOfKinds, isRead, kinds, withContent, withoutNumbers } from "./kinds";

/** What others do to an object of ours, for every kind. */
const bench = benchOfKinds();
const { world } = bench;

const without =
  (...some: string[]) =>
  (kind: string) =>
    !some.includes(kind);

/** The outputs that differ between two states, without the marks. */
const changedIn = (before: Properties, after: Properties): string[] =>
  Object.keys(after).filter((key) => key !== "origin" && !isDeepStrictEqual(before[key], after[key]));

test.each(kinds.filter(isRead).filter(without("Setting")))(
  "a removed %s is gone, and the next up creates it as it is declared",
  async (kind) => {
    const goal = await bench.goal(kind);
    const resource = await bench.made(kind);
    world.reset();
    const program = bench.inputs(kind, "first");
    expect(await resource.refresh()).toBe("gone");
    expect(await resource.up(program)).toBe("create");
    const { create } = bench.declared(kind).changes;
    expect(bench.changes()).toEqual(create.map((change) => expect.stringMatching(change) as string));
    expect(holdingsOf(world.sim)).toEqual(goal);
    await expectKept(world, resource);
    await bench.end(resource);
  },
);

test.each(kinds.filter((kind) => !isRead(kind)))(
  "a removed %s, which no action reads, stays in the state, and nothing is sent",
  async (kind) => {
    const resource = await bench.made(kind);
    world.reset();
    expect(await resource.refresh()).toBe("same");
    expect(await resource.up(bench.inputs(kind, "first"))).toBe("same");
    expect(world.sent()).toEqual([]);
    await world.nextRun();
    await bench.end(resource);
  },
);

test.each(withContent.filter(without("Policy")))(
  "a changed %s shows what changed if an action reads it, and the next up repairs it",
  async (kind) => {
    const goal = await bench.goal(kind);
    const resource = await bench.made(kind);
    const { outputs } = resource;
    const theirs = new Resource(world, kind);
    theirs.assume(resource.id, outputs);
    await theirs.up(bench.inputs(kind, "theirs"));
    const held = world.store();
    await world.nextRun();
    expect(await resource.refresh()).toBe(isRead(kind) ? "changed" : "same");
    if (isRead(kind)) expect(changedIn(outputs, resource.outputs)).toEqual(changedIn(outputs, theirs.outputs));
    expect(world.changes()).toEqual([]);
    expect(await resource.up(bench.inputs(kind, "first"))).toBe(isRead(kind) ? "update" : "same");
    if (isRead(kind)) expect(holdingsOf(world.sim)).toEqual(goal);
    else expect(world.store()).toBe(held);
    await expectKept(world, resource);
    await resource.destroy();
  },
);

/** Each input that others change in place. An `IpGroups` has only one. */
const ignorable = withContent
  .filter(isRead)
  .filter(without("IpGroups", "Policy"))
  .flatMap((kind) => {
    const { first = {}, theirs = {} } = withoutNumbers[kind] ?? {};
    return Object.keys(theirs)
      .filter((input) => !isDeepStrictEqual(first[input], theirs[input]))
      .map((input) => ({ kind, input }));
  });

test.each(ignorable)(
  "an ignored $input of a $kind stays as others changed it, and the rest of an update arrives",
  async ({ kind, input }) => {
    const { second } = bench.declared(kind);
    const [first, theirs] = [bench.inputs(kind, "first"), bench.inputs(kind, "theirs")];
    // What the appliances hold if a program declares the value of the others.
    const model = await bench.made(kind);
    await model.up({ ...second, [input]: theirs[input] });
    const goal = structuredClone(holdingsOf(world.sim));
    world.reset();
    await world.nextRun();
    const resource = await bench.made(kind);
    const others = new Resource(world, kind);
    others.assume(resource.id, resource.outputs);
    await others.up({ ...first, [input]: theirs[input] });
    await world.nextRun();
    // With `ignoreChanges`, the engine passes the value of the state in place of the program's.
    await resource.up({ ...second, [input]: first[input] });
    expect(holdingsOf(world.sim)).toEqual(goal);
    await resource.destroy();
  },
);

/** What a program may leave out: then it is the appliance's. */
const optional = ignorable.filter(({ kind, input }) => definitionOf(kind).keepsWhenUnset?.includes(input as never));

test.each(optional)("an $input that a $kind does not declare is not managed", async ({ kind, input }) => {
  const { [input]: _, ...program } = bench.inputs(kind, "first");
  const resource = await earlierResource(world, kind, program);
  const others = new Resource(world, kind);
  others.assume(resource.id, resource.outputs);
  await others.up({ ...program, [input]: bench.inputs(kind, "theirs")[input] });
  const held = structuredClone(holdingsOf(world.sim));
  await world.nextRun();
  expect([await resource.refresh(), await resource.up(program)]).toEqual(["same", "same"]);
  expect(holdingsOf(world.sim)).toEqual(held);
  await resource.destroy();
});

test.each(["Collector", "Exporter"] as const)(
  "a membership of a %s that others remove comes back, and one that they add stays, as do their counters",
  async (kind) => {
    const { mutate, replicator } = world.sim;
    const program = { address: "10.60.0.9", profiles: ["base", "spare"] };
    const resource = await earlierResource(world, kind, program);
    const heldIn = (profile: string): boolean =>
      replicator.store.profiles.get(profile)?.[`${kind.toLowerCase() as "collector"}s`].has("10.60.0.9") === true;
    mutate[`remove${kind}`]("10.60.0.9", "base");
    mutate[`add${kind}`]("10.60.0.9", "legacy-netops");
    mutate.raiseAlarm(kind === "Collector" ? "collector" : "exporter", "10.60.0.9", 2055);
    expect([await resource.refresh(), await resource.up(program)]).toEqual(["changed", "update"]);
    await expectKept(world, resource, program);
    await resource.destroy();
    expect(["base", "spare", "legacy-netops"].map(heldIn)).toEqual([false, false, true]);
    mutate[`remove${kind}`]("10.60.0.9", "legacy-netops");
  },
);
