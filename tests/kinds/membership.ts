import type { membership as definition } from "../../provider/kinds/membership";
import { linkId, type Sample } from "./sample";

export const membership: Sample<typeof definition> = {
  minimal: { user: 1, userGroup: 2 },
  defaults: {},
  full: { user: "anna", userGroup: "ops" },
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
