import { mayBeDone } from "../../../provider/errors/errors";
import { AlreadyExists } from "../../../provider/errors/refusal";
import { Accounts } from "../../../provider/gateway/accounts";
import type { Simulator, SimulatorOptions } from "../../../simulator";
import { credentialsRefused, fails } from "../http/support";
import { clientAnswered, clientOf, simulator, thrown } from "./support";

const nothing = (): void => undefined;
const link = { user: "admin", userGroup: "Guests" };
const permission = { userGroup: "Guests", permissionType: "app", seccode: "runReport" };

async function gateway(
  options: SimulatorOptions = {},
  settings: ConstructorParameters<typeof Accounts>[1] = {},
): Promise<{ sim: Simulator; accounts: Accounts }> {
  const sim = await simulator(options);
  return { sim, accounts: new Accounts(clientOf(sim), settings) };
}

async function answered(data: unknown, settings: ConstructorParameters<typeof Accounts>[1] = {}): Promise<Accounts> {
  return new Accounts(await clientAnswered({ data }), settings);
}

describe("creating an account", () => {
  test.each<[words: string, isAlready: boolean]>([
    ["A usergroup already exists with that name", true],
    ["A user already exists with that name", true],
    ["The name is taken", true],
    ["Not now", false],
  ])("a refusal in the words %j", async (words, isAlready) => {
    const accounts = await answered([{ name: "ops", error: words }], { already: /name is taken/u });
    const error = await thrown(accounts.createUserGroup("ops", 2, [], nothing));
    expect(error.message).toContain(words);
    expect(error instanceof AlreadyExists).toBe(isAlready);
    // The number may be that of a group of others.
    const both = await answered([{ name: "ops", id: 7, error: words }]);
    expect(mayBeDone(await thrown(both.createUserGroup("ops", 2, [], nothing)))).toBe(true);
  });

  test("a name that the gateway changes is kept and named", async () => {
    const accounts = await answered([{ name: "alice", id: "7" }]);
    const made: string[] = [];
    const error = await thrown(accounts.createUser("Alice", "secret", [], ({ name }) => made.push(name)));
    expect(error.message).toBe('the gateway calls it "alice" instead of "Alice": declare that name.');
    expect(made).toEqual(["alice"]);
  });
});

describe("deleting an account", () => {
  test.each<[texts: string[], result: string | undefined]>([
    [["Deleting user named 'alice' (1 matched)"], undefined],
    [[" (1 matched) "], undefined],
    [["Deleting user named 'alice' (0 matched)"], "gone"],
  ])("the count in %j decides", async (texts, result) => {
    expect(await (await answered(texts)).removeUser("alice")).toBe(result);
    expect(await (await answered(texts)).removeUserGroup("ops")).toBe(result);
  });

  test.each<[texts: string[]]>([[["deleted"]], [[]], [["a (1 matched)", "b (1 matched)"]]])(
    "the outcome of %j is unknown",
    async (texts) => {
      const error = await thrown((await answered(texts)).removeUser("alice"));
      expect(mayBeDone(error)).toBe(true);
      expect(error.message).toMatch(/^outcome unknown: deleting users on .*: the gateway answered/u);
      const ofGroup = await thrown((await answered(texts)).removeUserGroup("ops"));
      expect(ofGroup.message).toMatch(/^outcome unknown: deleting user groups on /u);
      expect(ofGroup.message).toContain(texts.join("; "));
    },
  );

  test("the accounts of the appliance stay, without a request", async () => {
    const { sim, accounts } = await gateway({}, { tokenUser: "admin" });
    expect(await accounts.removeUser("admin")).toBe("theirs");
    expect(await accounts.removeUserGroup("Administrators")).toBe("theirs");
    expect(await accounts.removeUserGroup("Guests")).toBe("theirs");
    expect(sim.requests.verbs()).toEqual([]);
  });
});

test("after a renaming of unknown outcome, a user of others with the new name is not treated as ours", async () => {
  const { sim, accounts } = await gateway();
  await accounts.createUser("root", "secret", [], nothing);
  const refused = await thrown(accounts.userName("admin", "root"));
  expect(refused.message).toContain('"admin" and "root" both exist');
  sim.faults.add({ match: "user_api/changeUsername", kind: { refuse: "Not now" } });
  expect((await thrown(accounts.userName("admin", "root"))).message).toContain("Not now");
});

test.each([
  ["User a successfully renamed to a", true],
  ["A user already exists with that name", true],
  ["There is no such user", false],
  ["The names are equal", undefined],
])("%j in answer to a renaming to the same name: the user exists: %j", async (message, isThere) => {
  const asked = (await answered({ message })).isUser("a");
  if (isThere === undefined) expect(mayBeDone(await thrown(asked))).toBe(true);
  else expect(await asked).toBe(isThere);
});

test.each<[what: string, data: unknown, says: RegExp]>([
  ["a refusal", { updated: [], errors: ["statusTopn not updated: no"] }, /failed: statusTopn not updated: no/u],
  ["silence about one", { updated: [], errors: [] }, /^outcome unknown: .*: the gateway answered nothing about it/u],
  ["another value", { updated: ["statusTopn updated to 10 for user_id 1"], errors: [] }, /to "10" instead of "5"/u],
])("preferences are not set after %s", async (_what, data, says) => {
  expect((await thrown((await answered(data)).setPreferences(1, { statusTopn: 5 }))).message).toMatch(says);
});

test.each<[text: string, done: string | undefined]>([
  ["User admin added to usergroup Guests", "done"],
  [" User 1 added to usergroup 2 ", "done"],
  ["User admin is a member already", "existed"],
  ["User bob added to usergroup Guests", undefined],
  ["User admin removed from usergroup Guests", undefined],
  [`${"a".repeat(200)} a member already`, undefined],
  ["", undefined],
])("for a membership, %j means %s", async (text, done) => {
  const accounts = await answered({ added: [text], removed: [] }, { already: /a member already/u });
  const result = accounts.link(true, link);
  if (done !== undefined) expect(await result).toBe(done);
  else expect(mayBeDone(await thrown(result))).toBe(true);
});

test.each([
  ["notNeeded", "existed"],
  ["invalidToken", undefined],
])("the pattern is for a whole request that is refused for %j, but never for a token", async (details, done) => {
  const accounts = new Accounts(await clientAnswered({ err: "no", details }), { already: /./u });
  const asked = accounts.link(true, link);
  if (done !== undefined) expect(await asked).toBe(done);
  else await fails(asked, credentialsRefused, "the token was refused: no: invalidToken");
});

describe("a permission", () => {
  test("is granted and revoked by name, in the gateway's word for its type", async () => {
    const sim = await simulator({ switches: { staticPermissionType: "product" } });
    const accounts = new Accounts(clientOf(sim, { staticPermissionType: "product" }), {});
    const held = (): unknown[] => [...(sim.gateway.store.userGroups.get(2)?.permissions.values() ?? [])];
    expect(await accounts.grant(true, permission)).toBe("done");
    expect(held()).toContainEqual({ type: "product", seccode: "runReport" });
    expect(await accounts.grant(false, permission)).toBe("done");
    expect(held()).not.toContainEqual({ type: "product", seccode: "runReport" });
  });

  test.each<[what: string, data: object, add: boolean, done: string | undefined, isUnknown: boolean]>([
    ["an update", { updated: ["whatever"], errors: [] }, true, "done", false],
    ["an error", { updated: [], errors: ["no"] }, true, undefined, false],
    ["an error that the pattern matches", { updated: [], errors: ["had it"] }, true, "existed", false],
    ["a group that is gone", { updated: [], errors: ["no such usergroup"] }, false, "existed", false],
    ["a group that does not exist", { updated: [], errors: ["no such usergroup"] }, true, undefined, false],
    ["nothing", { updated: [], errors: [] }, true, undefined, true],
    ["both", { updated: ["a"], errors: ["b"] }, true, undefined, true],
  ])("the lists decide: %s", async (_what, data, add, done, isUnknown) => {
    const result = (await answered(data, { already: /had it/u })).grant(add, permission);
    if (done !== undefined) expect(await result).toBe(done);
    else expect(mayBeDone(await thrown(result))).toBe(isUnknown);
  });
});
