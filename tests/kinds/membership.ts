import type { membership as definition } from "../../provider/resources/membership";
import { UNKNOWN } from "../support/unknown";
import { cannotBeRead, linkId, type Sample, userGroupOf, userOf } from "./sample";

export const membership: Sample<typeof definition, "userName" | "userGroupName"> = {
  minimal: { userId: 1, userGroupId: 2 },
  defaults: {},
  full: { userId: 13, userGroupId: 4 },
  inPlace: [],
  replacing: [
    ["userId", 14],
    ["userGroupId", 5],
  ],
  unknown: [{ userId: UNKNOWN, userGroupId: UNKNOWN }],
  bad: [
    ["id and name of the user in one entry", { userName: "ann" }, "userName: ", "together with userId"],
    ["id and name of the group", { userGroupName: "Guests" }, "userGroupName: ", "together with userGroupId"],
    ["no user", { userId: undefined }, "userId: is required", "userName"],
    ["no group", { userGroupId: undefined }, "userGroupId: is required", "userGroupName"],
    ["a user by name in the place of its id", { userId: "ann" }, "userId: ", "name:<name>"],
    ["a user named like a number", { userId: undefined, userName: "12" }, "userName: ", "integer"],
    ["a group named like a number", { userGroupId: undefined, userGroupName: "7" }, "userGroupName: ", "integer"],
    ["an id that is not exact", { userId: 2 ** 53 }, "userId: "],
    cannotBeRead("Membership"),
  ],
  faulty: [
    { userId: 1, userName: "anna" },
    ["userName: must not be set together with userId", "userGroupId: is required, unless userGroupName is set"],
  ],
  entry: (inputs) => ({ id: linkId(userOf(inputs), userGroupOf(inputs)), outputs: {} }),
  holds: (inputs, { nameOf }) => [
    `user ${nameOf("User", userOf(inputs))} in ${nameOf("UserGroup", userGroupOf(inputs))}`,
  ],
  misfits: [
    ["13/5", {}, 'its inputs belong to the id "13/4"'],
    ["4/13", {}, 'its inputs belong to the id "13/4"'],
  ],
  life: ({ readersId, writersId }) => ({
    first: { userName: "admin", userGroupId: readersId },
    second: { userName: "admin", userGroupId: writersId },
    changes: {
      // Links of several resources may share a request.
      create: [/membership .*add admin to/u],
      update: [/membership .*remove admin from/u, /membership .*add admin to/u],
      delete: [/membership .*remove admin from/u],
    },
  }),
};
