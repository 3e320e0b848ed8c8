import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { flowgateIn, groupsInState, largeBox } from "./large-box";
import { sentDuring, stateOf, type Stage } from "./support";

jest.setTimeout(300_000);

describe.each([
  ["ts", ["House 0", "House 3", "House 6", "single groups"]],
  ["model", ["site/ip-groups"]],
])("an export with --bulk as %s", (format, resources) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await largeBox(11);
  });
  afterAll(() => stage.close());

  test("comes in as few resources without a difference, and sends nothing", async () => {
    const exported = await flowgateIn(stage, "export", "site", "--bulk", "--only", "IpGroup", "--format", format);
    expect(exported).toMatchObject({ code: 0 });
    await stage.engine.program('import "./site";\n', "typescript");
    const sent = await sentDuring(stage.sim, async () => {
      const { code, printed } = await flowgateIn(stage, "import", "site/import.json");
      expect([code, printed]).toEqual([
        0,
        expect.stringContaining(`${String(resources.length)} imported, 0 differences`),
      ]);
    });
    expect(sent.filter((verb) => /saveRule|update|delete/u.test(verb))).toEqual([]);
    const { resources: written } = JSON.parse(
      await readFile(join(stage.engine.folder, "site/import.json"), "utf8"),
    ) as { resources: { kind: string; name: string }[] };
    expect(written.map(({ kind }) => kind)).toEqual(resources.map(() => "IpGroups"));
    expect(await groupsInState(stage)).toBe(stage.sim.gateway.store.ipGroups.size + (format === "model" ? 1 : 0));
    expect((await stateOf(stage.engine)).filter(({ type }) => type.endsWith(":IpGroups"))).toHaveLength(
      resources.length,
    );
    const again = await flowgateIn(stage, "import", "site/import.json");
    expect(again.printed).toContain(`0 imported, ${String(resources.length)} were in the state already, 0 differences`);
  });
});
