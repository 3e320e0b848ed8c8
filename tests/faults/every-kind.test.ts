import { definitionOf } from "../../provider/registry";
import type { FaultKind } from "../../simulator";
import { type Declared, operations } from "../kinds/program";
import { expectKept, failureOf, newResource, Resource } from "../lifecycle/resource";
import { holdingsOf } from "../support/held";
import { PartialFault } from "../support/provider-calls";
import { benchOfKinds, kinds, withoutNumbers } from "./kinds";

/** What can happen to a resource, tried with each kind of the program of all kinds. */
/** Kinds without an action that reads them: another client may have created an object of that name (F26). */
const undecided = new Set(["User", "UserGroup"]);

/** Several resources may declare these as far as the provider sees: each of them manages a part. */
const shared = new Set(["Collector", "Exporter", "IpGroupRule"]);

/** Switch positions in which the appliance reports a repeated change as an error. */
const strict = { repeatedLink: "failure", repeatedChange: "error" } as const;

const bench = benchOfKinds();
const { world } = bench;
const declared = (kind: string): Declared => bench.declared(kind);

describe("every kind", () => {
  describe.each(["resetAfterApply", "resetBeforeApply"] as const)(
    "F29, F30, F31, F32, F33, F34, F35: an answer that is lost by %s",
    (fault) => {
      const applied = fault === "resetAfterApply";
      beforeEach(() => Object.assign(world.sim.switches, strict));
      /**
       * Each change that each operation of each kind sends. One life loses an answer to each operation, unless the first
       * loss decides what is known of the object.
       */
      const rows = Object.entries(withoutNumbers).flatMap(([kind, { changes }]) => {
        const most = Math.max(...operations.map((operation) => changes[operation].length));
        const alone = operations.map((operation) => [operation]);
        return Array.from({ length: most }, (_, n) => n + 1).flatMap((n) =>
          (undecided.has(kind) ? alone : [operations])
            .map((some) => some.filter((operation) => changes[operation].length >= n))
            .filter((lost) => lost.length > 0)
            .map((lost) => ({ kind, n, lost })),
        );
      });

      test.each(rows)("$kind: change $n of $lost is made once, and the state matches the appliance", async (row) => {
        const { kind, n, lost } = row;
        const { sim } = world;
        const { first, second, changes } = declared(kind);
        const resource = new Resource(world, kind);
        const runs = {
          create: async () => {
            if (!applied || !lost.includes("create") || !undecided.has(kind)) return resource.up(first);
            await expect(resource.up(first)).rejects.toThrow(/outcome unknown: .* onExisting: "adopt"/u);
            return resource.up({ ...first, onExisting: "adopt" });
          },
          update: () => resource.up(second),
          delete: () => resource.destroy(),
        };
        for (const operation of operations) {
          const match = lost.includes(operation) ? changes[operation][n - 1] : undefined;
          const hit = match === undefined ? undefined : sim.faults.add({ match, times: 1, kind: fault });
          await runs[operation]();
          expect(hit?.hits).toBe(match === undefined ? undefined : 1);
          hit?.remove();
          // Only a number in an answer proves that an account of that name is ours.
          if (operation === "create" && undecided.has(kind))
            expect(resource.id).toMatch(applied && lost.includes("create") ? /^name:/u : /^\d+$/u);
          if (operation === "delete") continue;
          expect(await resource.preview(operation === "create" ? first : second)).toBe("same");
          expect(await resource.refresh()).toBe("same");
        }
        expect(world.store()).toBe(bench.before);
      });
    },
  );

  test.each(kinds)("%s: an appliance that cannot be reached is named, and the state is kept", async (kind) => {
    const { second, changes } = declared(kind);
    const resource = await bench.made(kind);
    const held = [resource.inputs, resource.outputs];
    const appliance = world.sim[definitionOf(kind).appliance];
    const calls = [() => resource.up(second), ...(changes.delete.length > 0 ? [() => resource.destroy()] : [])];
    await appliance.disconnect();
    const said: string[] = [];
    for (const call of calls) said.push(await failureOf(call()));
    // Whatever the calls did, the appliance is back for the next test.
    await appliance.reconnect();
    for (const text of said) {
      expect(text).toContain(`on ${new URL(appliance.url).host}: `);
      expect(text).toMatch(
        / failed: (?:connection refused\. Check the URL, the port|the same as for .*: connection refused)/u,
      );
    }
    expect([resource.inputs, resource.outputs]).toEqual(held);
    await world.nextRun();
    await bench.end(resource);
  });

  test.each(kinds)(
    "%s: HTML instead of JSON is an error that says so, and the next up and destroy succeed",
    async (kind) => {
      const { first, second } = declared(kind);
      const html =
        kind === "User"
          ? /page in HTML|outcome unknown: .*no action that reads users/u
          : /page in HTML.* Check the URL/u;
      const resource = new Resource(world, kind);
      expect(await bench.during("html", undefined, () => failureOf(resource.up(first)))).toMatch(html);
      await world.nextRun();
      await resource.up(first);
      expect(await bench.during("html", undefined, () => failureOf(resource.up(second)))).toMatch(html);
      await world.nextRun();
      await resource.up(second);
      await bench.end(resource);
    },
  );

  test.each(kinds)(
    "F62, F120: a refusal of a %s is reported in the appliance's words, and nothing is in the state",
    async (kind) => {
      const { first, changes } = declared(kind);
      const resource = new Resource(world, kind);
      // Actions on accounts have two spellings.
      const [change] = String(changes.create[0]?.source).startsWith("permissions")
        ? [/^user_api\/permissions?/u]
        : changes.create;
      const said = await bench.during({ refuse: "The disk is full" }, change, () => failureOf(resource.up(first)));
      expect(said).toMatch(
        new RegExp(`^${kind} ".+" on 127\\.0\\.0\\.1:\\d+: (?:group ".+": )?[\\w ]+ failed: The disk is full\\.`, "u"),
      );
      expect(resource.exists).toBe(false);
      expect(world.store()).toBe(bench.before);
    },
  );

  test.each(kinds.filter((kind) => definitionOf(kind).appliance === "replicator"))(
    "%s: a secondary appliance is not changed, and the state is kept",
    async (kind) => {
      const { second } = declared(kind);
      const resource = await bench.made(kind);
      const held = world.store();
      const { mutate } = world.sim;
      mutate.setRole("secondary");
      for (const call of [() => resource.up(second), () => resource.destroy()]) {
        expect(await failureOf(call())).toMatch(
          /is a secondary appliance .*nothing was changed.* Set replicator\.url to the URL of the primary/u,
        );
      }
      expect([world.changes(), world.store(), resource.exists]).toEqual([[], held, true]);
      mutate.setRole("primary");
      await world.nextRun();
      await resource.up(second);
      // A run asks for the role once. Later, the appliance says it.
      mutate.setRole("secondary");
      expect(await failureOf(resource.destroy())).toMatch(/ failed: .*secondary/iu);
      expect(resource.exists).toBe(true);
      mutate.setRole("primary");
      await bench.end(resource);
    },
  );

  describe.each([
    ["at the same time", true],
    ["one after the other", false],
  ])("F94: of two resources of one program that create the same object %s", (_when, isTogether) => {
    test.each(kinds.filter((kind) => withoutNumbers[kind]?.count !== undefined && !shared.has(kind)))(
      "%s: the second is an error, and one object exists",
      async (kind) => {
        const goal = await bench.goal(kind);
        const resources = [new Resource(world, kind), new Resource(world, kind)] as const;
        const said: string[] = [];
        const up = async (resource: Resource): Promise<void> => {
          said.push(await failureOf(resource.up(bench.inputs(kind, "first"))));
        };
        if (isTogether) await Promise.all(resources.map(up));
        else for (const resource of resources) await up(resource);
        expect(said.sort()).toEqual([
          expect.stringMatching(new RegExp(`^${kind} ".+" on .*(?:already exists|creates)`, "u")),
          "the call succeeded",
        ]);
        expect(holdingsOf(world.sim)).toEqual(goal);
        const [owner, ...others] = resources.filter(({ exists }) => exists);
        expect(others).toEqual([]);
        expect(await owner?.refresh()).toBe("same");
        await owner?.destroy();
        expect(world.store()).toBe(bench.before);
      },
    );
  });

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
    const { remove } = world.sim.faults.add({
      match: /^user_api/u,
      kind: { status: 500, body: "{}" },
      apply: false,
    });
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
  ])("F104: deleting an object that is already gone succeeds %s, and says so", (when, then) => {
    test.each(kinds)("%s", async (kind) => {
      const resource = await newResource(world, kind, declared(kind).first);
      bench.reset();
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

/** Answers that do not contain the object, but do not prove that it is gone either. */
const noEvidence: readonly (readonly [title: string, kind: FaultKind])[] = [
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
];

describe("F46, F116: refresh fails and treats no kind that it reads as gone when it encounters", () => {
  const readable = ["IpGroup", "IpGroupRule", "IpGroups", "ReplicatorProfile", "Collector", "Exporter", "Policy"];
  const resources: Resource[] = [];
  beforeAll(async () => {
    for (const kind of readable) resources.push(await bench.made(kind));
    bench.keep();
  });
  afterAll(async () => {
    await world.nextRun();
    for (const resource of resources) expect(await resource.refresh()).toBe("same");
    for (const resource of resources.reverse()) await resource.destroy();
  });

  test.each(noEvidence)("%s", async (_title, kind) => {
    const said = await bench.during(kind, /ipgroups|show/u, () =>
      Promise.all(resources.map((resource) => failureOf(resource.refresh()))),
    );
    for (const [index, resource] of resources.entries()) {
      expect(said[index]).toMatch(new RegExp(`^${resource.kind} ".+" on 127\\.0\\.0\\.1:\\d+: `, "u"));
      expect(resource.exists).toBe(true);
    }
  });
});
