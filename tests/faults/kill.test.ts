import { setTimeout } from "node:timers/promises";
import type { Operation } from "../kinds/program";
import { failureOf, Resource } from "../lifecycle/resource";
import { holdingsOf } from "../support/held";
import type { RunOptions } from "../support/lifecycle";
import { isLong } from "../support/long";
import { benchOfKinds, kinds } from "./kinds";

/** What the next run makes of what a provider process did that was killed. tests/property kills at each write. */
const bench = benchOfKinds();
const { world } = bench;

const own = { concurrency: 16, timeouts: { headers: 600_000, total: 600_000 } };
/** Every request that waits for its answer occupies a slot, and no request is given up. */
const wide: RunOptions = { config: { gateway: own, replicator: own } };

/** A call, and "action verb detail" of the request that is carried out, but not answered yet when the process dies. */
type Killed = readonly [step: RegExp, call: () => Promise<unknown>];

/** Ends the process when each call has reached its step. The state stays as it was before the calls. */
async function kill(calls: readonly Killed[], end = (): Promise<unknown> => world.provider.kill()): Promise<void> {
  const { faults, requests } = world.sim;
  for (const [step] of calls) faults.add({ match: step, times: 1, kind: { delayMs: 60_000 } });
  const outcomes = calls.map(([, call]) => failureOf(call()));
  const isThere = ([step]: Killed): boolean =>
    requests.where({ action: step }).some(({ applied, status }) => applied && status === 0);
  while (!calls.every(isThere)) await setTimeout(5);
  await end();
  expect(await Promise.all(outcomes)).not.toContain("the call succeeded");
  faults.clear();
  await world.nextRun(wide);
}

/** One resource of each kind, and the content of the appliances when each is as its first or second program says. */
const resources = (): Resource[] => kinds.map((kind) => new Resource(world, kind));
const programOf = (edition: "first" | "second") => (resource: Resource) => bench.declared(resource.kind)[edition];
const upAll = async (all: readonly Resource[], edition: "first" | "second"): Promise<unknown> => {
  for (const one of all) await one.up(programOf(edition)(one));
  return structuredClone(holdingsOf(world.sim));
};

/** The calls of an operation, each killed at its first or last request. */
function killed(
  all: readonly Resource[],
  operation: Operation,
  at: 0 | -1,
  call: (one: Resource) => Promise<unknown>,
): Killed[] {
  return all.flatMap((one) => {
    const step = bench.declared(one.kind).changes[operation].at(at);
    return step === undefined ? [] : [[step, () => call(one)] as const];
  });
}

/** What the appliances hold when each resource was created without a fault. */
let goal: unknown;
beforeAll(async () => {
  await world.nextRun(wide);
  goal = await upAll(resources(), "first");
  bench.reset();
});
beforeEach(() => world.nextRun(wide));

const steps = [
  ["first", 0],
  ["last", -1],
] as const;
describe.each(steps.slice(0, isLong ? 2 : 1))(
  "after a process was killed at the %s request of each kind",
  (_which, at) => {
    test("of a creation, the next up names what is not in the state, and makes nothing twice", async () => {
      const all = resources();
      await kill(killed(all, "create", at, (one) => one.up(programOf("first")(one))));
      for (const one of all) {
        const program = programOf("first")(one);
        const said = await failureOf(one.up(program));
        if (said === "the call succeeded") continue;
        expect(said).toMatch(/exists.*onExisting: "adopt"/u);
        expect(await one.up({ ...program, onExisting: "adopt" })).toBe("create");
      }
      expect(holdingsOf(world.sim)).toEqual(goal);
    });

    test("of a deletion, the next destroy completes it", async () => {
      const all = resources();
      await upAll(all, "first");
      await kill(killed(all, "delete", at, (one) => one.destroy()));
      for (const one of all.filter(({ exists }) => exists)) await one.destroy();
      expect(world.store()).toBe(bench.before);
    });
  },
);

test("a provider process whose engine was killed ends by itself, and changes nothing more", async () => {
  const profile = new Resource(world, "ReplicatorProfile");
  const program = programOf("first")(profile);
  await kill([[/profile\/add/u, () => profile.up(program)]], async () => {
    expect(await world.provider.abandon()).toBeNull();
    expect(world.changes()).toEqual(["profile/add"]);
  });
  expect(await failureOf(profile.up(program))).toContain('onExisting: "adopt"');
  expect(await profile.up({ ...program, onExisting: "adopt" })).toBe("create");
});
