import type { Simulator } from "../../simulator";
import { readPreviews } from "../../cli/engine/preview";
import { overLimit, summaryOf } from "../../cli/summary";
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
    await stage.engine.pulumi(["config", "set", "--path", "flowgate:maxDeletes", "2"]);
    await stage.engine.up();
  });

  test("refuses an IpGroups in the preview, and a single target of a destroy as a whole", async () => {
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
    const target = ["--target", "urn:pulumi:test::program::pulumi-nodejs:dynamic/flowgate:IpGroups::tree"];
    const destroyed = await engine.pulumi(["destroy", "--yes", "--skip-preview", ...target], { fails: true });
    expect(destroyed.output).toContain("would delete 4 objects");
    expect(sim.requests.verbs({ kind: "write" })).toEqual([]);
    expect(names(sim, "tree")).toHaveLength(4);
  });

  test("lets a destroy delete at most that many, one by one and 64 at once", async () => {
    const { sim, engine } = stage;
    const destroy = ["destroy", "--yes", "--skip-preview", "--continue-on-error"];
    for (const [parallel, left] of [
      [1, 6],
      [64, 4],
    ] as const) {
      const { output } = await engine.pulumi([...destroy, "--parallel", String(parallel)], { fails: true });
      expect(output).toContain("flowgate:maxDeletes allows 2 in one command");
      expect([names(sim, "single").length, names(sim, "tree").length]).toEqual([left, 4]);
    }
  });

  /** Groups, rights and a collector. The second program keeps a part of them. */
  const program = (single: number, tree: object, seccodes: readonly string[], collector: string): string =>
    declare(
      `for (let i = 0; i < ${String(single)}; i += 1) new IpGroup("single-" + i, { rules: [rule.ip("10.0.1." + (i + 1))] });`,
      `new flowgate.IpGroups("tree", { groups: ${JSON.stringify(tree)} });`,
      `const permissions = ${JSON.stringify(seccodes)}.map((seccode) => ({ permissionType: "app", seccode }));`,
      `new flowgate.PermissionSet("rights", { userGroup: 2, permissions });`,
      `const profile = new ReplicatorProfile("p", { name: "p", listeningPort: 2055, sendingPort: 2056 });`,
      `new Collector("c", { address: "${collector}", profiles: [profile.name] });`,
    );

  test("needs for an up the number that a summary gives", async () => {
    const { engine, sim } = stage;
    await engine.pulumi(["config", "rm", "--path", "flowgate:maxDeletes"]);
    await engine.program(program(3, { a: {}, b: {}, c: {}, d: {} }, ["alarmsTab", "mapsTab", "helpTab"], "10.9.0.1"));
    await engine.up();
    await engine.program(program(2, { a: {}, b: {} }, ["alarmsTab"], "10.9.0.2"));
    const { stdout } = await engine.pulumi(["preview", "--json"]);
    const summary = summaryOf(readPreviews(stdout, "preview"));
    const sentence = overLimit([summary], { most: 0, option: "--max-deletes" });
    const [, count = ""] = /would delete (\d+) objects/u.exec(sentence ?? "") ?? [];
    expect(count).toBe("6");
    const held = (): number => names(sim, "single").length + names(sim, "").filter((name) => name.length === 1).length;
    const tooFew = { env: { FLOWGATE_MAX_DELETES: String(Number(count) - 1) } };
    expect((await engine.up({ ...tooFew, fails: true })).output).toContain("FLOWGATE_MAX_DELETES allows 5");
    expect(held()).toBeGreaterThan(4);
    await engine.up({ env: { FLOWGATE_MAX_DELETES: count } });
    expect(held()).toBe(4);
  });
});
