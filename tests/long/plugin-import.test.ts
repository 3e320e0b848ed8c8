import { stateText } from "../support/engine";
import { flowgate } from "../unit/cli/support";
import { declare, oneStage, silentUp, stateOf } from "../engine/support";

// A module that this file imports sets a shorter timeout.
jest.setTimeout(180_000);

describe("flowgate import in a stack that uses the plugin", () => {
  const stage = oneStage({ plugin: true });

  test("imports resources of the plugin and changes nothing on the appliances", async () => {
    const { sim, engine } = stage;
    const run = (...args: string[]): ReturnType<typeof flowgate> =>
      flowgate(args, { cwd: engine.folder, env: engine.env });
    sim.mutate.addIpGroup("By hand", [{ type: "ip", address: "10.1.1.1" }]);
    const before = sim.snapshot();
    expect((await run("export", "site")).code).toBe(0);
    await engine.program('import "./site";\n', "typescript");
    const imported = await run("import", "site/import.json", "--no-protect");
    expect(imported.stderr).toBe("");
    expect(imported.stdout).toMatch(/^\d+ imported, 0 differences\. Nothing was sent to the appliances\.\n$/u);
    const types = (await stateOf(engine)).map(({ type }) => type);
    expect(types).toContain("flowgate:index:IpGroup");
    expect(types.filter((type) => !type.startsWith("flowgate:index:"))).toEqual([]);
    expect(await stateText(engine)).not.toContain("__provider");
    expect(sim.snapshot()).toBe(before);
  });
});

describe("pulumi import into a stack that uses the plugin", () => {
  const stage = oneStage({ plugin: true, engine: { keepProcesses: true } });

  test("imports an existing object by name, and the next up sends no request", async () => {
    const { sim, engine } = stage;
    const id = sim.mutate.addIpGroup("By hand", [{ type: "ip", address: "10.1.1.1" }]);
    await engine.program(declare());
    const imported = ["import", "flowgate:index:IpGroup", "byHand", "By hand", "--yes", "--protect=false"];
    await engine.pulumi([...imported, "--generate-code=false"]);
    const [entry] = await stateOf(engine);
    expect(entry?.id).toBe(String(id));
    await engine.program(declare('new IpGroup("byHand", { name: "By hand", rules: [rule.ip("10.1.1.1")] });'));
    expect(await silentUp(stage)).not.toContain("update");
  });

  test("imports an object that a dynamic stack can take over without changing it", async () => {
    const { sim, engine } = stage;
    await engine.config({ plugin: false });
    const held = sim.snapshot();
    expect((await engine.up()).changes).toMatchObject({ update: 1 });
    expect(sim.snapshot()).toBe(held);
    expect((await stateOf(engine)).map(({ type }) => type)).toEqual(["pulumi-nodejs:dynamic/flowgate:IpGroup"]);
    await engine.refresh();
    expect(Object.keys((await engine.up()).changes)).toEqual(["same"]);
    await engine.destroy();
  });

  test("refuses a kind that cannot be read, and says why", async () => {
    const { engine } = stage;
    const { output } = await engine.pulumi(["import", "flowgate:index:User", "anna", "13", "--yes"], { fails: true });
    expect(output).toContain("it cannot be imported: the API has no action that reads a User.");
  });
});
