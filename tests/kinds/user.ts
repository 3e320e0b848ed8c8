import type { user as definition } from "../../provider/kinds/user";
import { countOf, NUMBER, type Sample } from "./sample";

const crashing = { name: "crash-user", password: "crash password" };

export const user: Sample<typeof definition> = {
  minimal: { name: "alice", password: "a password of alice" },
  defaults: {},
  full: { name: "anna", password: "a password of anna", userGroups: ["ops", 5] },
  faulty: [
    { name: "12", password: "", userGroups: ["Guests", 0], groups: [] },
    [
      "name: looks like an integer, which the gateway reads as an id",
      "password: must not be empty",
      "userGroups[1]: must be a user group: its name, or its number",
      'unknown key "groups"; known: name, password, userGroups, site, onExisting',
    ],
  ],
  entry: () => ({ id: String(NUMBER), outputs: { userId: NUMBER } }),
  holds: ({ name, userGroups = [] }, { nameOf }) => [
    `user ${String(name)}`,
    ...(userGroups as unknown[]).map((group) => `user ${String(name)} in ${nameOf("UserGroup", group)}`),
  ],
  misfits: [
    ["105", {}, 'its inputs and outputs belong to the id "104"'],
    ["name:berta", { userId: undefined }, 'its inputs and outputs belong to the id "name:anna"'],
  ],
  life: () => ({
    first: { ...crashing, userGroups: ["Readers"] },
    second: { ...crashing, name: "crash-user-2", userGroups: ["Writers"] },
    theirs: crashing,
    changes: {
      create: [/createUser crash-user/u, /membership .*add crash-user to Readers/u],
      update: [
        /changeUsername .* crash-user-2/u,
        /membership .*add crash-user-2 to Writers/u,
        /membership .*remove crash-user-2 from Readers/u,
      ],
      delete: [/delUsers/u],
    },
    count: ({ gateway }) => countOf(gateway.store.users, ({ name }) => name.startsWith("crash-user")),
  }),
};
