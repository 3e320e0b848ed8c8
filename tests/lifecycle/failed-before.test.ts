import type { Kind } from "../../provider/registry";
import { samples } from "../kinds/samples";
import { oneWorld } from "../support/lifecycle";
import { failureOf, Resource } from "./resource";

/*
 * With --continue-on-error the engine goes on after a failure. Inputs that a failed resource gives are missing then. The
 * engine skips what needs them, but asks check and diff before.
 */
const world = oneWorld();
const kinds = Object.keys(samples) as Kind[];

test.each(kinds)("an input of a %s that a failed resource gives ends no update, and replaces nothing", async (kind) => {
  const { full } = samples[kind];
  const { id, outputs = {} } = samples[kind].entry(full) as { id: string; outputs?: object };
  const lost = Object.fromEntries(Object.entries(full).map(([key]) => [key, undefined]));
  const isRefused = async (): Promise<boolean> => (await world.provider.kind(kind).check(lost)).failures.length > 0;
  world.provider.nextCommand();
  // A kind whose inputs all have defaults or a name refuses nothing.
  const before = await isRefused();
  expect(await failureOf(new Resource(world, "UserGroup").up({ name: `ops-${kind}`, members: ["nobody"] }))).toContain(
    "nobody",
  );
  const provider = world.provider.kind(kind);
  const { failures, inputs } = await provider.check(lost);
  expect(failures).toEqual([]);
  if (before) {
    const state = { ...full, ...outputs, appliance: world.sim.gateway.url };
    expect(await provider.diff(id, state, inputs)).toMatchObject({ changes: true, replaces: [] });
    world.sim.requests.clear();
    expect(await failureOf(provider.create(inputs))).toMatch(/is required|must be/u);
    expect(world.sim.requests.verbs()).toEqual([]);
  }
  // What is wrong is still refused, and in the next command what is missing too.
  expect((await provider.check({ ...full, sitee: "x" })).failures).toHaveLength(1);
  world.provider.nextCommand();
  expect(await isRefused()).toBe(before);
});
