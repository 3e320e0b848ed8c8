import { Resource } from "../lifecycle/resource";
import { startWorld } from "../support/lifecycle";
import { isPlugin } from "../support/provider-calls";
import { memoryOf } from "./memory";
import { record } from "./record";

/** The most memory that the provider process may use with either host, in megabytes. */
const MOST_MEMORY = 400;

const treeOf = (n: number, last: number): Record<string, unknown> =>
  Object.fromEntries(
    Array.from({ length: n }, (_, index) => {
      const [high, low] = [Math.floor(index / 256), index % 256];
      const rules = [
        { type: "network", cidr: `10.${high}.${low}.0/24` },
        { type: "ip", address: `172.${index % 20 === 0 ? last : 16}.${high}.${low}` },
      ];
      return [`group-${index}`, { rules, ...(index % 50 === 0 ? { children: [`group-${index + 1}`] } : {}) }];
    }),
  );

test("5,000 groups in one resource are created, changed, read and destroyed below 400 MB, and the state grows linearly", async () => {
  const world = await startWorld();
  // The engine starts a new process for each command.
  let commands = 0;
  const nextCommand = (): Promise<void> => world.nextRun({ env: { TEST_COMMAND: String((commands += 1)) } });
  try {
    const sizes: number[] = [];
    const figures: Record<string, number> = {};
    for (const n of [1_000, 5_000]) {
      let most = 0;
      const watch = setInterval(() => (most = Math.max(most, memoryOf(world.provider.pid) ?? 0)), 50);
      await nextCommand();
      const groups = new Resource(world, "IpGroups");
      await groups.up({ groups: treeOf(n, 16) });
      expect(world.sim.requests.count()).toBe(n + 1);
      await nextCommand();
      expect(await groups.up({ groups: treeOf(n, 16) })).toBe("same");
      expect(world.sim.requests.count()).toBe(0);
      await nextCommand();
      await groups.up({ groups: treeOf(n, 17) });
      expect(world.sim.requests.count({ kind: "write" })).toBe(n / 20);
      expect(world.sim.requests.count()).toBe(1 + (2 * n) / 20);
      await nextCommand();
      expect(await groups.refresh()).toBe("same");
      expect(world.sim.requests.count()).toBe(n + 1);
      sizes.push(JSON.stringify([groups.inputs, groups.outputs]).length);
      await nextCommand();
      await groups.destroy();
      expect(world.sim.requests.count()).toBeLessThanOrEqual(2 + n / 50);
      clearInterval(watch);
      figures[`mostMegabytes${n}`] = Math.round(most);
      figures[`stateBytes${n}`] = sizes.at(-1) ?? 0;
      expect(most).toBeLessThan(MOST_MEMORY);
    }
    await record(isPlugin ? "bulk-size-plugin" : "bulk-size", figures);
    expect((sizes[1] ?? 0) / (sizes[0] ?? 1)).toBeLessThan(5.3);
  } finally {
    await world.close();
  }
}, 600_000);
