import { declare, hosts, oneStage, silentUp } from "./support";

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

/** The statements of a row with names of its own, so that all rows are parts of one program. */
const named = (row: number, statements: readonly string[]): string[] =>
  statements.map((text) => text.replace(/\b(?:all|one|two|Stays|Moved|Gone|late)\b/gu, `$&${String(row)}`));
const declared = (statements: (program: readonly string[]) => readonly string[]): string =>
  declare(...orders.flatMap(([, program], row) => named(row, statements(program))));

describe.each(hosts)("F176: with %s, a group that an IpGroups gives up keeps its number", (_host, plugin) => {
  const stage = oneStage({ plugin, engine: { keepProcesses: true } });
  const idsOf = (name: string): number[] => stage.sim.gateway.store.ipGroupsNamed(name).map((found) => found.id);
  let before: number[][];
  let output: string;

  beforeAll(async () => {
    const { engine } = stage;
    await engine.program(declared(() => [all(stays, group("Moved", "10.0.0.2"), group("Gone", "10.0.0.3"))]));
    await engine.up();
    before = orders.map((_, row) => idsOf(`Moved${String(row)}`));
    await engine.program(declared((program) => program));
    ({ output } = await engine.up());
  });

  test.each(orders.map(([order], row) => ({ order, row })))("if the program declares it $order", ({ row }) => {
    const [moved, gone] = [`Moved${String(row)}`, `Gone${String(row)}`];
    expect(before[row]).toHaveLength(1);
    expect([idsOf(moved), idsOf(gone)]).toEqual([before[row], []]);
    expect(output).toMatch(
      new RegExp(
        `IpGroups? "(?:one|two)${String(row)}": takes over IP group "${moved}"|` +
          `IP group "${moved}" \\(id \\d+\\) moves to IpGroups? "`,
        "u",
      ),
    );
    expect(output).toMatch(new RegExp(`deletes \\d IP groups?: "${gone}" \\(id \\d+\\)`, "u"));
  });

  test("and another up changes nothing", async () => {
    expect(await silentUp(stage)).toEqual(["same"]);
  });
});
