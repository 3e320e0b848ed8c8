import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { stateText } from "../support/engine";
import { everythingOf, prepareFull, project } from "./full";
import { declare, openStage, sentDuring, stateOf, type Stage } from "./support";

const plugins = "plugins:\n  providers:\n    - name: flowgate\n      path: node_modules/pulumi-flowgate/plugin\n";

describe("a stack with every kind", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ engine: { project, keepProcesses: true } });
    await prepareFull(stage.sim, stage.engine, "correct horse");
    await appendFile(join(stage.engine.folder, "Pulumi.yaml"), `\n${plugins}`);
    await stage.engine.up();
  });
  afterAll(() => stage.close());

  const types = async (): Promise<string[]> => {
    const all = await stateOf(stage.engine, project);
    return [...new Set(all.map(({ type }) => type.split(/[:/]/u).slice(0, -1).join(":")))];
  };

  test("moves to the plugin without a request and without a replacement, and then is as any other", async () => {
    const { sim, engine } = stage;
    const held = everythingOf(sim);
    // The dynamic host does not close its session.
    const sessions = sim.replicator.openSessions;
    await engine.config({ plugin: true });
    const moved = await sentDuring(sim, async () => {
      const { changes } = await engine.up();
      expect(Object.keys(changes)).toEqual(["same"]);
    });
    expect(moved).toEqual([]);
    expect(await types()).toEqual(["flowgate:index"]);
    await engine.refresh();
    const again = await sentDuring(sim, async () => {
      expect(Object.keys((await engine.up()).changes)).toEqual(["same"]);
    });
    expect(again).toEqual([]);
    expect(everythingOf(sim)).toEqual(held);
    expect(sim.replicator.openSessions).toBe(sessions);
    expect(await stateText(engine, project)).not.toMatch(/__provider|correct horse/u);
  });

  test("moves back with readings alone, and is destroyed as before", async () => {
    const { sim, engine } = stage;
    const held = everythingOf(sim);
    await engine.pulumi(["config", "set", "flowgate:plugin", "false"]);
    const { changes } = await engine.up();
    expect(Object.keys(changes).sort()).toEqual(["same", "update"]);
    expect(everythingOf(sim)).toEqual(held);
    expect(await types()).toEqual(["pulumi-nodejs:dynamic:flowgate"]);
    await engine.destroy();
    expect(await stateOf(engine, project)).toEqual([]);
  });
});

describe("providers that a program declares", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ engine: { plugin: true, keepProcesses: true } });
  });
  afterAll(() => stage.close());

  test("name the arguments that are wrong, all at once and before anything is sent", async () => {
    const { sim, engine } = stage;
    await engine.program(
      declare(
        'new flowgate.Provider("wrong", { gateway: { url: "ftp://x", tokn: "t" }, replicator: { concurrency: 0 } });',
      ),
    );
    const sent = await sentDuring(sim, async () => {
      const { output } = await engine.up({ fails: true });
      for (const path of ["gateway", "gateway.url", "replicator.concurrency"]) {
        expect(output).toContain(`argument ${path} of provider "wrong"`);
      }
    });
    expect(sent).toEqual([]);
  });
});
