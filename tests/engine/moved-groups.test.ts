import { declare, oneStage } from "./support";

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

  test.each(orders)("if the program declares it %s", async (order, program) => {
    const { engine, sim } = stage;
    const row = orders.findIndex(([one]) => one === order);
    // Each row has names of its own: its first up deletes what the row before it declared.
    const named = (...statements: readonly string[]): string =>
      declare(...statements.map((text) => text.replace(/\b(?:all|one|two|Stays|Moved|Gone)\b/gu, `$&${String(row)}`)));
    const idsOf = (name: string): number[] =>
      sim.gateway.store.ipGroupsNamed(`${name}${String(row)}`).map((found) => found.id);
    await engine.program(named(all(stays, group("Moved", "10.0.0.2"), group("Gone", "10.0.0.3"))));
    await engine.up();
    const ids = idsOf("Moved");
    expect(ids).toHaveLength(1);
    await engine.program(named(...program));
    const { output } = await engine.up();
    expect(idsOf("Moved")).toEqual(ids);
    expect(idsOf("Gone")).toEqual([]);
    expect(output).toMatch(
      /IpGroups? "(?:one|two)\d": takes over IP group "Moved\d"|IP group "Moved\d" \(id \d+\) moves to IpGroups? "/u,
    );
    expect(output).toMatch(/deletes \d IP groups?: "Gone\d" \(id \d+\)/u);
    expect(Object.keys((await engine.up()).changes)).toEqual(["same"]);
  });
});
