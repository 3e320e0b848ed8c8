import type { user as definition } from "../../provider/resources/user";
import { UNKNOWN } from "../support/unknown";
import { cannotBeRead, countOf, NUMBER, type Sample } from "./sample";

const crashing = { name: "crash-user", password: "crash password" };

export const user: Sample<typeof definition> = {
  minimal: { name: "alice", password: "a password of alice" },
  defaults: {},
  full: { name: "anna", password: "a password of anna", userGroupIds: [4, "5"] },
  inPlace: [
    ["name", "berta"],
    ["userGroupIds", [4]],
  ],
  replacing: [["password", "another password"]],
  unknown: [{ userGroupIds: [UNKNOWN, 2] }, { password: UNKNOWN }],
  bad: [
    ["a name that looks like an integer", { name: "12" }, "name: ", "integer"],
    ["a name that looks like a negative integer", { name: "-12" }, "name: ", "integer"],
    ["an empty name", { name: "" }, "name: must not be empty"],
    ["a name with a line break", { name: "a\nb" }, "name: ", "control character"],
    ["no password", { password: undefined }, "password: is required"],
    ["an empty password", { password: "" }, "password: must not be empty"],
    ["a group by its bare name", { userGroupIds: [2, "Guests"] }, "userGroupIds[1]: ", "name:<name>"],
    ["a group of the form name: with nothing", { userGroupIds: ["name:"] }, "userGroupIds[0]: ", "id"],
    ["a group whose name looks like an integer", { userGroupIds: ["name:12"] }, "userGroupIds[0]: "],
    ["the singular of a key", { userGroupId: [2] }, 'unknown key "userGroupId"', '"userGroupIds"'],
    cannotBeRead("User"),
  ],
  faulty: [
    { name: "12", password: "", userGroupIds: ["Guests", 0], groups: [] },
    [
      "name: looks like an integer, which the gateway reads as an id",
      "password: must not be empty",
      'userGroupIds[0]: must be an id: a positive whole number, or "name:<name>"',
      'userGroupIds[1]: must be an id: a positive whole number, or "name:<name>"',
      'unknown key "groups"; known: name, password, userGroupIds, site, onExisting',
    ],
  ],
  entry: () => ({ id: String(NUMBER), outputs: { userId: NUMBER } }),
  holds: ({ name, userGroupIds = [] }, { nameOf }) => [
    `user ${String(name)}`,
    ...(userGroupIds as unknown[]).map((group) => `user ${String(name)} in ${nameOf("UserGroup", group)}`),
  ],
  misfits: [
    ["105", {}, 'its userId is "104"'],
    ["name:berta", { userId: undefined }, 'its name is "anna"'],
    ["name:anna", {}, 'its userId is "104"'],
    ["berta", { userId: undefined }, "its id is not a valid id of the gateway"],
  ],
  life: ({ readersId, writersId }) => ({
    first: { ...crashing, userGroupIds: [readersId] },
    second: { ...crashing, name: "crash-user-2", userGroupIds: [writersId] },
    theirs: crashing,
    changes: {
      create: [/createUser crash-user/u],
      update: [/changeUsername .* crash-user-2/u, /membership .*add user \d+ to/u],
      delete: [/delUsers/u],
    },
    count: ({ gateway }) => countOf(gateway.store.users, ({ name }) => name.startsWith("crash-user")),
  }),
};
