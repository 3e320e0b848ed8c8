import type { Simulator } from "../../simulator";
import { declare, oneStage } from "./support";

jest.setTimeout(300_000);

const names = (sim: Simulator, prefix: string): string[] =>
  [...sim.gateway.store.ipGroups.values()].map(({ name }) => name).filter((name) => name.startsWith(prefix));

describe("flowgate:maxDeletes in a stack", () => {
  const stage = oneStage();
  beforeAll(async () => {
    await stage.engine.program(
      declare(
        `for (let i = 0; i < 8; i += 1) new IpGroup("single-" + i, { rules: [rule.ip("10.0.1." + (i + 1))] });`,
        `new flowgate.IpGroups("tree", { groups: { "tree-1": {}, "tree-2": {}, "tree-3": {}, "tree-4": {} } });`,
      ),
    );
    // A destroy runs with the configuration that the last up has saved.
    await stage.engine.config({ maxDeletes: 2 });
    await stage.engine.up();
  });

  test("refuses an IpGroups in the preview as a whole", async () => {
    const { sim, engine } = stage;
    await engine.program(
      declare(
        `for (let i = 0; i < 8; i += 1) new IpGroup("single-" + i, { rules: [rule.ip("10.0.1." + (i + 1))] });`,
        `new flowgate.IpGroups("tree", { groups: { "tree-1": {} } });`,
      ),
    );
    sim.requests.clear();
    const { output } = await engine.pulumi(["preview"], { fails: true });
    expect(output).toContain('would delete 3 objects: "tree-2", "tree-3", "tree-4"');
    expect(sim.requests.verbs({ kind: "write" })).toEqual([]);
    expect(names(sim, "tree")).toHaveLength(4);
  });

  test("lets a destroy of 64 at once delete at most that many", async () => {
    const { sim, engine } = stage;
    const destroy = ["destroy", "--yes", "--skip-preview", "--continue-on-error", "--parallel", "64"];
    const { output } = await engine.pulumi(destroy, { fails: true });
    expect(output).toContain("flowgate:maxDeletes allows 2 in one command");
    expect([names(sim, "single").length, names(sim, "tree").length]).toEqual([6, 4]);
  });
});
