import { RefusedError, ReplyError } from "../../../provider/errors/errors";
import { answer, closeAll, rawServer, rejection } from "../http/support";
import { clientAt, clientOf, simulator } from "./support";

afterEach(closeAll);

describe("rm=user_api against the simulated gateway", () => {
  test("creates users with one result entry each, and F41: an entry that fails does not stop the others", async () => {
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

  test("deletes user groups, and users in both documented spellings, and returns how many matched", async () => {
    const sim = await simulator();
    const { userApi } = clientOf(sim);
    const [ann] = await userApi.createUser([{ name: "ann", pass: "pw-ann-1", membership: [] }]);
    await userApi.createUser([{ name: "bob", pass: "pw-bob-1", membership: [] }]);
    const id = ann !== undefined && "id" in ann ? ann.id : 0;
    expect(await userApi.delUsers([id])).toEqual({ deleted: [`Deleting user id ${id} (1 matched)`] });
    expect(await userApi.delUser(["bob", "bob"])).toEqual({
      deleted: ["Deleting user named 'bob' (1 matched)", "Deleting user named 'bob' (0 matched)"],
    });
    await userApi.createUsergroup([{ name: "ops", template_usergroup: 2, users: [] }]);
    expect(await userApi.delUsergroups(["ops"])).toEqual({ deleted: ["Deleting usergroup named 'ops' (1 matched)"] });
    expect(sim.requests.verbs()).toContain("user_api/delUser");
    expect(sim.requests.verbs()).toContain("user_api/delUsers");
  });

  test.each([1, 2, "Administrators", "Guests"])(
    "F98: refuses to delete the appliance's own user group %j",
    async (group) => {
      const sim = await simulator();
      const { userApi } = clientOf(sim);
      const error = await rejection(userApi.delUsergroups([4711, group]));
      expect(error).toBeInstanceOf(RefusedError);
      expect(sim.requests.count()).toBe(0);
    },
  );

  test("F90: never sends a deletion without entries", async () => {
    const sim = await simulator();
    const { userApi } = clientOf(sim);
    await expect(userApi.delUsers([])).rejects.toThrow("at least one entry");
    await expect(userApi.delUsergroups([])).rejects.toThrow("at least one entry");
    expect(sim.requests.count()).toBe(0);
  });

  test("grants and revokes permissions in both documented spellings, and trims the messages", async () => {
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

  test("sends the static permission type under the name that this gateway uses", async () => {
    const sim = await simulator({ switches: { staticPermissionType: "product" } });
    const { userApi } = clientOf(sim, { staticPermissionType: "product" });
    const add = [{ usergroup_id: 2, permission_type: "app", seccode: "runReport" }];
    expect((await userApi.permissions({ add })).errors).toEqual([]);
  });

  test("F91: sends ids as JSON integers, which no user's name can match", async () => {
    const server = await rawServer((socket) => socket.write(answer('{"data":[]}')));
    await clientAt(server.url).userApi.delUsers([12, "bob"]);
    expect(server.requests[0]).toContain('{"delUsers":[12,"bob"]}');
  });

  test("F93: reports an entry without id and reason as a failure of that entry alone", async () => {
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

  test.each([{}, { data: {} }, { data: [{ id: 1 }] }, [], null])(
    "F71: reports an answer of the wrong form as an error: %j",
    async (body) => {
      const server = await rawServer((socket) => socket.write(answer(JSON.stringify(body))));
      expect(await rejection(clientAt(server.url).userApi.createUser([]))).toBeInstanceOf(ReplyError);
    },
  );
});
