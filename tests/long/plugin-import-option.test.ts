import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { kinds } from "../../provider/registry";
import { configFor } from "../support/configuration";
import { declare, oneStage, openStage, sentDuring, silentUp, stateOf } from "../engine/support";

/** A program with each kind that can be read. `imports` contains the ids for the `import` option, by resource name. */
const everyKind = (others: number, imports: Readonly<Record<string, string>> = {}): string => {
  const option = (name: string): string => {
    const id = imports[name];
    return id === undefined ? "" : `, ${JSON.stringify({ import: id })}`;
  };
  return declare(
    `new IpGroup("offices", { rules: [rule.network("10.9.0.0/16")] }${option("offices")});`,
    `new flowgate.IpGroupRule("one", { groupId: "${others}", rule: rule.ip("10.9.9.9") }${option("one")});`,
    `const flows = new ReplicatorProfile("flows", { listeningPort: 2055, sendingPort: 2056 }${option("flows")});`,
    `new Collector("collector", { address: "10.9.0.1", profiles: [flows], threshold: 100 }${option("collector")});`,
    `new flowgate.Exporter("exporter", { address: "10.9.0.2", profiles: [flows] }${option("exporter")});`,
    `new Policy("policy", { kind: "include", cidr: "10.9.0.0/16", profile: flows }${option("policy")});`,
    `new flowgate.Setting("setting", { name: "flowStopAlert", value: "7", enabled: true }${option("setting")});`,
  );
};

describe("the import option in a stack that uses the plugin", () => {
  const stage = oneStage({ plugin: true });

  const sentByUp = async (steps: readonly string[]): Promise<string[]> =>
    sentDuring(stage.sim, async () => {
      expect(Object.keys((await stage.engine.up()).changes).sort()).toEqual(steps);
    });

  test("imports each readable kind, also with pulumi import, by id or name with read requests only, and the next up sends no request", async () => {
    const { sim, engine } = stage;
    const others = sim.mutate.addIpGroup("Others");
    await engine.program(everyKind(others));
    await engine.up();
    const made = await stateOf(engine);
    const idsOf = async (): Promise<string[]> => (await stateOf(engine)).map(({ id }) => id).sort();
    const readable = kinds.filter((kind) => made.some(({ type }) => type === `flowgate:index:${kind}`));
    expect(readable).toHaveLength(7);
    const held = sim.snapshot();
    const forgotten = async (): Promise<void> => {
      await engine.pulumi(["state", "delete", "--all", "--force", "--yes"]);
    };
    await forgotten();
    const resources = made.map(({ type, urn, id }) => ({ type, name: urn.split("::").at(-1), id }));
    await writeFile(join(engine.folder, "import.json"), JSON.stringify({ resources }));
    const flags = ["--yes", "--skip-preview", "--generate-code=false", "--protect=false"];
    await engine.pulumi(["import", "--file", "import.json", ...flags]);
    expect(await idsOf()).toEqual(made.map(({ id }) => id).sort());
    expect(await silentUp(stage)).not.toContain("update");
    await forgotten();
    const references = Object.fromEntries(made.map(({ urn, id }) => [urn.split("::").at(-1) ?? "", id]));
    const byName = { offices: "offices", one: String(references["one"]).replace(/^\d+/u, "Others") };
    await engine.program(everyKind(others, { ...references, ...byName }));
    expect(await sentByUp(["create", "import"])).not.toEqual([]);
    expect(sim.requests.count({ kind: "write" })).toBe(0);
    expect(await idsOf()).toEqual(made.map(({ id }) => id).sort());
    expect(await silentUp(stage)).toEqual(["same"]);
    await engine.program(everyKind(others));
    expect(await silentUp(stage)).toEqual(["same"]);
    expect(sim.snapshot()).toBe(held);
    await engine.destroy();
  });

  test("shows the differences from the program in the preview, and up changes only those", async () => {
    const { sim, engine } = stage;
    const id = sim.mutate.addIpGroup("Labs", [
      { type: "ip", address: "10.1.1.1" },
      { type: "ip", address: "10.1.1.2" },
    ]);
    await engine.program(
      declare(
        `new IpGroup("labs", { name: "Labs", rules: [rule.ip("10.1.1.1"), rule.ip("10.1.1.3")] }, { import: "${id}" });`,
        'new flowgate.Setting("down", { name: "downDisplayHour", value: "24" }, { import: "downDisplayHour" });',
      ),
    );
    const held = sim.snapshot();
    const { output } = await engine.preview({ args: ["--diff"] });
    const [, changes = ""] = output.split("~ flowgate:index:IpGroup: (update)");
    expect(changes.match(/10\.1\.1\.\d/gu)).toEqual(["10.1.1.2", "10.1.1.3"]);
    expect(sim.snapshot()).toBe(held);
    // The import also reads whether a setting is on. A program that does not declare it stops managing it and changes
    // nothing.
    expect(await sentByUp(["create", "import", "update"])).not.toContain("setting/set");
    expect(sim.requests.count({ kind: "write" })).toBe(1);
    expect(await silentUp(stage)).toEqual(["same"]);
    await engine.program(declare());
    await engine.up();
  });

  // The other references that are refused are in tests/plugin/import.test.ts.
  test.each([
    ["an id that does not exist", "new IpGroup", "{ rules: [] }", "99999", "resource '99999' does not exist"],
    [
      "a kind that cannot be read",
      "new flowgate.User",
      '{ name: "anna", password: "correct horse" }',
      "13",
      "it cannot be imported: the API has no action that reads a User.",
    ],
    [
      "an object that the program would replace",
      "new flowgate.Setting",
      '{ name: "downDisplayHour", value: "7" }',
      "flowStopAlert",
      "please remove the `import` declaration from your program",
    ],
  ])("refuses %s with one error, and changes nothing", async (_what, kind, args, reference, sentence) => {
    const { sim, engine } = stage;
    const held = sim.snapshot();
    await engine.program(declare(`${kind}("it", ${args}, { import: "${reference}" });`));
    sim.requests.clear();
    const { output } = await engine.up({ fails: true });
    const [, diagnostics = ""] = output.split("Diagnostics:");
    const errors = diagnostics.split("\n").filter((line) => line.includes("error:") && !line.includes("update failed"));
    expect(errors).toHaveLength(1);
    expect(diagnostics).toContain(sentence);
    expect(sim.requests.count({ kind: "write" })).toBe(0);
    expect(sim.snapshot()).toBe(held);
    await engine.pulumi(["state", "delete", "--all", "--force", "--yes"]);
  });
});

test("in a dynamic stack, the import option is refused before any request, and works with an explicit provider", async () => {
  const { sim, engine, close } = await openStage({ engine: { plugin: true } });
  try {
    const id = sim.mutate.addIpGroup("Labs", [{ type: "ip", address: "10.1.1.1" }]);
    const group = (options: string): string =>
      `new IpGroup("labs", { name: "Labs", rules: [rule.ip("10.1.1.1")] }, { import: "${id}"${options} });`;
    await engine.program(declare(group("")));
    const sent = await sentDuring(sim, async () => {
      const { output } = await engine.up({ fails: true });
      expect(output).toContain(
        'IpGroup "labs": the option import does not work for a dynamic resource. Instead, set flowgate:plugin to true',
      );
    });
    expect(sent).toEqual([]);
    const provider = `const provider = new flowgate.Provider("own", ${JSON.stringify(configFor(sim))});`;
    await engine.program(declare(provider, group(", provider")));
    expect((await engine.up()).changes).toMatchObject({ import: 1 });
    expect((await stateOf(engine)).map((resource) => resource.id)).toEqual([String(id)]);
  } finally {
    await close();
  }
});
