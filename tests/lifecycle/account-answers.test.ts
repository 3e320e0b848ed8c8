import type { Fault, FaultKind } from "../../simulator";
import { type World, worldIn } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { membership, user } from "./accounts";
import { failureOf, newResource, Resource } from "./resource";

const grants: Properties = {
  userGroupName: "Guests",
  permissions: ["runReport", "saveReport"].map((seccode) => ({ permissionType: "app", seccode })),
};
const programs = {
  Membership: membership,
  Permission: { userGroupName: "Guests", permissionType: "app", seccode: "runReport" },
  PermissionSet: grants,
  UserPreferences: { userId: 1, preferences: { statusTopn: 20, language: "english" } },
  User: user("night shift"),
  UserGroup: { name: "night shift" },
} as const satisfies Record<string, Properties>;
type Kind = keyof typeof programs;

/** The actions whose answers say what became of an object. Some have two spellings. */
const changing = {
  Membership: "membership",
  Permission: "permissions?",
  PermissionSet: "permissions?",
  UserPreferences: "prefs",
};
const creating = { User: "createUser", UserGroup: "createUsergroup" };
const deleting = { User: "delUsers?", UserGroup: "delUsergroups" };
const actions: Readonly<Record<Kind, string>> = { ...changing, ...creating };
const links = ["Membership", "PermissionSet", "UserPreferences"] as const;
const accounts = ["User", "UserGroup"] as const;

function answer({ sim }: World, action: string, kind: FaultKind): Fault {
  return sim.faults.add({ match: new RegExp(`^user_api/${action}(?: |$)`, "u"), kind });
}

/** A resource of a gateway that carries out its creation correctly but changes the answer. */
async function answered(
  kind: Kind,
  rewrite: (answer: object) => unknown,
): Promise<{ world: World; resource: Resource; program: Properties }> {
  const world = await worldIn();
  answer(world, actions[kind], { rewrite: (given) => rewrite(given as object) });
  return { world, resource: new Resource(world, kind), program: programs[kind] };
}

test.each<[Kind, Properties]>([
  ...(["Membership", "Permission", "PermissionSet", "UserPreferences"] as const).map((kind): [Kind, Properties] => [
    kind,
    programs[kind],
  ]),
  ["User", user("Max O'Neil")],
])("texts with markup mean the same: %s %j", async (kind, program) => {
  const world = await worldIn();
  const rewrite = (given: unknown): unknown =>
    JSON.parse(JSON.stringify(given), (_key, value: unknown) =>
      typeof value === "string" && /\s(?:added|removed|updated|renamed|matched|permission)\b/iu.test(value)
        ? `<b>${value.replaceAll("'", "&#039;")}</b><br />`
        : value,
    );
  world.sim.faults.add({ match: /^user_api/u, kind: { rewrite } });
  const resource = new Resource(world, kind);
  expect(await resource.up(program)).toBe("create");
  if (kind === "User") expect(await resource.up({ ...program, name: "Max O'Brien" })).toBe("update");
  await resource.destroy();
});

describe("an answer that counts the changes instead of listing them succeeds if it counts all of them and no error", () => {
  test.each<[Kind, object]>([
    ["Membership", { added: 1, removed: 0 }],
    ["Membership", { added: "1" }],
    ["Permission", { updated: 1 }],
    ["PermissionSet", { updated: 2, errors: 0 }],
    ["PermissionSet", { updated: "2", errors: [] }],
    ["UserPreferences", { updated: 2, errors: 0 }],
  ])("%s: %j", async (kind, data) => {
    const { world, resource, program } = await answered(kind, () => ({ data }));
    expect(await resource.up(program)).toBe("create");
    expect(world.changes()).toHaveLength(1);
    expect(await resource.up(program)).toBe("same");
  });

  test("a count that lacks one of two preferences is settled by sending each alone", async () => {
    const data = { updated: 1, errors: 0 };
    const { world, resource, program } = await answered("UserPreferences", () => ({ data }));
    expect(await resource.up(program)).toBe("create");
    expect(world.changes()).toHaveLength(3);
  });

  test("the member count of a new user group is checked, and the next up adds missing members", async () => {
    const program = { name: "night shift", members: ["admin"] };
    const counting = (members: number | string) => (given: object) => {
      const [group] = (given as { data: object[] }).data;
      return { data: [{ ...group, members }] };
    };
    for (const members of [1, "1"]) {
      const { world, resource } = await answered("UserGroup", counting(members));
      expect(await resource.up(program)).toBe("create");
      expect(world.changes()).toEqual(["user_api/createUsergroup"]);
    }
    const { world, resource } = await answered("UserGroup", counting(0));
    expect(await failureOf(resource.up(program))).toContain("only 0 of 1 members were added");
    expect(resource.exists).toBe(true);
    expect(resource.outputs["members"]).toEqual([]);
    expect(await resource.up(program)).toBe("update");
    expect(world.changes()).toEqual(["user_api/createUsergroup", "user_api/membership"]);
  });
});

const statusTopn = "statusTopn updated to 20 for user_id 1";
test.each<[Kind, object]>([
  ["Membership", { added: 0, removed: 0 }],
  ["Membership", { added: 1, removed: 1 }],
  ["PermissionSet", { updated: 1, errors: 1 }],
  ["PermissionSet", { updated: 2, errors: 1 }],
  ["PermissionSet", { updated: 2, errors: ["Perhaps not"] }],
  ["UserPreferences", { updated: 3, errors: 0 }],
  ["UserPreferences", { updated: [], errors: [] }],
  ["UserPreferences", { updated: [statusTopn], errors: [] }],
  ["UserPreferences", { updated: [statusTopn, statusTopn], errors: [] }],
  ["UserPreferences", { updated: ["one updated to 20", "two updated to english"], errors: [] }],
  ["UserPreferences", { updated: ["done", "done"], errors: [] }],
  ["UserPreferences", { updated: ["statusTopn updated to 20", "language was not updated"], errors: [] }],
])("an answer that does not count or name each change is an error: %s %j", async (kind, data) => {
  const { resource, program } = await answered(kind, () => ({ data }));
  expect(await failureOf(resource.up(program))).toMatch(/outcome unknown|not understood|refused/u);
  if (kind === "UserPreferences") expect(resource.exists).toBe(false);
});

test.each<[Kind, object]>([
  ["Membership", { added: [], removed: [] }],
  ["PermissionSet", { updated: [], errors: [] }],
])("a %s that every answer passes over in silence says what helps", async (kind, data) => {
  const world = await worldIn();
  const program = programs[kind];
  const resource = await newResource(world, kind, program);
  const fault = answer(world, actions[kind], { rewrite: () => ({ data }) });
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

test.each([0, "0", "", null, -1, undefined])("F160: an answer with the id %j of an account is an error", async (id) => {
  for (const kind of accounts) {
    const rewrite = (): object => ({ data: [{ id, name: "night shift", members: [] }] });
    const { resource, program } = await answered(kind, rewrite);
    expect(await failureOf(resource.up(program))).toMatch(/^\w+ "night shift" on .*(?:no id|id)/u);
    expect(resource.exists).toBe(false);
  }
});

describe("an answer with an error beside the texts of success is an error", () => {
  const said: readonly ((answer: object) => object)[] = [
    (given) => ({ ...given, errors: ["Disk full"] }),
    ({ data }: { data?: object }) => ({ data: { ...data, errors: ["Disk full"] } }),
    (given) => ({ ...given, errors: "Disk full" }),
  ];
  test.each(links)("%s", async (kind) => {
    for (const rewrite of said) {
      const { resource, program } = await answered(kind, rewrite);
      expect(await failureOf(resource.up(program))).toContain("Disk full");
    }
  });

  test.each<[Kind, string, reason: string]>([
    ["Membership", "", "is empty"],
    ["User", "Slow", "is beside the id of the created account"],
  ])("unless for a %s the error %j %s", async (kind, error) => {
    const { resource, program } = await answered(kind, (given) => ({ ...given, errors: [error] }));
    expect(await resource.up(program)).toBe("create");
  });
});

describe("F160: an answer without an entry for the object leaves it in doubt", () => {
  const empty = { rewrite: () => ({ data: [] }) };
  test.each([
    ["User", ["user_api/createUser", "user_api/changeUsername"]],
    ["UserGroup", ["user_api/createUsergroup", "user_api/createUsergroup"]],
  ] as const)("a created %s is looked for, or sent once more", async (kind, sent) => {
    const world = await worldIn();
    const program = programs[kind];
    const fault = answer(world, creating[kind], empty);
    const resource = new Resource(world, kind);
    expect(await failureOf(resource.up(program))).toMatch(/outcome unknown: .*onExisting: "adopt"/u);
    expect(world.changes()).toEqual(sent);
    fault.remove();
    expect(await resource.up({ ...program, onExisting: "adopt" })).toBe("create");
  });

  test.each(accounts)("the removal of a %s is settled by the next destroy", async (kind) => {
    const world = await worldIn();
    const resource = await newResource(world, kind, programs[kind]);
    const fault = answer(world, deleting[kind], empty);
    expect(await failureOf(resource.destroy())).toContain("outcome unknown");
    expect(resource.exists).toBe(true);
    fault.remove();
    await resource.destroy();
    expect(resource.exists).toBe(false);
  });
});

describe("F160: an answer that has no entry and says why is a refusal in the gateway's words", () => {
  test.each([
    { data: [], errors: ["Disk full"] },
    { data: [], errors: [], warnings: ["Disk full"] },
    { data: null, warning: "Disk full" },
    { errors: [], message: "Disk full" },
  ])("of an account: %j", async (said) => {
    const body = { status: 200, body: JSON.stringify(said) };
    for (const kind of accounts) {
      const world = await worldIn();
      const resource = new Resource(world, kind);
      const created = answer(world, creating[kind], body);
      expect(await failureOf(resource.up(programs[kind]))).toMatch(/^\w+ "night shift" on .* failed: Disk full/u);
      expect(world.changes()).toEqual([`user_api/${creating[kind]}`]);
      created.remove();
      expect(await resource.up(programs[kind])).toBe("create");
      const deleted = answer(world, deleting[kind], body);
      expect(await failureOf(resource.destroy())).toContain("Disk full");
      expect(resource.exists).toBe(true);
      deleted.remove();
      await resource.destroy();
      expect(resource.exists).toBe(false);
    }
  });

  test.each([{ errors: ["Disk full"] }, { data: null, warnings: ["Disk full"] }])("of a change: %j", async (said) => {
    const body = { status: 200, body: JSON.stringify(said) };
    const world = await worldIn();
    for (const kind of links) {
      answer(world, actions[kind], body);
      const resource = new Resource(world, kind);
      expect(await failureOf(resource.up(programs[kind]))).toContain("Disk full");
      expect(resource.exists).toBe(false);
    }
    const resource = await newResource(world, "User", programs.User);
    answer(world, "changeUsername", body);
    expect(await failureOf(resource.up(user("day shift")))).toContain("Disk full");
  });
});
