import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { stateText } from "../support/engine";
import { configFor } from "../support/configuration";
import { prepareFull, project } from "./full";
import { everythingOf } from "../support/held";
import { declare, oneStage, sentDuring, stateOf } from "./support";

const plugins = "plugins:\n  providers:\n    - name: flowgate\n      path: node_modules/pulumi-flowgate/plugin\n";

describe("a stack with every kind", () => {
  const stage = oneStage({ engine: { project, keepProcesses: true } });
  let before: string;
  const store = (): string => stage.sim.snapshot({ withoutNotesAndPreferences: true });
  beforeAll(async () => {
    await prepareFull(stage.sim, stage.engine, "correct horse");
    await appendFile(join(stage.engine.folder, "Pulumi.yaml"), `\n${plugins}`);
    before = store();
    await stage.engine.up();
  });

  const types = async (): Promise<string[]> => {
    const all = await stateOf(stage.engine, project);
    return [...new Set(all.map(({ type }) => type.split(/[:/]/u).slice(0, -1).join(":")))];
  };

  test("moves to the plugin without a request or a replacement, and shows no change after a refresh", async () => {
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

  test("moves back to dynamic resources without a request, and can then be destroyed", async () => {
    const { sim, engine } = stage;
    const held = everythingOf(sim);
    await engine.pulumi(["config", "set", "flowgate:plugin", "false"]);
    const sent = await sentDuring(sim, async () => {
      expect(Object.keys((await engine.up()).changes).sort()).toEqual(["same", "update"]);
    });
    expect(sent).toEqual([]);
    expect(everythingOf(sim)).toEqual(held);
    expect(await types()).toEqual(["pulumi-nodejs:dynamic:flowgate"]);
    await engine.destroy();
    expect(await stateOf(engine, project)).toEqual([]);
    expect(store()).toBe(before);
  });
});

describe("providers that a program declares", () => {
  const stage = oneStage({ engine: { plugin: true, keepProcesses: true } });

  test("refuse two resources for one object in a preview, even without the classes of this package", async () => {
    const { sim, engine } = stage;
    const provider = `const provider = new flowgate.Provider("own", ${JSON.stringify(configFor(sim))});`;
    const bare = (name: string): string =>
      `new pulumi.CustomResource("flowgate:index:IpGroup", "${name}", { name: "Same", rules: [] }, { provider });`;
    await engine.program(declare(provider, bare("one"), bare("two")));
    const sent = await sentDuring(sim, async () => {
      expect((await engine.preview({ fails: true })).output).toMatch(
        /IpGroup "(?:one|two)" declares the same object as IpGroup "(?:two|one)" in this program[.] Remove one of them[.]/u,
      );
    });
    expect(sent).toEqual([]);
  });

  test("report all wrong arguments at once, before anything is sent", async () => {
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
