import { worldIn } from "../support/lifecycle";
import { PartialFault } from "../support/provider-calls";
import { user } from "./accounts";
import { expectKept, failureOf, newResource, Resource } from "./resource";

describe("a raw seccode", () => {
  test("is in the state as the program wrote it, even if another permission of its set failed", async () => {
    const world = await worldIn();
    const group = { userGroupName: "Guests", onExisting: "adopt" };
    const raw = { permissionType: "device", seccode: { raw: "0a0101ff" } };
    const set = new Resource(world, "PermissionSet");
    const refuse = (answer: unknown): unknown => {
      const { updated } = (answer as { data: { updated: string[] } }).data;
      if (!updated.some((text) => text.includes("saveReport"))) return answer;
      world.sim.mutate.removePermission("Guests", "app", "saveReport");
      return {
        data: {
          updated: updated.filter((text) => !text.includes("saveReport")),
          errors: ["Could not add app permission saveReport: no"],
        },
      };
    };
    const fault = world.sim.faults.add({ match: "user_api/permissions", kind: { rewrite: refuse } });
    const program = { ...group, permissions: [{ permissionType: "app", seccode: "saveReport" }, raw] };
    await expect(set.up(program)).rejects.toThrow(PartialFault);
    expect(set.outputs["permissions"]).toEqual([raw]);
    fault.remove();
    world.sim.requests.clear();
    expect(await set.up(program)).toBe("update");
    const sent = world.sim.requests.where({ kind: "write" }).map(({ detail }) => detail);
    expect(sent).toEqual(["add app saveReport to Guests"]);
  });
});

describe("destroy of the token's own user only removes it from the state, with a note", () => {
  test.each<[string, (robot: Resource) => unknown]>([
    ["by name", () => "robot"],
    ["by number", ({ id }) => Number(id)],
    ["by number as text", ({ id }) => id],
  ])("if it is configured %s, while another user is deleted", async (_how, tokenUser) => {
    const world = await worldIn();
    const [robot, other] = [new Resource(world, "User"), new Resource(world, "User")];
    await robot.up(user("robot"));
    await other.up(user("other"));
    await world.nextRun({ config: { gateway: { tokenUser: tokenUser(robot) } } });
    expect(await world.printed(robot.destroy())).toMatch(/^warning: User "robot" on .*the token belongs to it/u);
    expect(robot.exists).toBe(false);
    await other.destroy();
    expect(world.changes()).toEqual(["user_api/delUsers"]);
    const { store } = world.sim.gateway;
    expect([store.userNamed("other"), store.userNamed("robot")]).toEqual([undefined, expect.anything()]);
  });

  test("if it was adopted by its name", async () => {
    const world = await worldIn({}, { config: { gateway: { tokenUser: "admin" } } });
    const admin = await newResource(world, "User", { ...user("admin"), onExisting: "adopt" });
    world.sim.requests.clear();
    expect(await world.printed(admin.destroy())).toContain("the token belongs to it");
    expect(world.changes()).toEqual([]);
  });
});

describe("F164: an account whose name the gateway spells differently is recognized, with a note", () => {
  const long = "Night shift <North> & South, third floor";
  const spellings = [
    ["htmlEscaped", "Night shift &lt;North&gt; &amp; South, third floor"],
    ["lowerCase", "night shift <north> & south, third floor"],
    ["first31", "Night shift <North> & South, th"],
  ] as const;

  describe.each(spellings)("%s", (accountNameStored, stored) => {
    test.each([
      ["User", user(long), "user_api/createUser"],
      ["UserGroup", { name: long, members: ["admin"] }, "user_api/createUsergroup"],
    ])("%s", async (kind, program, creation) => {
      const world = await worldIn({ accountNameStored });
      const resource = new Resource(world, kind);
      const { store } = world.sim.gateway;
      const held = (): unknown => (kind === "User" ? store.userNamed(stored) : store.userGroupNamed(stored))?.id;
      expect(await world.printed(resource.up(program))).toContain(`the gateway calls it "${stored}"`);
      expect(world.changes()).toEqual([creation]);
      expect(resource.id).toBe(String(held()));
      expect(resource.outputs["name"]).toBe(long);
      await expectKept(world, resource, program);
      expect(world.changes()).toEqual([]);
      await resource.destroy();
      expect(held()).toBeUndefined();
    });
  });

  test.each([
    ["User", user("night shift"), "user_api/createUser"],
    ["UserGroup", { name: "night shift" }, "user_api/createUsergroup"],
  ])(
    "but an entry with another name is not, and the message of a %s has that name",
    async (kind, program, creation) => {
      const world = await worldIn();
      const rewrite = (): unknown => ({ data: [{ id: 77, name: "day shift", members: [] }] });
      world.sim.faults.add({ match: creation, times: 1, kind: { rewrite } });
      const resource = new Resource(world, kind);
      expect(await failureOf(resource.up(program))).toContain(
        'outcome unknown: the answer to its creation names "day shift" instead of the declared name, and an object of ' +
          "that name exists now (id name:night shift). If the gateway changes such names, declare one that it keeps. " +
          'Otherwise check whose it is; to take it over, add: onExisting: "adopt".',
      );
      expect(resource.exists).toBe(false);
    },
  );
});
