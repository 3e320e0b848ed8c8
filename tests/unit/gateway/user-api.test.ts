import { RefusedError, ReplyError } from "../../../provider/errors/errors";
import { answer, closeAll, rawServer, rejection } from "../http/support";
import { clientAt, clientOf, simulator } from "./support";

afterEach(closeAll);

describe("rm=user_api against the simulated gateway", () => {
  it("creates users with one result entry each, and F41: an entry that fails does not stop the others", async () => {
    const sim = await simulator();
    const { userApi } = clientOf(sim);
    const created = await userApi.createUser([
      { name: "ann", pass: "pw-ann-1", membership: [2] },
      { name: "admin", pass: "pw-admin-1", membership: [] },
      { name: "bob", pass: "pw-bob-1", membership: [1, 2] },
    ]);
    expect(created).toEqual([
      { name: "ann", id: expect.any(Number) as number },
      { name: "admin", error: "A user already exists with that name" },
      { name: "bob", id: expect.any(Number) as number },
    ]);
    expect([...(sim.gateway.store.userNamed("bob")?.userGroups ?? [])]).toEqual([1, 2]);
  });

  it("creates user groups with members by id and by name, and returns an error entry for an existing name", async () => {
    const sim = await simulator();
    const { userApi } = clientOf(sim);
    const group = { name: "ops", template_usergroup: 2, users: [1, "admin"] };
    const [first, again] = await userApi.createUsergroup([group, group]);
    expect(first).toEqual({ name: "ops", id: expect.any(Number) as number, members: ["1", "admin"] });
    expect(again).toEqual({ name: "ops", error: "A usergroup already exists with that name" });
  });

  it("deletes user groups, and users in both documented spellings, and returns how many matched", async () => {
    const sim = await simulator();
    const { userApi } = clientOf(sim);
    const [ann] = await userApi.createUser([{ name: "ann", pass: "pw-ann-1", membership: [] }]);
    await userApi.createUser([{ name: "bob", pass: "pw-bob-1", membership: [] }]);
    const id = ann !== undefined && "id" in ann ? ann.id : 0;
    expect(await userApi.delUsers([id])).toEqual([
      { message: `Deleting user id ${id} (1 matched)`, id, name: undefined, matched: 1 },
    ]);
    expect(await userApi.delUser(["bob", "bob"])).toMatchObject([
      { name: "bob", matched: 1 },
      { name: "bob", matched: 0 },
    ]);
    await userApi.createUsergroup([{ name: "ops", template_usergroup: 2, users: [] }]);
    expect(await userApi.delUsergroups(["ops"])).toMatchObject([{ name: "ops", matched: 1 }]);
    expect(sim.requests.verbs()).toContain("user_api/delUser");
    expect(sim.requests.verbs()).toContain("user_api/delUsers");
  });

  it.each([1, 2, "Administrators", "Guests"])(
    "F98: refuses to delete the appliance's own user group %j",
    async (group) => {
      const sim = await simulator();
      const { userApi } = clientOf(sim);
      const error = await rejection(userApi.delUsergroups([4711, group]));
      expect(error).toBeInstanceOf(RefusedError);
      expect(sim.requests.count()).toBe(0);
    },
  );

  it("F90: never sends a deletion without entries", async () => {
    const sim = await simulator();
    const { userApi } = clientOf(sim);
    await expect(userApi.delUsers([])).rejects.toThrow("at least one entry");
    await expect(userApi.delUsergroups([])).rejects.toThrow("at least one entry");
    expect(sim.requests.count()).toBe(0);
  });

  it("changes memberships by id and by name, and returns the result of each", async () => {
    const sim = await simulator();
    const { userApi } = clientOf(sim);
    const reply = await userApi.membership({
      add: [
        { user_id: 1, usergroup_id: 2 },
        { user_name: "nobody", usergroup_name: "Guests" },
      ],
      remove: [{ user_name: "admin", usergroup_id: 2 }],
    });
    expect(reply.added[0]).toBe("User 1 added to usergroup 2");
    expect(reply.added[1]).toContain("no such user");
    expect(reply.removed).toEqual(["User admin removed from usergroup 2"]);
  });

  it("grants and revokes permissions in both documented spellings, and trims the messages", async () => {
    const sim = await simulator();
    const { userApi } = clientOf(sim);
    const entry = { usergroup_id: 2, permission_type: "app", seccode: "runReport" };
    expect(await userApi.permissions({ add: [entry] })).toEqual({
      updated: ["Added app permission runReport to usergroup 2"],
      errors: [],
    });
    expect(await userApi.permission({ remove: [entry, { ...entry, seccode: "nonsense" }] })).toEqual({
      updated: ["Removed app permission runReport from usergroup 2"],
      errors: [expect.stringContaining("no such seccode") as string],
    });
  });

  it("sends the static permission type under the name that this gateway uses", async () => {
    const sim = await simulator({ switches: { staticPermissionType: "product" } });
    const { userApi } = clientOf(sim, { staticPermissionType: "product" });
    const add = [{ usergroup_id: 2, permission_type: "app", seccode: "runReport" }];
    expect((await userApi.permissions({ add })).errors).toEqual([]);
  });

  it("sets preferences and renames users", async () => {
    const sim = await simulator();
    const { userApi } = clientOf(sim);
    const prefs = await userApi.prefs({
      user_id: 1,
      prefs: [
        { pref: "statusTopn", setting: 10 },
        { pref: "statusTopn", setting: "x" },
      ],
    });
    expect(prefs.updated).toEqual(["statusTopn updated to 10 for user_id 1"]);
    expect(prefs.errors).toHaveLength(1);
    expect(await userApi.changeUsername({ user_id: "1", newname: "root" })).toBe(
      "User admin successfully renamed to root",
    );
    expect(await userApi.changeUsername({ oldname: "root", newname: "admin" })).toContain("successfully renamed");
  });

  it("F91: sends ids as JSON integers, which no user's name can match", async () => {
    const server = await rawServer((socket) => socket.write(answer('{"data":[]}')));
    await clientAt(server.url).userApi.delUsers([12, "bob"]);
    expect(server.requests[0]).toContain('{"delUsers":[12,"bob"]}');
  });

  it("F93: reports an entry without id and reason as a failure of that entry alone", async () => {
    const body = {
      data: [
        { name: "b", id: "8" },
        { name: "a", id: null },
      ],
    };
    const server = await rawServer((socket) => socket.write(answer(JSON.stringify(body))));
    expect(await clientAt(server.url).userApi.createUser([])).toEqual([
      { name: "b", id: 8 },
      { name: "a", error: "the appliance gave no id and no reason" },
    ]);
  });

  it.each([{}, { data: {} }, { data: [{ id: 1 }] }, [], null])(
    "F71: reports an answer of the wrong form as an error: %j",
    async (body) => {
      const server = await rawServer((socket) => socket.write(answer(JSON.stringify(body))));
      expect(await rejection(clientAt(server.url).userApi.createUser([]))).toBeInstanceOf(ReplyError);
    },
  );
});
