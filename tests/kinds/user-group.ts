import type { userGroup as definition } from "../../provider/kinds/user-group";
import { countOf, NUMBER, type Sample } from "./sample";

export const userGroup: Sample<typeof definition> = {
  minimal: { name: "Operators" },
  defaults: { templateUserGroupId: "2" },
  full: { name: "ops", templateUserGroupId: 3, members: ["anna", 13] },
  faulty: [
    { name: "12", templateUserGroupId: "Guests", members: ["anna", -5] },
    [
      "name: looks like an integer, which the gateway reads as an id",
      "templateUserGroupId: must be an id: a positive whole number",
      "members[1]: must be a user: its name, or its number",
    ],
  ],
  entry: () => ({ id: String(NUMBER), outputs: { userGroupId: NUMBER } }),
  holds: ({ name, members = [], templateUserGroupId = 2 }, { lines, nameOf }) => {
    const like = ` of ${nameOf("UserGroup", templateUserGroupId)}`;
    const copied = lines.filter((line) => line.startsWith("permission ") && line.endsWith(like));
    return [
      `user group ${String(name)}`,
      ...copied.map((line) => `${line.slice(0, -like.length)} of ${String(name)}`),
      ...(members as unknown[]).map((member) => `user ${nameOf("User", member)} in ${String(name)}`),
    ];
  },
  misfits: [
    ["105", {}, 'its inputs and outputs belong to the id "104"'],
    ["name:admins", { userGroupId: undefined }, 'its inputs and outputs belong to the id "name:ops"'],
  ],
  life: () => ({
    first: { name: "crash team", members: ["admin"] },
    second: { name: "crash team", members: ["admin", "second", "third"] },
    theirs: { name: "crash team" },
    changes: {
      create: [/createUsergroup crash team/u],
      update: [/membership .*add second /u, /membership .*add third /u],
      delete: [/delUsergroups/u],
    },
    count: ({ gateway }) => countOf(gateway.store.userGroups, ({ name }) => name === "crash team"),
  }),
};
