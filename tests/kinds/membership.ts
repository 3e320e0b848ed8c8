import type { membership as definition } from "../../provider/kinds/membership";
import { UNKNOWN } from "../support/unknown";
import { cannotBeRead, linkId, type Sample } from "./sample";

export const membership: Sample<typeof definition> = {
  minimal: { user: 1, userGroup: 2 },
  defaults: {},
  full: { user: "anna", userGroup: "ops" },
  unknown: [{ user: UNKNOWN, userGroup: UNKNOWN }],
  bad: [
    ["no user", { user: undefined }, "user: ", "its name, or its number"],
    ["no group", { userGroup: undefined }, "userGroup: ", "its name, or its number"],
    ["a user that is no text", { user: true }, "user: must be a user: its name, or its number"],
    ["an empty name", { user: "" }, "user: must not be empty"],
    ["a number that is none", { user: "012" }, "user: ", "integer"],
    ["a number that is not exact", { user: 2 ** 53 }, "user: "],
    cannotBeRead("Membership"),
  ],
  faulty: [
    { user: -1, userGroup: "a\nb" },
    [
      "user: must be a user: its name, or its number",
      "userGroup: holds a control character (tab, line break or the like)",
    ],
  ],
  entry: ({ user, userGroup }) => ({ id: linkId(user, userGroup), outputs: {} }),
  holds: ({ user, userGroup }, { nameOf }) => [`user ${nameOf("User", user)} in ${nameOf("UserGroup", userGroup)}`],
  misfits: [],
  life: () => ({
    first: { user: "admin", userGroup: "Readers" },
    second: { user: "admin", userGroup: "Writers" },
    changes: {
      create: [/membership .*add admin to Readers/u],
      update: [/membership .*add admin to Writers/u, /membership .*remove admin from Readers/u],
      delete: [/membership .*remove admin from/u],
    },
  }),
};
