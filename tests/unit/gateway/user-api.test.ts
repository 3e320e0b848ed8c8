import { RefusedError, ReplyError } from "../../../provider/errors/errors";
import { answer, closeAll, fails, rawServer } from "../http/support";
import { clientAnswered, clientAt, clientOf, simulator } from "./support";

afterEach(closeAll);

describe("rm=user_api", () => {
  test.each([1, 2, "Administrators", "Guests"])(
    "F98: refuses to delete the appliance's own user group %j",
    async (group) => {
      const sim = await simulator();
      const { userApi } = clientOf(sim);
      await fails(userApi.delUsergroups([4711, group]), RefusedError);
      expect(sim.requests.count()).toBe(0);
    },
  );

  test("F91: sends ids as JSON integers, which no user's name can match", async () => {
    const server = await rawServer((socket) => socket.write(answer('{"data":[]}')));
    await clientAt(server.url).userApi.delUsers([12, "bob"]);
    expect(server.requests[0]).toContain('{"delUsers":[12,"bob"]}');
  });

  test("F93: reports an entry without id and reason as a failure of that entry alone", async () => {
    const ok = { name: "b", id: "8" };
    const { userApi } = await clientAnswered({ data: [ok, { name: "a", id: null }] });
    expect(await userApi.createUser([])).toEqual([
      { name: "b", id: 8 },
      { name: "a", error: "the appliance gave no id and no reason" },
    ]);
  });

  test.each([{}, { data: {} }, { data: [{ id: 1 }] }, [], null])(
    "F71: reports an answer of the wrong form as an error: %j",
    async (body) => {
      await fails((await clientAnswered(body)).userApi.createUser([]), ReplyError);
    },
  );

  test("an answer of the wrong form that says why nothing was done is a refusal in these words", async () => {
    const { userApi } = await clientAnswered({ data: {}, message: "no right" });
    const error = await fails(userApi.createUser([]), RefusedError);
    expect(error).toMatchObject({ words: "no right", answered: true, action: "user_api/createUser" });
  });
});
