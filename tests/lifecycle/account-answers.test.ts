import { type World, worldIn } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { membership, user } from "./accounts";
import { failureOf, Resource } from "./resource";

/** A world whose gateway carries out one action correctly but changes its answer. */
async function answering(match: string | RegExp, rewrite: (answer: unknown) => unknown): Promise<World> {
  const world = await worldIn();
  world.sim.faults.add({ match, kind: { rewrite } });
  return world;
}
const preferences: Properties = { userId: 1, preferences: { statusTopn: 20, language: "english" } };
const grants: Properties = {
  userGroupName: "Guests",
  permissions: ["runReport", "saveReport"].map((seccode) => ({ permissionType: "app", seccode })),
};

test.each<[string, Properties]>([
  ["Membership", membership],
  ["Permission", { userGroupName: "Guests", permissionType: "app", seccode: "runReport" }],
  ["PermissionSet", grants],
  ["UserPreferences", preferences],
  ["User", { name: "Max O'Neil", password: "any password" }],
])("texts with markup mean the same: %s %j", async (kind, program) => {
  const marked = (answer: unknown): unknown =>
    JSON.parse(JSON.stringify(answer), (_key, value: unknown) =>
      typeof value === "string" && /\s(?:added|removed|updated|renamed|matched|permission)\b/iu.test(value)
        ? `<b>${value.replaceAll("'", "&#039;")}</b><br />`
        : value,
    );
  const world = await answering(/^user_api/u, marked);
  const resource = new Resource(world, kind);
  expect(await resource.up(program)).toBe("create");
  if (kind === "User") expect(await resource.up({ ...program, name: "Max O'Brien" })).toBe("update");
  await resource.destroy();
});

describe("an answer that counts the changes instead of listing them succeeds if it counts all of them and no error", () => {
  test.each<[string, Properties, string, object]>([
    ["Membership", membership, "membership", { added: 1, removed: 0 }],
    ["Membership", membership, "membership", { added: "1" }],
    [
      "Permission",
      { userGroupName: "Guests", permissionType: "app", seccode: "runReport" },
      "permissions?",
      { updated: 1 },
    ],
    ["PermissionSet", grants, "permissions?", { updated: 2, errors: 0 }],
    ["PermissionSet", grants, "permissions?", { updated: "2", errors: [] }],
    ["UserPreferences", preferences, "prefs", { updated: 2, errors: 0 }],
  ])("%s of %j: %s %j", async (kind, program, action, data) => {
    const world = await answering(new RegExp(`^user_api/${action}(?: |$)`, "u"), () => ({ data }));
    const resource = new Resource(world, kind);
    expect(await resource.up(program)).toBe("create");
    expect(world.changes()).toHaveLength(1);
    expect(await resource.up(program)).toBe("same");
  });

  test.each<[string, Properties, string, object]>([
    ["Membership", membership, "membership", { added: 0, removed: 0 }],
    ["Membership", membership, "membership", { added: 1, removed: 1 }],
    ["PermissionSet", grants, "permissions?", { updated: 1, errors: 1 }],
    ["PermissionSet", grants, "permissions?", { updated: 2, errors: 1 }],
    ["PermissionSet", grants, "permissions?", { updated: 2, errors: ["Perhaps not"] }],
    ["UserPreferences", preferences, "prefs", { updated: 3, errors: 0 }],
  ])("and is an error otherwise: %s of %j: %s %j", async (kind, program, action, data) => {
    const world = await answering(new RegExp(`^user_api/${action}(?: |$)`, "u"), () => ({ data }));
    const resource = new Resource(world, kind);
    expect(await failureOf(resource.up(program))).toMatch(/outcome unknown|not understood|refused/u);
  });

  test("a count that lacks one of two preferences is settled by sending each alone", async () => {
    const world = await answering("user_api/prefs", () => ({ data: { updated: 1, errors: 0 } }));
    expect(await new Resource(world, "UserPreferences").up(preferences)).toBe("create");
    expect(world.changes()).toHaveLength(3);
  });

  test("the member count of a new user group is checked, and the next up adds missing members", async () => {
    const counting = (members: number | string) => (answer: unknown) => {
      const [group] = (answer as { data: object[] }).data;
      return { data: [{ ...group, members }] };
    };
    for (const members of [1, "1"]) {
      const world = await answering("user_api/createUsergroup", counting(members));
      const group = new Resource(world, "UserGroup");
      expect(await group.up({ name: "night shift", members: ["admin"] })).toBe("create");
      expect(world.changes()).toEqual(["user_api/createUsergroup"]);
    }
    const world = await answering("user_api/createUsergroup", counting(0));
    const group = new Resource(world, "UserGroup");
    const up = group.up({ name: "night shift", members: ["admin"] });
    expect(await failureOf(up)).toContain("only 0 of 1 members were added");
    expect(group.exists).toBe(true);
    expect(await group.up({ name: "night shift", members: ["admin"] })).toBe("update");
    expect(world.changes()).toEqual(["user_api/createUsergroup", "user_api/membership"]);
  });
});

test.each<[string, Properties, string, object]>([
  ["Membership", membership, "membership", { added: [], removed: [] }],
  ["PermissionSet", grants, "permissions?", { updated: [], errors: [] }],
])("a %s that every answer passes over in silence says what helps", async (kind, program, action, data) => {
  const world = await worldIn();
  const resource = new Resource(world, kind);
  await resource.up(program);
  const silent = { match: new RegExp(`^user_api/${action}(?: |$)`, "u"), kind: { rewrite: () => ({ data }) } };
  const fault = world.sim.faults.add(silent);
  expect(await failureOf(resource.destroy())).toMatch(
    /outcome unknown: .* If the answer stays the same and the gateway does not have it any more, add it there/u,
  );
  const again = new Resource(world, kind);
  expect(await failureOf(again.up(program))).toMatch(
    /outcome unknown: .* If the answer stays the same, the gateway may have had it before: remove it there/u,
  );
  fault.remove();
  expect(await again.up(program)).not.toBe("same");
  await again.destroy();
});

describe("setting preferences fails if the answer names", () => {
  test.each([
    ["no change", { updated: [], errors: [] }],
    ["one of two changes", { updated: ["statusTopn updated to 20 for user_id 1"], errors: [] }],
    ["one change twice", { updated: Array(2).fill("statusTopn updated to 20 for user_id 1"), errors: [] }],
    ["others", { updated: ["one updated to 20 for user_id 1", "two updated to english for user_id 1"], errors: [] }],
    ["no change by its name", { updated: ["done", "done"], errors: [] }],
    ["one change as not made", { updated: ["statusTopn updated to 20", "language was not updated"], errors: [] }],
  ])("%s", async (_title, data) => {
    const world = await answering("user_api/prefs", () => ({ data }));
    const resource = new Resource(world, "UserPreferences");
    expect(await failureOf(resource.up(preferences))).toMatch(/outcome unknown|not understood|refused/u);
    expect(resource.exists).toBe(false);
  });
});

describe("F160: creating an account fails if the answer contains an invalid id", () => {
  test.each([0, "0", "", null, -1, undefined])("%j", async (id) => {
    for (const [kind, action, program] of [
      ["User", "createUser", user("night shift")],
      ["UserGroup", "createUsergroup", { name: "night shift" }],
    ] as const) {
      const world = await answering(`user_api/${action}`, () => ({ data: [{ id, name: "night shift", members: [] }] }));
      const resource = new Resource(world, kind);
      expect(await failureOf(resource.up(program))).toMatch(/^\w+ "night shift" on .*(?:no id|id)/u);
      expect(resource.exists).toBe(false);
    }
  });
});

describe("an answer with an error beside the texts of success is an error", () => {
  const said: readonly ((answer: { data: object }) => object)[] = [
    ({ data }) => ({ data, errors: ["Disk full"] }),
    ({ data }) => ({ data: { ...data, errors: ["Disk full"] } }),
    ({ data }) => ({ data, errors: "Disk full" }),
  ];
  test.each([
    ["Membership", membership, "membership"],
    ["PermissionSet", grants, "permissions?"],
    ["UserPreferences", preferences, "prefs"],
  ] as const)("%s", async (kind, program, action) => {
    for (const rewrite of said) {
      const match = new RegExp(`^user_api/${action}(?: |$)`, "u");
      const world = await answering(match, (answer) => rewrite(answer as { data: object }));
      expect(await failureOf(new Resource(world, kind).up(program))).toContain("Disk full");
    }
  });

  test("unless the error is empty", async () => {
    const world = await answering("user_api/membership", (answer) => ({ ...(answer as object), errors: [""] }));
    expect(await new Resource(world, "Membership").up(membership)).toBe("create");
  });

  test("unless it contains the id of the created account", async () => {
    const world = await answering("user_api/createUser", (answer) => ({ ...(answer as object), errors: ["Slow"] }));
    expect(await new Resource(world, "User").up(user("night shift"))).toBe("create");
  });
});

describe("F160: an answer without an entry for the object leaves it in doubt: it is looked for and sent once more", () => {
  test.each([
    ["User", user("night shift"), "createUser", ["user_api/createUser", "user_api/changeUsername"]],
    ["UserGroup", { name: "night shift" }, "createUsergroup", ["user_api/createUsergroup", "user_api/createUsergroup"]],
  ] as const)("%s", async (kind, program, action, sent) => {
    const world = await worldIn();
    const fault = world.sim.faults.add({ match: `user_api/${action}`, kind: { rewrite: () => ({ data: [] }) } });
    const resource = new Resource(world, kind);
    expect(await failureOf(resource.up(program))).toMatch(/outcome unknown: .*onExisting: "adopt"/u);
    expect(world.changes()).toEqual(sent);
    fault.remove();
    expect(await resource.up({ ...program, onExisting: "adopt" })).toBe("create");
  });

  test.each([
    ["User", user("night shift"), "delUsers?"],
    ["UserGroup", { name: "night shift" }, "delUsergroups"],
  ] as const)("the removal of a %s is in doubt, and the next destroy settles it", async (kind, program, action) => {
    const world = await worldIn();
    const resource = new Resource(world, kind);
    await resource.up(program);
    const match = new RegExp(`^user_api/${action}(?: |$)`, "u");
    const fault = world.sim.faults.add({ match, kind: { rewrite: () => ({ data: [] }) } });
    expect(await failureOf(resource.destroy())).toContain("outcome unknown");
    expect(resource.exists).toBe(true);
    fault.remove();
    await resource.destroy();
    expect(resource.exists).toBe(false);
  });
});

describe("F160: an answer that has no entry and says why is a refusal in the gateway's words", () => {
  const said = [
    { data: [], errors: ["Disk full"] },
    { data: [], errors: [], warnings: ["Disk full"] },
    { data: null, warning: "Disk full" },
    { errors: [], message: "Disk full" },
  ];
  test.each(said)("%j", async (answer) => {
    for (const [kind, program, creation, deletion] of [
      ["User", user("night shift"), "createUser", "delUsers?"],
      ["UserGroup", { name: "night shift" }, "createUsergroup", "delUsergroups"],
    ] as const) {
      const world = await worldIn();
      const resource = new Resource(world, kind);
      const refuse = (action: string) =>
        world.sim.faults.add({
          match: new RegExp(`^user_api/${action}(?: |$)`, "u"),
          kind: { status: 200, body: JSON.stringify(answer) },
        });
      const created = refuse(creation);
      expect(await failureOf(resource.up(program))).toMatch(/^\w+ "night shift" on .* failed: Disk full/u);
      expect(world.changes()).toEqual([`user_api/${creation}`]);
      created.remove();
      expect(await resource.up(program)).toBe("create");
      const deleted = refuse(deletion);
      expect(await failureOf(resource.destroy())).toContain("Disk full");
      expect(resource.exists).toBe(true);
      deleted.remove();
      await resource.destroy();
      expect(resource.exists).toBe(false);
    }
  });

  test.each([{ errors: ["Disk full"] }, { data: null, warnings: ["Disk full"] }])("of a change: %j", async (answer) => {
    for (const [kind, program, action] of [
      ["Membership", membership, "membership"],
      ["PermissionSet", grants, "permissions?"],
      ["UserPreferences", preferences, "prefs"],
    ] as const) {
      const world = await worldIn();
      const match = new RegExp(`^user_api/${action}(?: |$)`, "u");
      world.sim.faults.add({ match, kind: { status: 200, body: JSON.stringify(answer) } });
      const resource = new Resource(world, kind);
      expect(await failureOf(resource.up(program))).toContain("Disk full");
      expect(resource.exists).toBe(false);
    }
    const world = await worldIn();
    const resource = new Resource(world, "User");
    await resource.up(user("night shift"));
    const body = JSON.stringify(answer);
    world.sim.faults.add({ match: "user_api/changeUsername", kind: { status: 200, body } });
    expect(await failureOf(resource.up(user("day shift")))).toContain("Disk full");
  });
});
