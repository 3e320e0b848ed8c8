import type { FaultSpec, Switches } from "../../simulator";
import { expectKept, failureOf, Resource } from "../lifecycle/resource";
import { holdingsOf } from "../support/held";
import { benchOfKinds, type Content, kinds, withContent } from "./kinds";
import { faultRows } from "./row";

// Others create an object with the same name: before our creation, just before its request, while its answer is lost,
// or just before the repetition.

/** When others create their object. Each returns the faults of the first request that creates ours. */
const moments: Readonly<Record<string, (put: () => void) => readonly Omit<FaultSpec, "match">[]>> = {
  "before, where the answer is lost": (put) => {
    put();
    return [{ times: 1, kind: "resetAfterApply" }];
  },
  "just before the request": (put) => [{ when: once(put), kind: "html" }],
  "while the answer was lost": (put) => [{ times: 1, kind: "resetBeforeApply", when: () => (put(), true) }],
  "just before the repetition": (put) => [
    { times: 1, kind: "resetBeforeApply" },
    { when: once(put), kind: "html" },
  ],
};

/** The ids of all rules of groups in a text of stores. */
function rulesIn(text: string): string[] {
  const { gateway } = JSON.parse(text) as { gateway: { ipGroups: Record<string, { rules: object }> } };
  return Object.values(gateway.ipGroups).flatMap(({ rules }) => Object.keys(rules));
}

/** A condition that acts when it is first asked, and never applies. */
function once(act: () => void): () => false {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
    return false;
  };
}

const positions = (kind: string): readonly Partial<Switches>[] =>
  kind === "IpGroup" || kind === "IpGroups"
    ? [{ duplicateGroupName: "append" }, { duplicateGroupName: "refuse" }]
    : [{}];
/** Kinds whose objects have an owner. Of an account, the same content is no evidence, since no action reads it. */
const owned: readonly (readonly [kind: string, content: Content])[] = [
  ...["IpGroup", "IpGroups", "User", "UserGroup", "ReplicatorProfile"].map((kind) => [kind, "theirs"] as const),
  ...["User", "UserGroup"].map((kind) => [kind, "first"] as const),
];
/** An appliance refuses a second object of these kinds with the same name. */
const refusing = ["IpGroup", "ReplicatorProfile"];
const others = kinds.filter((kind) => !["User", "UserGroup", "IpGroups"].includes(kind));
const shared: readonly (readonly [kind: string, content: Content])[] = [
  ...others.map((kind) => [kind, "first"] as const),
  ...withContent
    .filter((kind) => others.includes(kind) && !["IpGroup", "ReplicatorProfile", "Policy"].includes(kind))
    .map((kind) => [kind, "theirs"] as const),
];

describe("an object that others created", () => {
  const bench = benchOfKinds();
  const { world } = bench;

  /** Lets others create their object at a moment of our creation. Returns what the appliances hold then. */
  async function meet(
    kind: string,
    content: Content,
    moment: string,
    switches: Partial<Switches>,
  ): Promise<() => string> {
    const put = await bench.others(kind, content);
    Object.assign(world.sim.switches, switches);
    let held = "";
    const faults = moments[moment]?.(() => {
      put();
      held = world.store();
    });
    const [match] = bench.declared(kind).changes.create;
    for (const fault of faults ?? []) world.sim.faults.add({ match: match ?? /./u, ...fault });
    return () => held;
  }

  const later = Object.keys(moments).slice(1);
  const rows = (pairs: typeof owned, when: readonly string[]) =>
    when.flatMap((moment) =>
      pairs.flatMap(([kind, content]) => positions(kind).map((switches) => ({ moment, kind, content, switches }))),
    );

  test.each([
    ...rows(owned, Object.keys(moments)),
    ...rows(
      refusing.map((kind) => [kind, "first"] as const),
      ["just before the request"],
    ),
  ])(
    "F24, F27, F28, F29: $moment is not believed ours: a $kind with content $content, $switches",
    async ({ moment, kind, content, switches }) => {
      const held = await meet(kind, content, moment, switches);
      const resource = new Resource(world, kind);
      const message = await failureOf(resource.up(bench.inputs(kind, "first")));
      expect(message).toMatch(/exists|other ports now/u);
      // The next up finds what the appliance refused, and names the line then.
      if (!moment.startsWith("just before")) expect(message).toContain('onExisting: "adopt"');
      expect(held()).not.toBe("");
      expect(world.store()).toBe(held());
      expect(resource.exists).toBe(false);
    },
  );

  test("F29: just before the request, equal rules of others stay if the answer does not say which ones are ours", async () => {
    const switches = { duplicateGroupName: "append", saveReply: "idOnly" } as const;
    const held = await meet("IpGroup", "first", "just before the request", switches);
    const message = await failureOf(new Resource(world, "IpGroup").up(bench.inputs("IpGroup", "first")));
    const [, named = ""] = /the answer does not name them.* Remove the rules (.*) of that group/u.exec(message) ?? [];
    const theirs = rulesIn(held());
    const now = rulesIn(world.store());
    expect(named.split(", ").sort()).toEqual(now.filter((id) => !theirs.includes(id)));
    expect(now).toEqual(expect.arrayContaining(theirs));
  });

  /** A member or policy that the appliance answers to have had before: destroy leaves it. */
  const stays = (kind: string, moment: string): boolean =>
    moment === "just before the request" && ["Collector", "Exporter", "Policy"].includes(kind);

  const lost = later.filter((moment) => moment !== "just before the request");
  test.each([
    ...rows(shared, lost),
    ...rows(
      shared.filter(([kind]) => !refusing.includes(kind)),
      ["just before the request"],
    ),
  ])(
    "F21, F35: $moment is there once, as it is declared: a $kind with content $content, $switches",
    async ({ moment, kind, content, switches }) => {
      const goal = await bench.goal(kind);
      await meet(kind, content, moment, switches);
      const resource = new Resource(world, kind);
      const program = bench.inputs(kind, "first");
      expect(await resource.up(program)).toBe("create");
      expect(holdingsOf(world.sim)).toEqual(goal);
      await expectKept(world, resource, program);
      await resource.destroy();
      expect(world.store() === bench.before).toBe(!stays(kind, moment));
    },
  );
});

const { row } = faultRows({ config: { gateway: { concurrency: 2 } } });

row("F24: a group that others made just before the repetition stays theirs beside ours", async (row) => {
  row.sim.switches.duplicateGroupName = "second";
  const name = "beside theirs";
  const theirs = { type: "ip", address: "198.51.100.1" } as const;
  const group = row.declare("IpGroup", { name, rules: [{ type: "network", cidr: "10.1.0.0/16" }] });
  let theirGroup = 0;
  row.fault({ match: "ipgroups/saveRule", times: 1, kind: "resetBeforeApply" });
  row.before("ipgroups/saveRule", () => (theirGroup = row.sim.mutate.addIpGroup(name, [theirs])));
  expect(await row.up(group)).toBe("create");
  expect(group.resource.id).not.toBe(String(theirGroup));
  row.infoLines();
  expect(await group.resource.refresh()).toBe("same");
  expect(await row.read(group)).toBe("same");
  expect(row.infoLines()).toEqual([expect.stringContaining(`another IP group has the same name (id ${theirGroup})`)]);
  await group.resource.destroy();
  expect([...(row.sim.gateway.store.ipGroups.get(theirGroup)?.rules.values() ?? [])]).toEqual([theirs]);
  row.sim.mutate.removeIpGroup(name);
});
