import { setTimeout as sleep } from "node:timers/promises";
import { inParallel } from "../../support/in-parallel";
import { oneWorld, realTime } from "../../support/lifecycle";
import { isLong } from "../../support/long";
import type { Properties } from "../../support/provider-calls";
import { countsOf, P, sizes, Stack, unique } from "./stage";

/** The first requests of each process that changes something: login, current configuration, appliance's role. */
const session = { login: 1, "show/config": 1 };
/** The most rebuilds, thanks to the quiet time before a rebuild, if the engine leaves no gaps between operations. */
const mostRebuilds = (n: number): number => Math.ceil(n / P) + 2;

/** An engine writes the state of 600 resources in 54 ms after each operation. This one is three times as slow. */
const SLOW_STATE_MS = 3 * 54;

describe("an engine that leaves gaps between its operations", () => {
  const world = oneWorld(realTime);

  // The second and third one overlap, so that the provider bears the gaps of a busy machine then: up to three seconds.
  test.each([
    ["gaps of 400 ms", [0, 1500, 1900, 2300, 2700, 3100, 3500]],
    ["a stall", [0, 1500, 1600, 2700, 3500]],
  ])("forces at most 3 rebuilds with %s", async (_what, begins) => {
    const net = `10.20${begins.length}`;
    const program = (index: number): Properties => ({ address: `${net}.${index}.1`, profiles: ["legacy-netops"] });
    const { resources } = new Stack(world, "Collector", begins.length, program);
    await world.nextRun();
    const ups = resources.map((one, index) => sleep(begins[index]).then(() => one.up(program(index))));
    await Promise.all(ups);
    expect(countsOf(world)["rebuild"]).toBeLessThanOrEqual(3);
    expect(world.sim.replicator.store.uncoveredChanges()).toEqual([]);
  });

  const count = isLong ? 200 : 6;
  const profile = (index: number, sendingPort: number): Properties => {
    return { name: `slow ${index}`, listeningPort: 20_000 + index, sendingPort: sendingPort + index };
  };
  const exporter = (index: number, offset: number): Properties => {
    return { address: `10.20${index % 2}.${index >> 1}.1`, profiles: [`slow ${((index >> 1) + offset) % count}`] };
  };

  test(`forces at most 3 rebuilds for ${count} profiles and ${2 * count} exporters: create, change, destroy`, async () => {
    const { resources: profiles } = new Stack(world, "ReplicatorProfile", count, () => ({}));
    const { resources: exporters } = new Stack(world, "Exporter", 2 * count, () => ({}));
    let [writes, written] = [0, Promise.resolve()];
    const rebuilds = async (work: readonly (() => Promise<unknown>)[]): Promise<number | undefined> => {
      await world.nextRun();
      await inParallel(work, isLong ? P : 4, async (one) => {
        await one();
        // One at a time, and the time varies.
        written = written.then(() => sleep(SLOW_STATE_MS * ((writes += 1) % 3)));
        await written;
      });
      expect(world.sim.replicator.store.uncoveredChanges()).toEqual([]);
      return countsOf(world)["rebuild"];
    };
    const up = (sendingPort: number, offset: number): (() => Promise<unknown>)[] => [
      ...profiles.map((one, index) => () => one.up(profile(index, sendingPort))),
      ...exporters.map((one, index) => () => one.up(exporter(index, offset))),
    ];
    const counts = [
      await rebuilds(up(30_000, 0)),
      await rebuilds(up(40_000, 1)),
      await rebuilds([...exporters, ...profiles].map((one) => () => one.destroy())),
    ];
    expect(counts.filter((one = 9) => one < 1 || one > 3)).toEqual([]);
    expect([...world.sim.replicator.store.profiles.keys()].filter((name) => name.startsWith("slow"))).toEqual([]);
  }, 1_200_000);
});

describe("the request counts of the replicator", () => {
  const world = oneWorld(realTime);
  let ports = 1000;

  describe.each(sizes)("N = %d", (n) => {
    /** The number of dependents of each kind. They all belong to one profile. */
    const each = Math.ceil(n / 4);
    let profiles: Stack;
    let dependents: Stack[] = [];
    let word: string;
    const dependentsOf = (profile: string): [kind: string, program: (index: number) => Properties][] => [
      ["Collector", (index) => ({ address: `10.${n}.${index}.1`, profiles: [profile] })],
      ["Exporter", (index) => ({ address: `10.${n}.${index}.2`, profiles: [profile] })],
      ["Policy", (index) => ({ cidr: `10.${n}.${index}.0/24`, profile, kind: "include" })],
    ];

    const profilesAs =
      (first: number, renamed?: string) =>
      (index: number): Properties => ({
        name: index === 0 && renamed !== undefined ? renamed : `${word} ${index}`,
        listeningPort: first + index,
        sendingPort: first + index,
        enabled: false,
        description: "branch",
      });
    let first: number;

    /** Checks that a rebuild followed each change. */
    function expectRebuilt(changed: number, rebuilds: number | undefined): void {
      expect(rebuilds).toBeGreaterThanOrEqual(1);
      expect(rebuilds).toBeLessThanOrEqual(mostRebuilds(changed));
      expect(world.sim.replicator.store.uncoveredChanges()).toEqual([]);
    }

    test("creating N disabled profiles with a description sends 3N changes, at most ceil(N/p) + 2 rebuilds, each with one read, and 4 other requests", async () => {
      word = unique();
      first = ports;
      ports += n;
      profiles = new Stack(world, "ReplicatorProfile", n, profilesAs(first));
      await world.nextRun();
      await profiles.up();
      const { rebuild = 0, ...others } = countsOf(world);
      // After each rebuild, one read shows what the appliance has kept.
      const before = { ...session, "show/config": 1 + rebuild };
      expect(others).toEqual({ ...before, "profile/add": n, "profile/disable": n, "notate/profile": n });
      expectRebuilt(n, rebuild);
    });

    test("dependents that are created at the same time share one login and send one request each", async () => {
      dependents = dependentsOf(`${word} 0`).map(([kind, program]) => new Stack(world, kind, each, program));
      await world.nextRun();
      await Promise.all(dependents.map((stack) => stack.up(n)));
      const { rebuild = 0, ...others } = countsOf(world);
      expect(others).toEqual({
        ...session,
        "show/config": 1 + rebuild,
        "show/exporters": 1,
        "collector/add": each,
        "exporter/add": each,
        "policies/add": each,
      });
      expectRebuilt(3 * each, rebuild);
    });

    test("refreshing all replicator objects sends one login and at most 5 reads, whatever N is", async () => {
      await world.nextRun();
      await Promise.all([profiles, ...dependents].map((stack) => stack.refresh()));
      const { login, ...reads } = countsOf(world);
      expect(login).toBe(1);
      expect(Object.entries(reads).filter(([, count]) => count > 1)).toEqual([]);
      expect(Object.keys(reads).length).toBeLessThanOrEqual(5);
      expect(world.sim.requests.count({ kind: "write" })).toBe(0);
    });

    test("renaming a profile with dependents sends 1 login, 1 profile/rename, 3 reads and 1 rebuild", async () => {
      const renamed = `${word} renamed`;
      await world.nextRun();
      profiles.edit(profilesAs(first, renamed));
      await profiles.up();
      for (const [index, [, program]] of dependentsOf(renamed).entries()) dependents[index]?.edit(program);
      await Promise.all(dependents.map((stack) => stack.up()));
      const { login, ...others } = countsOf(world);
      expect(login).toBe(1);
      expect(others).toEqual({ "profile/rename": 1, rebuild: 1, "show/config": 2, "show/exporters": 1 });
    });
  });
});
