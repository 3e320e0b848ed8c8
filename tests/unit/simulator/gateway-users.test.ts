import { eachTest, failure } from "./support";

const context = eachTest();

const createUsers = (...users: unknown[]): Promise<unknown> => context.probe.users("createUser", { users });
const createGroups = (...usergroups: unknown[]): Promise<unknown> =>
  context.probe.users("createUsergroup", { usergroups });

async function newUser(name: string, membership: number[] = []): Promise<number> {
  const { data } = (await createUsers({ name, pass: "a password", membership })) as { data: { id: number }[] };
  return data[0]?.id ?? 0;
}

async function newGroup(name: string): Promise<number> {
  const reply = await createGroups({ name, template_usergroup: 2, users: [] });
  return (reply as { data: { id: number }[] }).data[0]?.id ?? 0;
}

describe("users", () => {
  test("createUser answers {data: [{id, name}]}, one entry per user the service tried to create", async () => {
    const reply = await createUsers(
      { name: "myUser", pass: "secret", membership: [2] },
      { name: "admin", pass: "secret", membership: [] },
      { name: "other", pass: "secret", membership: [99] },
    );
    expect(reply).toEqual({
      data: [
        { id: expect.any(Number) as number, name: "myUser" },
        { name: "admin", error: "A user already exists with that name" },
        { name: "other", error: "Usergroup 99 does not exist" },
      ],
    });
    expect(context.sim.gateway.store.userNamed("myUser")?.userGroups).toEqual(new Set([2]));
  });

  test.each([
    ["without pass", { name: "x", membership: [] }, /pass: is missing/],
    ["without membership", { name: "x", pass: "y" }, /membership: is missing/],
    ["with a group id as text", { name: "x", pass: "y", membership: ["2"] }, /membership.0: expected number/],
    ["with an unknown field", { name: "x", pass: "y", membership: [], mail: "z" }, /mail/],
  ])("createUser refuses a user %s", async (_what, user, words) => {
    expect(await createUsers(user)).toEqual(failure(words));
  });

  test.each(["delUsers", "delUser"])(
    "%s answers one message per entry with the match count, for ids and names",
    async (action) => {
      const id = await newUser("first");
      await newUser("MyGuest");
      expect(await context.probe.users(action, { delUsers: [id, "MyGuest", "MyGuest", 99] })).toEqual({
        data: [
          `Deleting user id ${id} (1 matched)`,
          "Deleting user named 'MyGuest' (1 matched)",
          "Deleting user named 'MyGuest' (0 matched)",
          "Deleting user id 99 (0 matched)",
        ],
      });
    },
  );

  test("a string in delUsers is a name even when it looks like an id", async () => {
    const id = await newUser("first");
    const reply = await context.probe.users("delUsers", { delUsers: [String(id)] });
    expect(reply).toEqual({ data: [`Deleting user named '${id}' (0 matched)`] });
    expect(context.sim.gateway.store.users.has(id)).toBe(true);
  });

  test("prefs answers updated and errors", async () => {
    const id = await newUser("first");
    const prefs = [
      { pref: "statusTopn", setting: 10 },
      { pref: "language", setting: 7 },
    ];
    expect(await context.probe.users("prefs", { user_id: id, prefs })).toEqual({
      data: {
        updated: [`statusTopn updated to 10 for user_id ${id}`],
        errors: [`language not updated for user_id ${id}: not a language`],
      },
    });
    expect(context.sim.gateway.store.users.get(id)?.preferences).toEqual(new Map([["statusTopn", 10]]));
    const unknown = await context.probe.users("prefs", { user_id: 99, prefs: prefs.slice(0, 1) });
    expect(unknown).toEqual({ data: { updated: [], errors: ["statusTopn not updated for user_id 99: no such user"] } });
    expect(await context.probe.users("prefs", { user_id: "11", prefs })).toEqual(failure(/user_id: expected number/));
  });

  test("changeUsername takes oldname or user_id, which may be a string, and states success or the reason", async () => {
    const id = await newUser("myUser");
    const change = async (changeUsername: unknown): Promise<unknown> =>
      context.probe.users("changeUsername", { changeUsername });
    expect(await change({ oldname: "myUser", newname: "OpSCT" })).toEqual({
      data: { message: "User myUser successfully renamed to OpSCT" },
    });
    expect(await change({ user_id: String(id), newname: "Third" })).toEqual({
      data: { message: "User OpSCT successfully renamed to Third" },
    });
    expect(await change({ oldname: "gone", newname: "x" })).toMatchObject({
      data: { message: expect.stringContaining("no such user") as string },
    });
    expect(await change({ user_id: id, newname: "admin" })).toMatchObject({
      data: { message: expect.stringContaining("already exists") as string },
    });
    expect(await change({ user_id: id, oldname: "Third", newname: "x" })).toEqual(failure(/either user_id or oldname/));
  });
});

describe("user groups", () => {
  test("createUsergroup answers id, name and members as strings, and an error entry for a group that it cannot create", async () => {
    const reply = await createGroups(
      { name: "Operators", template_usergroup: 2, users: [1, "admin"] },
      { name: "Guests", template_usergroup: 2, users: [] },
      { name: "No template", template_usergroup: 99, users: [] },
      { name: "No user", template_usergroup: 2, users: ["nobody"] },
      { name: "Empty", template_usergroup: 1, users: [] },
    );
    expect(reply).toEqual({
      data: [
        { id: expect.any(Number) as number, name: "Operators", members: ["1", "admin"] },
        { name: "Guests", error: "A usergroup already exists with that name" },
        { name: "No template", error: "Usergroup 99 does not exist" },
        { name: "No user", error: "User nobody does not exist" },
        { id: expect.any(Number) as number, name: "Empty", members: [] },
      ],
    });
    const operators = context.sim.gateway.store.userGroupNamed("Operators");
    expect([...(operators?.permissions.keys() ?? [])]).toEqual(["app statusTab", "app myViewTab"]);
    expect(context.sim.gateway.store.users.get(1)?.userGroups).toContain(operators?.id);
  });

  test("members are numbers if the switch memberIds says so", async () => {
    context.sim.switches.memberIds = "number";
    const reply = await createGroups({ name: "Operators", template_usergroup: 2, users: [1] });
    expect(reply).toMatchObject({ data: [{ members: [1] }] });
  });

  test("delUsergroups accepts ids and exact names, and does not delete the groups 1 and 2", async () => {
    const id = await newGroup("Operators");
    await newUser("member", [id]);
    expect(await context.probe.users("delUsergroups", { delUsergroups: ["Operators", id, 1, "Guests"] })).toEqual({
      data: [
        "Deleting usergroup named 'Operators' (1 matched)",
        `Deleting usergroup id ${id} (0 matched)`,
        "Deleting usergroup id 1 (0 matched)",
        "Deleting usergroup named 'Guests' (0 matched)",
      ],
    });
    expect([...context.sim.gateway.store.userGroups.keys()]).toEqual([1, 2]);
    expect(context.sim.gateway.store.userNamed("member")?.userGroups.size).toBe(0);
  });

  test("an empty delUsers and an empty delUsergroups are counted as traps", async () => {
    await context.probe.users("delUsers", { delUsers: [] });
    await context.probe.users("delUsergroups", { delUsergroups: [] });
    expect(context.sim.traps.count("user_api/delUsers []")).toBe(1);
    expect(context.sim.traps.count("user_api/delUsergroups []")).toBe(1);
  });
});

describe("membership", () => {
  test("answers added and removed, each string with success or why the change failed", async () => {
    const user = await newUser("myUser");
    const group = await newGroup("Operators");
    const membership = {
      add: [
        { user_id: user, usergroup_id: 1 },
        { user_name: "myUser", usergroup_name: "Operators" },
        { user_id: 99, usergroup_id: 1 },
        { user_id: user, usergroup_id: 99 },
      ],
      remove: [{ user_id: user, usergroup_id: 1 }],
    };
    expect(await context.probe.users("membership", { membership })).toEqual({
      data: {
        added: [
          `User ${user} added to usergroup 1`,
          "User myUser added to usergroup Operators",
          "User 99 could not be added to usergroup 1: no such user",
          `User ${user} could not be added to usergroup 99: no such usergroup`,
        ],
        removed: [`User ${user} removed from usergroup 1`],
      },
    });
    expect(context.sim.gateway.store.users.get(user)?.userGroups).toEqual(new Set([group]));
  });

  test("mixing user_id and user_name in one entry is not allowed", async () => {
    const both = { add: [{ user_id: 1, user_name: "admin", usergroup_id: 2 }] };
    expect(await context.probe.users("membership", { membership: both })).toEqual(
      failure(/either user_id or user_name/),
    );
    const none = { add: [{ user_id: 1 }] };
    expect(await context.probe.users("membership", { membership: none })).toEqual(failure(/either usergroup_id/));
  });

  test("adding an existing membership answers success or failure, as the switch repeatedLink says", async () => {
    const membership = { add: [{ user_id: 1, usergroup_id: 1 }] };
    expect(await context.probe.users("membership", { membership })).toEqual({
      data: { added: ["User 1 added to usergroup 1"], removed: [] },
    });
    context.sim.switches.repeatedLink = "failure";
    expect(await context.probe.users("membership", { membership })).toEqual({
      data: { added: ["User 1 could not be added to usergroup 1: already a member"], removed: [] },
    });
  });
});

describe("permissions", () => {
  test.each(["permissions", "permission"])("%s answers errors and updated", async (action) => {
    const id = await newGroup("Operators");
    const of = (permission_type: string, seccode: string): unknown => ({ usergroup_id: id, permission_type, seccode });
    const permissions = {
      add: [
        of("gadget", "lLabelCPU"),
        of("device", "0A010101"),
        of("interface", "0A010101-3"),
        { usergroup_name: "Operators", permission_type: "app", seccode: "IPGroups" },
        of("app", "noSuchCode"),
        of("device", "10.1.1.1"),
        of("interface", "0A010101"),
        of("planet", "x"),
        { usergroup_id: 99, permission_type: "app", seccode: "IPGroups" },
      ],
      remove: [of("app", "statusTab")],
    };
    expect(await context.probe.users(action, { permissions })).toEqual({
      data: {
        updated: [
          `Added gadget permission lLabelCPU to usergroup ${id} `,
          `Added device permission 0A010101 to usergroup ${id} `,
          `Added interface permission 0A010101-3 to usergroup ${id} `,
          "Added app permission IPGroups to usergroup Operators ",
          `Removed app permission statusTab from usergroup ${id} `,
        ],
        errors: [
          `Could not add app permission noSuchCode to usergroup ${id}: no such seccode`,
          `Could not add device permission 10.1.1.1 to usergroup ${id}: the seccode is not valid for this type`,
          `Could not add interface permission 0A010101 to usergroup ${id}: the seccode is not valid for this type`,
          `Could not add planet permission x to usergroup ${id}: no such permission type`,
          "Could not add app permission IPGroups to usergroup 99: no such usergroup",
        ],
      },
    });
    const held = context.sim.gateway.store.userGroups.get(id)?.permissions;
    expect([...(held?.keys() ?? [])]).toEqual([
      "app myViewTab",
      "gadget lLabelCPU",
      "device 0A010101",
      "interface 0A010101-3",
      "app IPGroups",
    ]);
  });

  test("a device is the same in upper and lower case", async () => {
    const of = (seccode: string): unknown => ({ usergroup_id: 2, permission_type: "device", seccode });
    await context.probe.users("permissions", { permissions: { add: [of("0A0101FF")], remove: [] } });
    await context.probe.users("permissions", { permissions: { add: [], remove: [of("0a0101ff")] } });
    expect(context.sim.gateway.store.userGroups.get(2)?.permissions.has("device 0A0101FF")).toBe(false);
  });

  test("the switch staticPermissionType sets the name of the static type", async () => {
    context.sim.switches.staticPermissionType = "product";
    const entry = { usergroup_id: 2, permission_type: "product", seccode: "IPGroups" };
    const reply = await context.probe.users("permissions", { permissions: { add: [entry] } });
    expect(reply).toEqual({ data: { errors: [], updated: ["Added product permission IPGroups to usergroup 2 "] } });
  });
});

test.each([
  ["example", { delUsers: true, delUser: false, permissions: true, permission: false }],
  ["text", { delUsers: false, delUser: true, permissions: false, permission: true }],
] as const)("with the action spellings of the %s, only those actions work", async (spelling, works) => {
  context.sim.switches.actionSpelling = spelling;
  for (const [action, expected] of Object.entries(works)) {
    const json = action.startsWith("del") ? { delUsers: ["nobody"] } : { permissions: { add: [] } };
    expect(await context.probe.users(action, json)).toHaveProperty(expected ? "data" : "err");
  }
});
