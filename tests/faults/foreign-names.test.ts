import type { FaultSpec, Switches } from "../../simulator";
import { expectKept, failureOf, Resource } from "../lifecycle/resource";
import { holdingsOf } from "../support/held";
import { benchOfKinds, type Content, kinds, withContent } from "./kinds";
import { once } from "../support/once";

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
};

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
const refusing = ["IpGroup"];
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
    "$moment is not believed ours: a $kind with content $content, $switches",
    async ({ moment, kind, content, switches }) => {
      const held = await meet(kind, content, moment, switches);
      const resource = new Resource(world, kind);
      const message = await failureOf(resource.up(bench.inputs(kind, "first")));
      expect(message).toMatch(/exists|outcome unknown: /u);
      // The next up finds what the appliance refused, and names the line then.
      expect(held()).not.toBe("");
      expect(world.store()).toBe(held());
      expect(resource.exists).toBe(false);
    },
  );

  const lost = later.filter((moment) => moment !== "just before the request");
  test.each([
    ...rows(shared, lost),
    ...rows(
      shared.filter(([kind]) => !["IpGroup", "IpGroupRule", "ReplicatorProfile"].includes(kind)),
      ["just before the request"],
    ),
  ])(
    "$moment is there once, as it is declared: a $kind with content $content, $switches",
    async ({ moment, kind, content, switches }) => {
      const goal = await bench.goal(kind);
      const held = await meet(kind, content, moment, switches);
      const resource = new Resource(world, kind);
      const program = bench.inputs(kind, "first");
      // A request that certainly was not carried out is an error, and the next up repeats it.
      if (moment === "while the answer was lost") await failureOf(resource.up(program));
      await resource.up(program);
      expect(holdingsOf(world.sim)).toEqual(goal);
      await expectKept(world, resource, program);
      await resource.destroy();
      // The replicator refuses what is there already.
      const isRefused = moment === "just before the request" && /^(?:Collector|Exporter|Policy)$/u.test(kind);
      expect(isRefused ? [held()] : [bench.before, held()]).toContain(world.store());
    },
  );
});
