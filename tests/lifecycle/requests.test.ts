import { startWorld, type World } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { Resource } from "./resource";

/** How many resources of one kind a program declares. */
const N = 20;
/** The engine's parallelism. */
const P = 4;

type Task = () => Promise<unknown>;

/** Runs tasks as the engine does: at most `p` at a time, the next one when one has ended. */
async function parallel(tasks: readonly Task[], p = P): Promise<void> {
  const waiting = [...tasks];
  const work = async (): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await task();
  };
  await Promise.all(Array.from({ length: p }, work));
}

describe("requests", () => {
  let world: World;
  let count = 0;

  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());
  beforeEach(() => {
    count += 1;
  });

  const counts = (): Record<string, number> => {
    const sent: Record<string, number> = {};
    for (const verb of world.sim.requests.verbs()) sent[verb] = (sent[verb] ?? 0) + 1;
    return sent;
  };

  /** N resources and what the program declares of each. */
  function declare(kind: string, inputs: (index: number) => Properties, n = N): [Resource, Properties][] {
    return Array.from({ length: n }, (_, index) => [new Resource(world, kind), inputs(index)]);
  }
  const up = (declared: readonly [Resource, Properties][]): Task[] =>
    declared.map(
      ([resource, inputs]) =>
        () =>
          resource.up(inputs),
    );
  const refresh = (declared: readonly [Resource, Properties][]): Task[] =>
    declared.map(
      ([resource]) =>
        () =>
          resource.refresh(),
    );
  const destroy = (declared: readonly [Resource, Properties][]): Task[] =>
    declared.map(
      ([resource]) =>
        () =>
          resource.destroy(),
    );

  const groups = (): [Resource, Properties][] =>
    declare("IpGroup", (index) => ({
      name: `${count} group ${index}`,
      rules: [{ type: "network", cidr: `10.${index}.0.0/16` }],
    }));

  describe("to the gateway", () => {
    test("creating N IP groups sends N + 1: the list once, and one saveRule each", async () => {
      await world.nextRun();
      const declared = groups();
      await parallel(up(declared), N);
      expect(counts()).toEqual({ "ipgroups/loadTreeRootFast": 1, "ipgroups/saveRule": N });
      await parallel(destroy(declared));
    });

    test("preview and an up without a change send none", async () => {
      const declared = groups();
      await parallel(up(declared));
      await world.nextRun();
      await parallel(
        declared.map(
          ([resource, inputs]) =>
            () =>
              resource.preview(inputs),
        ),
      );
      await parallel(up(declared));
      expect(counts()).toEqual({});
      await parallel(destroy(declared));
    });

    test("refreshing N IP groups sends 1 + N: the list once, and the rules of each", async () => {
      const declared = groups();
      await parallel(up(declared));
      await world.nextRun();
      await parallel(refresh(declared));
      expect(counts()).toEqual({ "ipgroups/loadTreeRootFast": 1, "ipgroups/loadRules": N });
      await parallel(destroy(declared));
    });

    test("changing the name and rules of a group at once sends one update and two reads", async () => {
      const [[resource] = []] = groups();
      if (resource === undefined) throw new Error("there is no group");
      const rules = Array.from({ length: 9 }, (_, index) => ({ type: "ip", address: `10.0.0.${index}` }));
      await resource.up({ name: `${count} before`, rules });
      await world.nextRun();
      const changed = [...rules.slice(3), { type: "all" }, { type: "network", cidr: "10.9.0.0/16" }];
      await resource.up({ name: `${count} after`, rules: changed });
      expect(world.sim.requests.verbs()).toEqual([
        "ipgroups/loadTreeRootFast",
        "ipgroups/loadRules",
        "ipgroups/update",
      ]);
      await resource.destroy();
    });

    test("deleting N IP groups sends 1 list and at most N deletes, fewer while the gateway is busy", async () => {
      const declared = groups();
      await parallel(up(declared));
      await world.nextRun();
      world.sim.setLatency(20);
      await parallel(destroy(declared), N);
      world.sim.setLatency(0);
      const { "ipgroups/delete": deletes = 0, ...others } = counts();
      expect(others).toEqual({ "ipgroups/loadTreeRootFast": 1 });
      expect(deletes).toBeGreaterThan(0);
      expect(deletes).toBeLessThan(N);
    });

    test.each([
      ["UserGroup", "user_api/createUsergroup", (index: number) => ({ name: `${count} users ${index}` })],
      [
        "Permission",
        "user_api/permissions",
        (index: number) => ({ userGroupId: 2, permissionType: "gadget", seccode: `gadget${count}x${index}` }),
      ],
    ])("creating 40 of kind %s at concurrency 1 and 100 ms sends at most a quarter", async (kind, verb, inputs) => {
      await world.nextRun({ config: { gateway: { concurrency: 1 } } });
      world.sim.setLatency(100);
      const declared = declare(kind, inputs, 40);
      await parallel(up(declared), 40);
      world.sim.setLatency(0);
      expect(Object.keys(counts())).toEqual([verb]);
      expect(counts()[verb]).toBeLessThanOrEqual(10);
      await parallel(destroy(declared), 40);
    });

    test("never more are in flight than concurrency allows", async () => {
      await world.nextRun({ config: { gateway: { concurrency: 3 } } });
      world.sim.setLatency(5);
      const declared = groups();
      await parallel(up(declared), N);
      await parallel(destroy(declared), N);
      world.sim.setLatency(0);
      expect(world.sim.requests.maxInFlight("gateway")).toBe(3);
    });
  });

  describe("to the replicator", () => {
    const profiles = (n: number, more: Properties = {}): [Resource, Properties][] =>
      declare(
        "ReplicatorProfile",
        (index) => ({
          name: `${count} profile ${index}`,
          listeningPort: 10_000 + 100 * count + index,
          sendingPort: 9,
          ...more,
        }),
        n,
      );

    test("20 resources cause 1 login, 1 list and at most ceil(20/p) + 2 rebuilds, each change covered by one", async () => {
      await world.nextRun();
      const made = profiles(4);
      const dependents = [
        ...declare(
          "Collector",
          (index) => ({ address: `10.3.${index}.1`, profiles: [`${count} profile ${index % 4}`] }),
          10,
        ),
        ...declare(
          "Policy",
          (index) => ({ cidr: `10.4.${index}.0/24`, profile: `${count} profile ${index % 4}`, kind: "include" }),
          6,
        ),
      ];
      await parallel(up(made));
      await parallel(up(dependents));
      const { rebuild = 0, ...others } = counts();
      expect(others).toEqual({ login: 1, "show/config": 1, "profile/add": 4, "collector/add": 10, "policies/add": 6 });
      expect(rebuild).toBeLessThanOrEqual(Math.ceil(20 / P) + 2);
      expect(world.sim.replicator.store.uncoveredChanges()).toEqual([]);
      await parallel(destroy(dependents));
      await parallel(destroy(made));
    });

    test("N profiles, described and disabled, cause 3 changes each", async () => {
      await world.nextRun();
      const declared = profiles(N, { enabled: false, description: "branch" });
      await parallel(up(declared));
      const { rebuild = 0, ...others } = counts();
      expect(others).toEqual({
        login: 1,
        "show/config": 1,
        "profile/add": N,
        "profile/disable": N,
        "notate/profile": N,
      });
      expect(rebuild).toBeLessThanOrEqual(Math.ceil(N / P) + 2);
      await parallel(destroy(declared));
    });

    test("a refresh of all objects causes 1 login and at most 5 reads, whatever their number", async () => {
      const made = profiles(8);
      const dependents = [
        ...declare("Collector", (index) => ({
          address: `10.5.${index}.1`,
          profiles: [`${count} profile ${index % 8}`],
        })),
        ...declare("Policy", (index) => ({
          cidr: `10.6.${index}.0/24`,
          profile: `${count} profile ${index % 8}`,
          kind: "exclude",
        })),
      ];
      await parallel(up(made));
      await parallel(up(dependents));
      await world.nextRun();
      await parallel(refresh([...made, ...dependents]));
      const { login, ...reads } = counts();
      expect(login).toBe(1);
      expect(Object.values(reads).reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(5);
      expect(world.sim.requests.count({ kind: "write" })).toBe(0);
      await parallel(destroy(dependents));
      await parallel(destroy(made));
    });

    test("64 operations that begin at once log in once", async () => {
      await world.nextRun();
      const declared = profiles(64);
      await parallel(up(declared), 64);
      expect(counts()["login"]).toBe(1);
      await parallel(destroy(declared), 64);
    });

    test("preview and an up without a change send none, not even a login", async () => {
      const declared = profiles(4);
      await parallel(up(declared));
      await world.nextRun();
      await parallel(
        declared.map(
          ([resource, inputs]) =>
            () =>
              resource.preview(inputs),
        ),
      );
      await parallel(up(declared));
      expect(counts()).toEqual({});
      await parallel(destroy(declared));
    });

    test('rebuild: "never" leaves the rebuild to the appliance', async () => {
      await world.nextRun({ config: { replicator: { rebuild: "never" } } });
      const declared = profiles(2);
      await parallel(up(declared));
      await parallel(destroy(declared));
      expect(counts()["rebuild"]).toBeUndefined();
    });
  });
});
