import { operations, type Program, programOf, surround } from "../crash/program";
import { startWorld, type World } from "../support/lifecycle";
import { ProviderFault } from "../support/provider-calls";
import { Resource } from "./resource";

/** Each change that each operation of each kind sends. */
const rows = Object.entries(programOf({ sharedGroupId: 0, readersId: 0, writersId: 0 })).flatMap(
  ([kind, { changes }]) =>
    operations.flatMap((operation) => changes[operation].map((_, n) => [kind, operation, n + 1] as const)),
);

/** Kinds without an action that reads them: another client may have created an object of that name (F26). */
const undecided = new Set(["User", "UserGroup"]);

/** Switch positions in which the appliance reports a repeated change as an error. */
const strict = { repeatedLink: "failure", repeatedChange: "error" } as const;

describe.each(["resetAfterApply", "resetBeforeApply"] as const)("an answer that is lost by %s", (fault) => {
  const applied = fault === "resetAfterApply";
  let world: World;
  let program: Program;
  let before: string;
  const store = (): string => world.sim.snapshot({ withoutNotesAndPreferences: true });

  beforeAll(async () => {
    world = await startWorld({ simulator: { switches: strict } });
    program = programOf(surround(world.sim));
    before = store();
  });
  // Within one run, the provider does not reuse the name of an earlier object.
  beforeEach(() => world.nextRun());
  afterAll(() => world.close());

  test.each(rows)("%s: %s makes change %i once, and the state matches the appliance", async (kind, lost, n) => {
    const { sim } = world;
    const { first, second, changes } = program[kind] as Program[string];
    const resource = new Resource(world, kind);
    const runs = {
      create: async () => {
        if (!applied || lost !== "create" || !undecided.has(kind)) return resource.up(first);
        await expect(resource.up(first)).rejects.toThrow(/outcome unknown: .* onExisting: "adopt"/u);
        return resource.up({ ...first, onExisting: "adopt" });
      },
      update: () => resource.up(second),
      delete: () => resource.destroy(),
    };
    for (const operation of operations) {
      const match = operation === lost ? changes[operation][n - 1] : undefined;
      const hit = match === undefined ? undefined : sim.faults.add({ match, times: 1, kind: fault });
      await runs[operation]();
      expect(hit?.hits).toBe(match === undefined ? undefined : 1);
      hit?.remove();
      if (operation === "delete") continue;
      expect(await resource.preview(operation === "create" ? first : second)).toBe("same");
      expect(await resource.refresh()).toBe("same");
    }
    expect(store()).toBe(before);
  });

  test.each([
    ["in no group", {}],
    ["in a group that is known by name only", { userGroupIds: ["name:Guests"] }],
  ])("does not create a User %s twice, and adopts it only if that is declared (F26)", async (_title, more) => {
    const resource = new Resource(world, "User");
    const program = { name: "lost user", password: "pass word", ...more };
    const hit = world.sim.faults.add({ match: "user_api/createUser", times: 1, kind: fault });
    const made = fault === "resetAfterApply";
    if (made) await expect(resource.up(program)).rejects.toThrow(ProviderFault);
    else await resource.up(program);
    hit.remove();
    expect(resource.exists).toBe(!made);
    if (made) await resource.up({ ...program, onExisting: "adopt" });
    const found = world.sim.gateway.store.userNamed("lost user");
    expect(found?.userGroups).toEqual(new Set("userGroupIds" in more ? [2] : []));
    expect(resource.id).toBe(made ? "name:lost user" : String(found?.id));
    await resource.destroy();
    expect(store()).toBe(before);
  });
});
