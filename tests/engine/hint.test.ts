import { declare, oneStage } from "./support";

describe("the preview of a large IpGroups in a stack of dynamic resources", () => {
  const stage = oneStage({ engine: { keepProcesses: true } });

  /** How often a preview of resources with so many groups says which setting shows less. */
  const hints = async (...counts: number[]): Promise<number> => {
    const lines = counts.map((count, index) => {
      const groups = `Object.fromEntries(Array.from({ length: ${String(count)} }, (_, n) => ["${String(index)}-" + n, {}]))`;
      return `new flowgate.IpGroups("set${String(index)}", { groups: ${groups} });`;
    });
    await stage.engine.program(declare(...lines));
    const { output } = await stage.engine.preview();
    const [, diagnostics = ""] = output.split("Diagnostics:");
    return diagnostics.split("pulumi config set --path flowgate:plugin true").length - 1;
  };

  test("says once which setting shows only what changes, from 51 groups on", async () => {
    expect(await hints(50, 50)).toBe(0);
    expect(await hints(51, 60)).toBe(1);
  });

  test("says nothing if the stack states that it uses dynamic resources", async () => {
    await stage.engine.config({ plugin: false });
    expect(await hints(51)).toBe(0);
  });
});
