import type { Kind } from "../../provider/registry";
import { samples } from "../kinds/samples";
import { holdingsOf } from "../support/held";
import { oneWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { failureOf, newResource, Resource } from "./resource";

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

test.each<[kind: string, program: Properties, what: string, others: () => void]>([
  ["User", { password: "a password", userGroups: [2] }, "do nothing", () => undefined],
  [
    "ReplicatorProfile",
    { listeningPort: 9, sendingPort: 10 },
    "take the name",
    () => world.sim.mutate.addProfile("old", 5, 6),
  ],
  ["IpGroup", {}, "do nothing", () => undefined],
  ["IpGroup", {}, "add a rule", () => world.sim.mutate.addRules("new", [{ type: "ip", address: "10.1.0.1" }])],
])(
  "a run that renamed a %s %j and was killed is finished by the next one, if others %s",
  async (kind, more, _, act) => {
    const resource = await newResource(world, kind, { ...more, name: "old" });
    const restore = resource.backup();
    await resource.up({ ...more, name: "new" });
    restore();
    act();
    const held = world.sim.snapshot();
    await world.nextRun();
    expect(await resource.up({ ...more, name: "new" })).toBe("update");
    expect(world.sim.snapshot()).toBe(held);
    await resource.destroy();
    expect(JSON.stringify(holdingsOf(world.sim))).not.toContain('"new"');
  },
);
