import { setTimeout as sleep } from "node:timers/promises";
import { groupsInState, killed, largeBox, startedIn } from "../engine/large-box";
import { flowgateIn } from "../engine/support";
import { memoryOf, processesIn } from "./memory";
import { record } from "./record";

jest.setTimeout(1_200_000);

const GROUPS = 3000;
const stage = largeBox(GROUPS);
let sampler: NodeJS.Timeout | undefined;
afterAll(() => {
  clearInterval(sampler);
});

test("3,000 groups are exported with --bulk, imported after a kill, and compared in less than 5 minutes", async () => {
  expect(stage.sim.gateway.store.ipGroups.size).toBe(GROUPS);
  const began = performance.now();
  let mostMemory = 0;
  sampler = setInterval(() => {
    const each = processesIn(stage.engine.folder, "").map((pid) => memoryOf(pid) ?? 0);
    mostMemory = Math.max(
      mostMemory,
      each.reduce((sum, one) => sum + one, 0),
    );
  }, 500);
  const exported = await flowgateIn(stage, "export", "site", "--bulk", "--only", "IpGroup");
  expect([exported.code, exported.printed]).toEqual([0, expect.stringContaining("objects are written to")]);
  await stage.engine.program('import "./site";\n', "typescript");
  const first = startedIn(stage, "import", "site/import.json");
  await sleep(15_000);
  expect(first.exitCode).toBeNull();
  await killed(stage, first);
  const { code, printed } = await flowgateIn(stage, "import", "site/import.json");
  expect([code, printed]).toEqual([0, expect.stringContaining(" 0 differences.")]);
  expect(await groupsInState(stage)).toBe(stage.sim.gateway.store.ipGroups.size);
  const seconds = Math.round((performance.now() - began) / 1000);
  await record("large-box", { groups: GROUPS, seconds, megabytesOfAllProcesses: Math.round(mostMemory) });
  expect(seconds).toBeLessThan(300);
});
