import { setTimeout as sleep } from "node:timers/promises";
import { definitionOf } from "../../provider/registry";
import type { FaultKind, FaultSpec } from "../../simulator";
import { type Declared, operations } from "../kinds/program";
import { expectKept, failureOf, newResource, Resource } from "../lifecycle/resource";
import { holdingsOf } from "../support/held";
import { isLong } from "../support/long";
import { PartialFault } from "../support/provider-calls";
import { benchOfKinds, kinds, withoutNumbers } from "./kinds";

// What can happen to a resource, tried with each kind of the program of all kinds.
/** Several resources may declare these as far as the provider sees: each of them manages a part. */
const shared = new Set(["Collector", "Exporter", "IpGroupRule"]);

type Mishap = Omit<FaultSpec, "match" | "times">;
/** What can happen to a change. All but the first two only in the long run. */
const mishaps: Readonly<Record<string, Mishap>> = {
  "the answer is lost": { kind: "resetAfterApply" },
  "an answer of another form": { kind: { status: 200, body: "[1]" }, apply: true },
  "a page answers": { kind: "html" },
  "the request is lost": { kind: "resetBeforeApply" },
  "the request comes through late": { kind: { lateMs: 300 } },
  "the answer is cut": { kind: "truncate" },
  "the answer is empty": { kind: { status: 200, body: "" }, apply: true },
  "nothing answers": { kind: "hang" },
  "the appliance has too many requests": { kind: { status: 429, body: "", headers: { "retry-after": "0" } } },
  "the sessions end": { kind: "expireSessions" },
  ...Object.fromEntries(
    [500, 502, 503, 504].flatMap((status): [string, Mishap][] => [
      [`the answer is ${String(status)}`, { kind: { status, body: "{}" }, apply: false }],
      [`the answer is ${String(status)} after the change`, { kind: { status, body: "{}" }, apply: true }],
    ]),
  ),
};

/** A request that nothing answers ends soon. */
const hasty = { timeouts: { headers: 2000 } };
const bench = benchOfKinds();
const { world } = bench;
const declared = (kind: string): Declared => bench.declared(kind);

describe("every kind", () => {
  // What happens to one change of one operation. A change that came through may be found by a reading; of any other, the
  // command says what failed, and the next ones finish.
  describe.each(Object.entries(mishaps).slice(0, isLong ? undefined : 2))("%s", (_title, kindOf) => {
    const rows = Object.entries(withoutNumbers).flatMap(([kind, { changes }]) =>
      operations.flatMap((operation) => changes[operation].map((_, n) => ({ kind, operation, n: n + 1 }))),
    );

    test.each(rows)("$kind: change $n of $operation is made once, nothing is lost", async ({ kind, operation, n }) => {
      const { first, second, changes } = declared(kind);
      const match = changes[operation][n - 1] ?? /./u;
      const resource = await (operation === "create" ? new Resource(world, kind) : bench.made(kind));
      const program = operation === "create" ? first : second;
      if (kindOf.kind === "hang") await world.nextRun({ config: { gateway: hasty, replicator: hasty } });
      const hit = world.sim.faults.add({ match, times: 1, ...kindOf });
      let more = {};
      const run = async (): Promise<string> => {
        if (operation !== "delete") return failureOf(resource.up({ ...program, ...more }));
        return resource.exists ? failureOf(resource.destroy()) : "the call succeeded";
      };
      const said = await run();
      expect(hit.hits).toBe(1);
      hit.remove();
      // What comes after the destruction of everything cannot be seen by anybody.
      if (typeof kindOf.kind === "object" && "lateMs" in kindOf.kind) await sleep(2 * kindOf.kind.lateMs);
      // Only the object of the program differs, whatever was answered.
      if (said !== "the call succeeded")
        expect(said).toMatch(new RegExp(`^${kind} ".+" on .+: outcome unknown: `, "u"));
      for (let repeated = 1; repeated <= 2; repeated += 1) {
        await world.nextRun();
        const next = await run();
        if (next.includes("onExisting")) more = { onExisting: "adopt" };
        else expect(next).toBe("the call succeeded");
      }
      if (operation !== "delete") {
        expect(await resource.preview({ ...program, ...more })).toBe("same");
        await expectKept(world, resource);
        await bench.end(resource);
      }
      expect(resource.exists).toBe(false);
      expect(world.store()).toBe(bench.before);
    });
  });

  // The program may go back, the user may refresh or destroy: the object stays the program's in each case. Links that may
  // belong to others stay where they are.
  describe.each([
    ["lost", { kind: "resetAfterApply" }],
    ["answered", { kind: { delayMs: 0 } }],
  ] as const)("an update has one change %s, and no later request succeeds", (how, now) => {
    const rows = kinds
      .filter((kind) => !["Membership", "Permission", "PermissionSet"].includes(kind))
      .flatMap((kind) => (withoutNumbers[kind]?.changes.update ?? []).map((_, n) => ({ kind, n: n + 1 })))
      .filter(({ n }) => isLong || n === 1)
      .flatMap((row) => ["up", "revert", "destroy"].map((next) => ({ ...row, next })))
      .flatMap((row) => [true, false].map((reads) => ({ ...row, reads })))
      .filter(({ next, reads }) => isLong || reads === (next === "revert"));

    test.each(rows)("$kind: after change $n (refresh $reads), $next finds it", async ({ kind, n, next, reads }) => {
      const { first, second, changes } = declared(kind);
      const goal = await bench.goal(kind, next === "up" ? "second" : "first");
      const resource = await bench.made(kind);
      const hit = world.sim.faults.add({ match: changes.update[n - 1] ?? /./u, times: 1, ...now });
      const later = world.sim.faults.add({ kind: "html", when: () => hit.hits > 0 });
      await failureOf(resource.up(second));
      expect(hit.hits).toBe(1);
      for (const fault of [hit, later]) fault.remove();
      await world.nextRun();
      // Another update, which fails at once, does not forget the first one. What a setting had is not remembered.
      if (kind !== "Setting") await bench.during("html", undefined, () => failureOf(resource.up(first)));
      await world.nextRun();
      if (reads) await resource.refresh();
      if (reads) await world.nextRun();
      if (next !== "destroy") await resource.up(next === "up" ? second : first);
      if (next !== "destroy") await expectKept(world, resource);
      // A link whose addition was lost may be of others.
      const mayStay = how === "lost" && next === "revert" && /membership .*add/u.test(String(changes.update[n - 1]));
      if (next !== "destroy" && !mayStay) expect(holdingsOf(world.sim)).toEqual(goal);
      await bench.end(resource);
    });
  });

  test.each(kinds)("%s: an appliance that cannot be reached, or refuses all, changes no state", async (kind) => {
    const { second, changes } = declared(kind);
    const resource = await bench.made(kind);
    const held = [resource.inputs, resource.outputs];
    const appliance = world.sim[definitionOf(kind).appliance];
    const calls = [() => resource.up(second), ...(changes.delete.length > 0 ? [() => resource.destroy()] : [])];
    await appliance.disconnect();
    const said: string[] = [];
    for (const call of calls) said.push(await failureOf(call()));
    await appliance.reconnect();
    for (const text of said) {
      expect(text).toContain(`on ${new URL(appliance.url).host}: `);
      expect(text).toMatch(/ failed: connection refused\. Check the URL, the port/u);
    }
    await world.nextRun();
    for (const [at, call] of calls.entries()) {
      const kindOf = { kind: { refuse: "Disk full" } };
      const first = world.sim.faults.add({ match: [changes.update, changes.delete][at]?.[0] ?? /./u, ...kindOf });
      const later = world.sim.faults.add({ match: /^(?!login)/u, when: () => first.hits > 0, ...kindOf });
      expect(await failureOf(call())).toContain("Disk full");
      for (const fault of [first, later]) fault.remove();
    }
    expect([resource.inputs, resource.outputs]).toEqual(held);
    await world.nextRun();
    await bench.end(resource);
  });

  test.each(kinds.filter((kind) => definitionOf(kind).appliance === "replicator"))(
    "%s: a secondary appliance is not changed, and the state is kept",
    async (kind) => {
      const { second } = declared(kind);
      const resource = await bench.made(kind);
      const held = world.store();
      const { mutate } = world.sim;
      mutate.setRole("secondary");
      for (const call of [() => resource.up(second), () => resource.destroy()]) {
        expect(await failureOf(call())).toMatch(/ failed: .*secondary/iu);
      }
      expect([world.store(), resource.exists]).toEqual([held, true]);
      mutate.setRole("primary");
      await world.nextRun();
      await resource.up(second);
      await bench.end(resource);
    },
  );

  test.each(kinds.filter((kind) => withoutNumbers[kind]?.count !== undefined && !shared.has(kind)))(
    "%s: of two that create the same object at the same time, one is an error, and one object exists",
    async (kind) => {
      const goal = await bench.goal(kind);
      // No check compares two resources of one name, as children of two components may have.
      const resources = [new Resource(world, kind, "twin"), new Resource(world, kind, "twin")] as const;
      const said: string[] = [];
      const up = async (resource: Resource): Promise<void> => {
        said.push(await failureOf(resource.up(bench.inputs(kind, "first"))));
      };
      await Promise.all(resources.map(up));
      const refusals = said.filter((text) => text !== "the call succeeded");
      expect(refusals[0]).toMatch(new RegExp(`^${kind} ".+" on .*(?:already exists|creates)`, "u"));
      const [owner, ...others] = resources.filter(({ exists }) => exists);
      expect(others).toEqual([]);
      // Of two that come together, both may be refused, with a part of the groups made.
      if (refusals.length === 1) expect(holdingsOf(world.sim)).toEqual(goal);
      else expect([undefined, "IpGroups"]).toContain(owner?.kind);
      if (owner !== undefined && refusals.length === 1) await expectKept(world, owner);
      await owner?.destroy();
      expect(world.store()).toBe(bench.before);
    },
  );

  // The engine forgets with a refresh that a resource had failed, and no action reads these.
  test.each([
    ["Membership", "create"],
    ["Permission", "create"],
    ["PermissionSet", "create"],
    ["PermissionSet", "update"],
  ] as const)("%s: a failed %s that a refresh has seen is repeated by the next up", async (kind, operation) => {
    const { first, second } = declared(kind);
    const resource = new Resource(world, kind);
    if (operation === "update") await resource.up(first);
    const held = world.store();
    const program = operation === "create" ? first : second;
    // Nothing is applied, and no answer says so.
    const failure = { kind: { status: 500, body: "{}" }, apply: false };
    const { remove } = world.sim.faults.add({ match: /^user_api/u, ...failure });
    await expect(resource.up(program)).rejects.toThrow(PartialFault);
    expect(world.store()).toBe(held);
    remove();
    await world.nextRun();
    await resource.refresh();
    await world.nextRun();
    expect(await resource.up(program)).toBe("update");
    expect(world.store()).not.toBe(held);
    await expectKept(world, resource);
    expect(await resource.preview(program)).toBe("same");
    await bench.end(resource);
  });

  describe.each([
    ["in the same run", () => Promise.resolve()],
    ["in the next run", () => world.nextRun()],
  ])("deleting an object that is already gone succeeds %s, and says so", (when, then) => {
    test.each(kinds)("%s", async (kind) => {
      const resource = await newResource(world, kind, declared(kind).first);
      world.reset();
      await then();
      const said = await world.printed(() => resource.destroy());
      // In the same run nothing is read again. The last five are values, or links whose removal always succeeds.
      const values = ["Setting", "UserPreferences", "Membership", "Permission", "PermissionSet"];
      if (when === "in the next run" && !values.includes(kind)) expect(said).toContain("already gone");
      expect(resource.exists).toBe(false);
      expect(world.store()).toBe(bench.before);
    });
  });
});

describe("refresh fails and treats no kind that it reads as gone when it encounters", () => {
  const readable = ["IpGroup", "IpGroupRule", "IpGroups", "ReplicatorProfile", "Collector", "Exporter", "Policy"];
  const resources: Resource[] = [];
  beforeAll(async () => {
    for (const kind of readable) resources.push(await bench.made(kind));
    world.keep();
  });
  afterAll(async () => {
    await world.nextRun();
    for (const resource of resources) expect(await resource.refresh()).toBe("same");
    for (const resource of resources.reverse()) await resource.destroy();
  });

  // Answers that do not contain the object, but do not prove that it is gone either.
  test.each<[title: string, kind: FaultKind]>([
    ["half of the JSON", "invalidJson"],
    ["an answer that is cut off", "truncate"],
    ["a reset connection", "resetBeforeApply"],
    ["a failure of the server", { status: 500, body: "{}" }],
    ["a path that does not exist", { status: 404, body: "<html></html>" }],
    ["a refusal", { refuse: "Not now" }],
    ["an empty object", { rewrite: () => ({}) }],
    ["an empty list", { rewrite: () => [] }],
    ["null", { rewrite: () => null }],
    ["lists of another shape", { rewrite: () => ({ results: {}, collector: [], api: [], profile: 0 }) }],
    ["an HTML page", "html"],
    ["a redirect", { status: 302, headers: { location: "https://other.example.net/" } }],
  ])("%s", async (_title, kind) => {
    const said = await bench.during(kind, /ipgroups|show/u, () =>
      Promise.all(resources.map((resource) => failureOf(resource.refresh()))),
    );
    for (const [index, resource] of resources.entries()) {
      expect(said[index]).toMatch(new RegExp(`^${resource.kind} ".+" on 127\\.0\\.0\\.1:\\d+: `, "u"));
      expect(resource.exists).toBe(true);
    }
  });
});
