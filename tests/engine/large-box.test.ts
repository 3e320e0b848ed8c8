import { groupsInState, largeBox } from "./large-box";
import { flowgateIn, sentDuring, stateOf } from "./support";

jest.setTimeout(300_000);

// tests/property/accept does it with each format.
describe("an export with --bulk as a model", () => {
  const stage = largeBox(11);

  test("comes in as few resources without a difference, and sends nothing", async () => {
    const exported = await flowgateIn(stage, "export", "site", "--bulk", "--only", "IpGroup", "--format", "model");
    expect(exported).toMatchObject({ code: 0 });
    await stage.engine.program('import "./site";\n', "typescript");
    const sent = await sentDuring(stage.sim, async () => {
      const { code, printed } = await flowgateIn(stage, "import", "site/import.json");
      expect([code, printed]).toEqual([0, expect.stringContaining("1 imported, 0 differences")]);
    });
    expect(sent.filter((verb) => /saveRule|update|delete/u.test(verb))).toEqual([]);
    expect(await groupsInState(stage)).toBe(stage.sim.gateway.store.ipGroups.size + 1);
    expect((await stateOf(stage.engine)).filter(({ type }) => type.endsWith(":IpGroups"))).toHaveLength(1);
    const again = await flowgateIn(stage, "import", "site/import.json");
    expect(again.printed).toContain("0 imported, 1 was in the state already, 0 differences");
  });
});
