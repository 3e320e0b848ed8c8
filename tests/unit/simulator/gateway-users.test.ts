import { type Asked, containing, type Refusal, type Row, testRows } from "./rows";
import { failure } from "./support";

const user = (fields: object): object => ({ pass: "x", membership: [], ...fields });
const users = (...all: object[]): Asked => ["createUser", { users: all }];
const userGroups = (...all: (readonly [name: string, template: number, ...members: unknown[]])[]): Asked => {
  const groups = all.map(([name, template_usergroup, ...members]) => ({ name, template_usergroup, users: members }));
  return ["createUsergroup", { usergroups: groups }];
};
const links = (add: object[], remove: object[] = []): Asked => ["membership", { membership: { add, remove } }];
const code = (permission_type: string, seccode: string, usergroup_id = 2): object => {
  return { usergroup_id, permission_type, seccode };
};
const permissions = (add: object[], remove: object[] = []): Asked => ["permissions", { permissions: { add, remove } }];
const prefs = (user_id: number, ...set: [pref: string, setting: number][]): Asked => [
  "prefs",
  { user_id, prefs: set.map(([pref, setting]) => ({ pref, setting })) },
];
const renamed = (changeUsername: object): Asked => ["changeUsername", { changeUsername }];
const nobody: Asked = ["delUsers", { delUsers: ["nobody"] }];
const ipGroups = code("app", "IPGroups");
const data = (value: unknown): object => ({ data: value });
const admin = { user_id: 1, usergroup_id: 1 };

const rows: readonly Row[] = [
  [
    {},
    [
      users(
        user({ name: "myUser", membership: [2] }),
        user({ name: "admin" }),
        user({ name: "other", membership: [99] }),
      ),
    ],
    data([
      { id: 11, name: "myUser" },
      { name: "admin", error: "A user already exists with that name" },
      { name: "other", error: "Usergroup 99 does not exist" },
    ]),
    (store) => store.userNamed("myUser")?.userGroups,
    new Set([2]),
  ],
  // A string in delUsers is a name, even if it looks like an id.
  ...["delUsers", "delUser"].map((action): Row => [
    {},
    [
      users(user({ name: "first" }), user({ name: "MyGuest" })),
      [action, { delUsers: ["11", 11, "MyGuest", "MyGuest", 99] }],
    ],
    data([
      "Deleting user named '11' (0 matched)",
      "Deleting user id 11 (1 matched)",
      "Deleting user named 'MyGuest' (1 matched)",
      "Deleting user named 'MyGuest' (0 matched)",
      "Deleting user id 99 (0 matched)",
    ]),
  ]),
  [
    {},
    [users(user({ name: "first" })), prefs(11, ["statusTopn", 10], ["language", 7])],
    data({
      updated: ["statusTopn updated to 10 for user_id 11"],
      errors: ["language not updated for user_id 11: not a language"],
    }),
    (store) => store.users.get(11)?.preferences,
    new Map([["statusTopn", 10]]),
  ],
  [
    {},
    [prefs(99, ["statusTopn", 10])],
    data({ updated: [], errors: ["statusTopn not updated for user_id 99: no such user"] }),
  ],
  ...(
    [
      [{ oldname: "admin", newname: "OpSCT" }, "User admin successfully renamed to OpSCT"],
      [{ user_id: "1", newname: "OpSCT" }, "User admin successfully renamed to OpSCT"],
      [{ oldname: "gone", newname: "x" }, expect.stringContaining("no such user") as string],
      [{ oldname: "admin", newname: "first" }, expect.stringContaining("already exists") as string],
    ] as const
  ).map(([change, message]): Row => [{}, [users(user({ name: "first" })), renamed(change)], data({ message })]),
  [
    {},
    [
      userGroups(
        ["Operators", 2, 1, "admin"],
        ["Guests", 2],
        ["No template", 99],
        ["No user", 2, "nobody"],
        ["Empty", 1],
      ),
    ],
    data([
      { id: 21, name: "Operators", members: ["1", "admin"] },
      { name: "Guests", error: "A usergroup already exists with that name" },
      { name: "No template", error: "Usergroup 99 does not exist" },
      { name: "No user", error: "User nobody does not exist" },
      { id: 22, name: "Empty", members: [] },
    ]),
    (store) => [[...(store.userGroups.get(21)?.permissions.keys() ?? [])], store.users.get(1)?.userGroups.has(21)],
    [["app statusTab", "app myViewTab"], true],
  ],
  [
    {},
    [
      userGroups(["Operators", 2]),
      users(user({ name: "member", membership: [21] })),
      ["delUsergroups", { delUsergroups: ["Operators", 21, 1, "Guests"] }],
    ],
    data([
      "Deleting usergroup named 'Operators' (1 matched)",
      "Deleting usergroup id 21 (0 matched)",
      "Deleting usergroup id 1 (0 matched)",
      "Deleting usergroup named 'Guests' (0 matched)",
    ]),
    (store) => [[...store.userGroups.keys()], store.userNamed("member")?.userGroups.size],
    [[1, 2], 0],
  ],
  [
    {},
    [
      links(
        [
          { user_id: 1, usergroup_id: 2 },
          { user_name: "admin", usergroup_name: "Guests" },
          { user_id: 99, usergroup_id: 1 },
          { user_id: 1, usergroup_id: 99 },
        ],
        [admin],
      ),
    ],
    data({
      added: [
        "User 1 added to usergroup 2",
        "User admin added to usergroup Guests",
        "User 99 could not be added to usergroup 1: no such user",
        "User 1 could not be added to usergroup 99: no such usergroup",
      ],
      removed: ["User 1 removed from usergroup 1"],
    }),
    (store) => store.users.get(1)?.userGroups,
    new Set([2]),
  ],
  [
    {},
    [
      permissions(
        [
          code("gadget", "lLabelCPU"),
          code("device", "0A01010F"),
          code("interface", "0A010101-3"),
          { usergroup_name: "Guests", permission_type: "app", seccode: "IPGroups" },
          code("app", "noSuchCode"),
          code("device", "10.1.1.1"),
          code("interface", "0A010101"),
          code("planet", "x"),
          code("app", "IPGroups", 99),
        ],
        // A device is the same in upper and lower case.
        [code("app", "statusTab"), code("device", "0a01010f")],
      ),
    ],
    data({
      updated: [
        "Added gadget permission lLabelCPU to usergroup 2 ",
        "Added device permission 0A01010F to usergroup 2 ",
        "Added interface permission 0A010101-3 to usergroup 2 ",
        "Added app permission IPGroups to usergroup Guests ",
        "Removed app permission statusTab from usergroup 2 ",
        "Removed device permission 0a01010f from usergroup 2 ",
      ],
      errors: [
        "Could not add app permission noSuchCode to usergroup 2: no such seccode",
        "Could not add device permission 10.1.1.1 to usergroup 2: the seccode is not valid for this type",
        "Could not add interface permission 0A010101 to usergroup 2: the seccode is not valid for this type",
        "Could not add planet permission x to usergroup 2: no such permission type",
        "Could not add app permission IPGroups to usergroup 99: no such usergroup",
      ],
    }),
    (store) => [...(store.userGroups.get(2)?.permissions.keys() ?? [])],
    ["app myViewTab", "gadget lLabelCPU", "interface 0A010101-3", "app IPGroups"],
  ],
  [
    { staticPermissionType: "product" },
    [permissions([code("product", "IPGroups")])],
    data({ errors: [], updated: ["Added product permission IPGroups to usergroup 2 "] }),
  ],
  ...(
    [
      ["none", "Added app permission IPGroups to usergroup 2", "Deleting user named 'nobody' (0 matched)"],
      ["everywhere", " Added app permission IPGroups to usergroup 2 ", " Deleting user named 'nobody' (0 matched) "],
    ] as const
  ).flatMap(([messageBlanks, added, deleted]): Row[] => [
    [{ messageBlanks }, [permissions([ipGroups])], data({ errors: [], updated: [added] })],
    [{ messageBlanks }, [nobody], data([deleted])],
  ]),
  [{}, [links([admin])], data({ added: ["User 1 added to usergroup 1"], removed: [] })],
  [
    { repeatedLink: "failure" },
    [links([admin])],
    data({ added: ["User 1 could not be added to usergroup 1: already a member"], removed: [] }),
  ],
  [{ memberIds: "number" }, [userGroups(["Operators", 2, 1])], data([containing({ members: [1] })])],
  [{ listOrder: "reversed" }, [userGroups(["B", 2, 1, "admin"])], data([containing({ members: ["admin", "1"] })])],
  [{ extraFields: "some" }, [users(user({ name: "jo" }))], data([containing({ tags: [] })])],
  [{ storedText: "trimmed" }, [userGroups([" Ops ", 2])], data([containing({ name: "Ops" })])],
  [{ actionSpelling: "example" }, [nobody], data(expect.anything())],
  [{ actionSpelling: "example" }, [["delUser", { delUsers: ["nobody"] }]], failure(/no action delUser /)],
  [{ actionSpelling: "example" }, [["permission", {}]], failure(/no action permission /)],
  [{ actionSpelling: "text" }, [nobody], failure(/no action delUsers /)],
  [{ actionSpelling: "text" }, [permissions([ipGroups])], failure(/no action permissions /)],
  [{}, [["permission", { permissions: { add: [ipGroups] } }]], data(expect.anything())],
];

const refusals: readonly Refusal[] = [
  [/pass: is missing/, users({ name: "x", membership: [] })],
  [/membership: is missing/, users({ name: "x", pass: "y" })],
  [/membership.0: expected number/, users(user({ name: "x", membership: ["2"] }))],
  [/mail/, users(user({ name: "x", mail: "z" }))],
  [/user_id: expected number/, ["prefs", { user_id: "11", prefs: [] }]],
  [/either user_id or oldname/, renamed({ user_id: 1, oldname: "admin", newname: "x" })],
  [/either user_id or user_name/, links([{ user_id: 1, user_name: "admin", usergroup_id: 2 }])],
  [/either usergroup_id/, links([{ user_id: 1 }])],
];

const { context, ask } = testRows("user_api", rows, refusals);

test.each(["delUsers", "delUsergroups"] as const)("%s without entries is counted as a trap", async (action) => {
  await ask([action, { [action]: [] }]);
  expect(context.sim.traps.count(`user_api/${action} []`)).toBe(1);
});
