import { setTimeout as sleep } from "node:timers/promises";
import { oneWorld, PACE, paced } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { newResource, Resource, type Step } from "./resource";

const world = oneWorld(paced);
beforeEach(() => world.nextRun());
// A failed test leaves nothing for the next one.
let own: ReadonlySet<number>;
beforeEach(() => {
  own = new Set(world.sim.gateway.store.ipGroups.keys());
});
afterEach(() => {
  const { ipGroups } = world.sim.gateway.store;
  for (const id of [...ipGroups.keys()].filter((one) => !own.has(one))) ipGroups.delete(id);
});

const idOf = (name: string): number | undefined => world.sim.gateway.store.ipGroupsNamed(name)[0]?.id;
const rules = (...addresses: string[]): object[] => addresses.map((address) => ({ type: "ip", address }));
const groups = (...names: string[]): Properties => ({
  groups: Object.fromEntries(names.map((name, index) => [name, { rules: rules(`10.0.0.${String(index + 1)}`) }])),
});

/** A resource that declares the moved group, and how its state shows the number of the group. */
const receivers: readonly (readonly [kind: string, program: Properties, numberIn: (outputs: Properties) => unknown])[] =
  [
    ["IpGroup", { name: "Moved", rules: rules("10.0.0.2") }, (outputs) => outputs["groupId"]],
    ["IpGroups", groups("Moved"), (outputs) => (outputs["groupIds"] as Properties)["Moved"]],
  ];

/** The order in which the engine registers the two. */
const orders: readonly (readonly [
  string,
  (give: () => Promise<Step>, take: () => Promise<Step>) => Promise<unknown>,
])[] = [
  ["first gives it up, then declares it", (give, take) => Promise.all([give(), take()])],
  ["first declares it, then gives it up", (give, take) => Promise.all([take(), give()])],
  [
    "gives it up, and declares it a little later",
    async (give, take) => {
      const given = give();
      await sleep(200 / PACE);
      await Promise.all([given, take()]);
    },
  ],
];

describe.each(receivers)(
  "F176: a group that moves from an IpGroups to an %s keeps its number",
  (kind, program, numberIn) => {
    describe.each([undefined, "adopt"])("onExisting %s", (onExisting) => {
      test.each(orders)("if the program %s", async (_title, run) => {
        const before = world.sim.snapshot();
        const giver = await newResource(world.oneCommand, "IpGroups", groups("Stays", "Moved"), "giver");
        const id = idOf("Moved");
        const parent = world.sim.mutate.addIpGroup("Parent of others", [{ type: "child", child_id: id ?? 0 }]);
        await world.nextRun();
        const taker = new Resource(world.oneCommand, kind, "taker");
        const lines = await world.printed(
          run(
            () => giver.up(groups("Stays")),
            () => taker.up({ ...program, ...(onExisting === undefined ? {} : { onExisting }) }),
          ),
        );
        expect(idOf("Moved")).toBe(id);
        expect(numberIn(taker.outputs)).toBe(id);
        // The stack created it: only its resource is another one.
        expect(JSON.stringify(taker.outputs)).not.toContain("adopted");
        expect(world.sim.gateway.store.ipGroups.get(parent)?.rules.size).toBe(1);
        expect(lines).toMatch(/"taker"/u);
        await world.nextRun();
        expect(await giver.preview(groups("Stays"))).toBe("same");
        expect(await taker.preview(program)).toBe("same");
        world.sim.mutate.removeIpGroup("Parent of others");
        await world.nextRun();
        await taker.destroy();
        await giver.destroy();
        expect(world.sim.snapshot()).toBe(before);
      });
    });
  },
);

test("F176: the preview names a move, and the groups that a change deletes inside of a resource", async () => {
  const giver = new Resource(world.oneCommand, "IpGroups", "giver");
  const names = Array.from({ length: 12 }, (_, index) => `Gone ${String(index)}`);
  await giver.up(groups("Stays", "Moved", ...names));
  await world.nextRun();
  const taker = new Resource(world.oneCommand, "IpGroup", "taker");
  const moved = { name: "Moved", rules: rules("10.0.0.2") };
  const sent = await world.printed(giver.preview(groups("Stays")));
  expect(sent).toContain(`deletes 13 IP groups: "Gone 0" (id ${String(idOf("Gone 0"))}), `);
  expect(sent).toContain("and 3 more, unless another resource declares them");
  expect(await world.printed(taker.preview(moved))).toContain(
    `IpGroup "taker": takes over IP group "Moved" (id ${String(idOf("Moved"))}), which IpGroups "giver" no longer declares`,
  );
  const then = await world.printed(giver.preview(groups("Stays")));
  expect(then).toContain(`IP group "Moved" (id ${String(idOf("Moved"))}) moves to IpGroup "taker"`);
  expect(then).toContain('deletes 12 IP groups: "Gone 0"');
  await world.nextRun();
  await giver.destroy();
});

describe("F177: former names", () => {
  const floors = (names: Readonly<Record<string, readonly string[]>>): Properties => ({
    groups: Object.fromEntries(
      Object.entries(names).map(([name, formerNames]) => [name, formerNames.length === 0 ? {} : { formerNames }]),
    ),
  });
  const ids = (...names: string[]): (number | undefined)[] => names.map(idOf);

  test.each<[string, string[], Record<string, string[]>, [before: string, after: string][]]>([
    [
      "in a chain",
      ["Floor 1", "Floor 2", "Floor 3"],
      { "Floor 2": ["Floor 1"], "Floor 3": ["Floor 2"], "Floor 4": ["Floor 3"] },
      [
        ["Floor 1", "Floor 2"],
        ["Floor 2", "Floor 3"],
        ["Floor 3", "Floor 4"],
      ],
    ],
    [
      "in a swap",
      ["East", "West"],
      { East: ["West"], West: ["East"] },
      [
        ["East", "West"],
        ["West", "East"],
      ],
    ],
    ["of a group that is dropped", ["Old", "New"], { New: ["Old"] }, [["Old", "New"]]],
  ])("%s are renamed, and the next run changes nothing", async (_title, names, then, moves) => {
    const before = world.sim.snapshot();
    const resource = await newResource(world, "IpGroups", floors(Object.fromEntries(names.map((name) => [name, []]))));
    const had = ids(...moves.map(([name]) => name));
    await world.nextRun();
    expect(await resource.up(floors(then))).toBe("update");
    expect(ids(...moves.map(([, name]) => name))).toEqual(had);
    await world.nextRun();
    expect(await resource.preview(floors(then))).toBe("same");
    expect(await resource.refresh()).toBe("same");
    expect(await resource.up(floors(then))).toBe("same");
    await resource.destroy();
    expect(world.sim.snapshot()).toBe(before);
  });
});
