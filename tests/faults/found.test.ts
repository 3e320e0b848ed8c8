import { expectKept, failureOf, newResource, Resource } from "../lifecycle/resource";
import { holdingsOf } from "../support/held";
import { benchOfKinds, type Content, isRead, kinds, withContent } from "./kinds";

/** What an object of others means for a resource that declares it, for every kind. */
const bench = benchOfKinds();
const { world } = bench;

const links = ["Membership", "Permission", "PermissionSet"];
/** Values that always exist. They are set, whatever `onExisting` says. */
const values = ["Setting", "UserPreferences"];

/** What the up does: it fails and names the line to add, fails and names what differs, or takes the object over. */
type Outcome = "exists" | "differs" | "undecidable" | "shared" | "taken";

function outcomeOf(kind: string, content: Content, onExisting: string | undefined): Outcome {
  if (onExisting === "adoptIfEqual" && !isRead(kind)) return "undecidable";
  if (onExisting === "adopt" || values.includes(kind)) return "taken";
  if (onExisting === "adoptIfEqual") return content === "theirs" ? "differs" : "taken";
  const isShared = links.includes(kind) || (kind === "Policy" && content === "first");
  return isShared ? "shared" : "exists";
}

const says: Readonly<Partial<Record<Outcome, RegExp>>> = {
  exists: /already (?:exists|has the opposite policy).*onExisting: "adopt"/u,
  differs: /differs from what is declared: \w+ |already has the opposite policy/u,
  undecidable: /^onExisting: "adoptIfEqual" cannot be decided/u,
};

const rows = [
  ...kinds.map((kind) => [kind, "first"] as const),
  ...withContent.map((kind) => [kind, "theirs"] as const),
].flatMap(([kind, content]) =>
  [undefined, "adopt", "adoptIfEqual"].map((onExisting) => {
    return { kind, content, onExisting, outcome: outcomeOf(kind, content, onExisting) };
  }),
);
const named = ({ kind, content, onExisting }: (typeof rows)[number]) =>
  `${kind} ${content === "first" ? "that is as declared" : "with another content"}, onExisting ${String(onExisting)}`;

describe("an object of others that exists before", () => {
  test.each(rows.filter(({ outcome }) => says[outcome] !== undefined).map((row) => [named(row), row] as const))(
    "is refused and unchanged: a %s",
    async (_title, { kind, content, onExisting, outcome }) => {
      (await bench.others(kind, content))();
      const held = world.store();
      const resource = new Resource(world, kind);
      expect(await failureOf(resource.up({ ...bench.inputs(kind, "first"), onExisting }))).toMatch(
        says[outcome] ?? /^$/u,
      );
      // A kind that cannot be read is found by an attempt to create it.
      expect(world.changes()).toHaveLength(isRead(kind) || outcome === "undecidable" ? 0 : 1);
      expect(world.store()).toBe(held);
      expect(resource.exists).toBe(false);
    },
  );

  test.each(rows.filter(({ outcome }) => outcome === "taken").map((row) => [named(row), row] as const))(
    "is taken over, changed to what is declared, and removed by destroy: a %s",
    async (_title, { kind, content, onExisting }) => {
      const goal = await bench.goal(kind);
      (await bench.others(kind, content))();
      const held = world.store();
      const program = { ...bench.inputs(kind, "first"), onExisting };
      const resource = new Resource(world, kind);
      const lines = await world.printed(() => resource.up(program));
      expect(holdingsOf(world.sim)).toEqual(goal);
      if (content === "first" && isRead(kind)) expect(world.changes()).toEqual([]);
      const isObject = ![...values, ...links, "Policy"].includes(kind);
      if (isObject && kind !== "IpGroups")
        expect(lines).toMatch(
          content === "first" || !isRead(kind) ? /adopted \(id/u : /adopted \(id .*and changed: \w+ /u,
        );
      if (isObject && kind !== "IpGroups") expect(resource.outputs).toHaveProperty("origin.adopted", true);
      expect(await resource.preview(bench.inputs(kind, "first"))).toBe("same");
      await expectKept(world, resource, program);
      await resource.destroy();
      // A value cannot be removed: it becomes what it was.
      expect(world.store()).toBe(values.includes(kind) ? held : bench.before);
    },
  );
});

test.each(kinds.filter((kind) => outcomeOf(kind, "first", undefined) === "exists"))(
  "a %s whose resource has a new name stays if the new resource is refused in the same run",
  async (kind) => {
    const former = await bench.made(kind);
    const held = world.store();
    await failureOf(new Resource(world, kind).up(bench.inputs(kind, "first")));
    expect(await failureOf(former.remove())).toMatch(/it stays, because .* npx flowgate check$/u);
    expect([former.exists, world.store()]).toEqual([true, held]);
    await world.nextRun();
    await bench.end(former);
  },
);

test("an exclude is refused as well where the include exists", async () => {
  (await bench.others("Policy", "first"))();
  const program = { ...bench.inputs("Policy", "first"), kind: "exclude", onExisting: undefined };
  expect(await failureOf(new Resource(world, "Policy").up(program))).toMatch(/has the opposite policy/u);
});

describe.each([...links.map((kind) => [kind, "failure"] as const), ["Policy", "success"] as const])(
  "a %s that existed before, if the gateway words it as %s",
  (kind, repeatedLink) => {
    beforeEach(() => Object.assign(world.sim.switches, { repeatedLink }));

    test("stays after destroy, and both up and destroy say so", async () => {
      (await bench.others(kind, "first"))();
      const held = world.store();
      const program = bench.inputs(kind, "first");
      const resource = new Resource(world, kind);
      expect(await world.printed(() => resource.up(program))).toMatch(/exist.*leaves it/u);
      expect(resource.outputs).toHaveProperty("origin.existed");
      await expectKept(world, resource, program);
      expect(await world.printed(() => resource.destroy())).toMatch(/it stays/u);
      expect(world.changes()).toEqual([]);
      expect([resource.exists, world.store()]).toEqual([false, held]);
    });

    test("belongs to the program once it declares that it adopts it", async () => {
      (await bench.others(kind, "first"))();
      const program = bench.inputs(kind, "first");
      const resource = await newResource(world, kind, program);
      expect(await resource.up({ ...program, onExisting: "adopt" })).toBe("update");
      expect(resource.outputs).not.toHaveProperty("origin.existed");
      await bench.end(resource);
    });
  },
);
