import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { flowgateIn, oneStage } from "./support";

const stage = oneStage({ engine: { keepProcesses: true } });

test("after accept, a refreshing preview has no difference and an up sends nothing", async () => {
  const { sim, engine } = stage;
  const { mutate } = sim;
  sim.gateway.store.ipGroups.clear();
  const lille = mutate.addIpGroup("Lille", [{ type: "network", address: "10.20.0.0", mask: "16" }]);
  const gone = mutate.addIpGroup("Gone", [{ type: "ip", address: "10.20.0.1" }]);
  mutate.addIpGroup("France", [
    { type: "child", child_id: lille },
    { type: "child", child_id: gone },
  ]);
  expect(await flowgateIn(stage, "export", "site")).toMatchObject({ code: 0 });
  await engine.program(await readFile(join(engine.folder, "site/index.ts"), "utf8"), "typescript");
  expect(await flowgateIn(stage, "import", "site/import.json")).toMatchObject({ code: 0 });

  mutate.renameIpGroup("Lille", "Lille servers");
  mutate.removeIpGroup("Gone");
  const lyon = mutate.addIpGroup("Lyon", [{ type: "ip", address: "10.20.0.2" }]);
  mutate.setRules("France", [
    { type: "child", child_id: lille },
    { type: "child", child_id: lyon },
  ]);
  mutate.setThreshold("192.0.2.10", 77);
  mutate.addProfile("second", 7000, 7001);
  mutate.addCollector("192.0.2.10", "second");
  const accepted = await flowgateIn(stage, "accept", "--yes", "--unmanaged");
  expect([accepted.code, accepted.printed]).toEqual([
    0,
    expect.stringContaining("are taken into index.ts.\n") as string,
  ]);

  sim.requests.clear();
  // A preview cannot see that a new object exists, and says create. The up finds it.
  await engine.up({ args: ["--refresh"] });
  expect(sim.requests.verbs({ kind: "write" })).toEqual([]);
  expect(Object.keys((await engine.preview({ args: ["--refresh"] })).changes)).toEqual(["same"]);
}, 600_000);
