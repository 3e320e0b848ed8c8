import { setTimeout as sleep } from "node:timers/promises";
import { flowgateIn, groupsInState, killed, largeBox, startedIn } from "../engine/large-box";
import type { Stage } from "../engine/support";

jest.setTimeout(1_200_000);

const GROUPS = 3000;
let stage: Stage;
beforeAll(async () => {
  stage = await largeBox(GROUPS);
});
afterAll(() => stage.close());

test("3,000 groups are exported with --bulk, imported after a kill, and compared in less than 5 minutes", async () => {
  const began = performance.now();
  expect((await flowgateIn(stage, "export", "site", "--bulk", "--only", "IpGroup")).code).toBe(0);
  await stage.engine.program('import "./site";\n', "typescript");
  const first = startedIn(stage, "import", "site/import.json");
  await sleep(15_000);
  await killed(stage, first);
  const { code, printed } = await flowgateIn(stage, "import", "site/import.json");
  expect([code, printed]).toEqual([0, expect.stringContaining(" 0 differences.")]);
  expect(await groupsInState(stage)).toBe(stage.sim.gateway.store.ipGroups.size);
  expect(performance.now() - began).toBeLessThan(300_000);
});
