import { declare, oneStage, stateOf } from "./support";

const group = (name: string, address: string): string => `${name}: { rules: [rule.ip("${address}")] }`;
const all = (...groups: string[]): string => `new flowgate.IpGroups("all", { groups: { ${groups.join(", ")} } });`;
const one = 'new IpGroup("one", { name: "Moved", rules: [rule.ip("10.0.0.2")] });';
const stays = group("Stays", "10.0.0.1");
const others = Array.from(
  { length: 20 },
  (_, index) => `new IpGroup("other-${String(index)}", { name: "Other ${String(index)}" });`,
);

/** Where the program declares the group that the IpGroups gives up. */
const orders: readonly (readonly [string, string[]])[] = [
  ["before the IpGroups", [one, all(stays)]],
  ["after the IpGroups and 20 others", [all(stays), ...others, one]],
  [
    "300 ms after the IpGroups",
    [all(stays), `exports.late = pulumi.output(new Promise((done) => setTimeout(done, 300))).apply(() => { ${one} });`],
  ],
  ["in another IpGroups", [all(stays), `new flowgate.IpGroups("two", { groups: { ${group("Moved", "10.0.0.2")} } });`]],
];

describe.each([
  ["dynamic resources", false],
  ["the plugin", true],
])("F176: with %s, a group that an IpGroups gives up keeps its number", (_host, plugin) => {
  const stage = oneStage({ engine: { plugin, keepProcesses: true } });
  beforeAll(async () => {
    if (plugin) await stage.engine.config({ plugin });
  });

  test.each(orders)("if the program declares it %s", async (_order, program) => {
    const { engine, sim } = stage;
    await engine.program(declare(all(stays, group("Moved", "10.0.0.2"), group("Gone", "10.0.0.3"))));
    await engine.up();
    const id = sim.gateway.store.ipGroupsNamed("Moved")[0]?.id;
    await engine.program(declare(...program));
    const { output } = await engine.up();
    expect(sim.gateway.store.ipGroupsNamed("Moved").map((found) => found.id)).toEqual([id]);
    expect(sim.gateway.store.ipGroupsNamed("Gone")).toEqual([]);
    expect(output).toMatch(
      /IpGroups? "(?:one|two)": takes over IP group "Moved"|IP group "Moved" \(id \d+\) moves to IpGroups? "/u,
    );
    expect(output).toMatch(/deletes \d IP groups?: "Gone" \(id \d+\)/u);
    expect(Object.keys((await engine.up()).changes)).toEqual(["same"]);
    expect((await stateOf(engine)).length).toBeGreaterThan(0);
    await engine.destroy();
  });
});
