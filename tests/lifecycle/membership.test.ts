import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import { addAccounts, removeUserGroup } from "./accounts";
import { byHand, create, equal, refused, replace, type Unique } from "./rows";
import { testLifecycle } from "./table";

const named =
  (more: Properties = {}) =>
  ({ name }: Unique): Properties => ({ userName: name, userGroupName: name, ...more });
const otherGroup = ({ name }: Unique): Properties => ({ userName: name, userGroupName: `${name} b` });
const otherUser = ({ name }: Unique): Properties => ({ userName: `${name} b`, userGroupName: name });
const hostile = ({ name }: Unique): string => `${name}/%2F&=`;

const removeUser = (sim: Simulator, { name }: Unique): void => {
  sim.mutate.removeUser(name);
};

const sends = "user_api/membership";
const replaced = `${sends} ${sends}`;
const numbers = { userId: 1, userGroupId: 2 };
/** Others removed the row's user or user group. */
const removed = (what: string) => ({
  holds: [],
  others: (line: string) => line.replace(new RegExp(`^${what} Membership row \\d+$`, "u"), ""),
  afterwards: addAccounts,
});

/** Each way to refer to a user and a group. On every gateway, `admin` has the number 1 and Guests the number 2. */
const references: readonly (readonly [how: string, inputs: Properties, held: string])[] = [
  ["names", { userName: "admin", userGroupName: "Guests" }, "name:admin/name:Guests"],
  ["numbers", numbers, "1/2"],
  ["numbers as text", { userId: "1", userGroupId: "2" }, "1/2"],
  ["a number and a name", { userId: 1, userGroupName: "Guests" }, "1/name:Guests"],
  ["ids of the form name:<name>", { userId: "name:admin", userGroupId: "name:Guests" }, "name:admin/name:Guests"],
];
const encoded = (id: readonly string[]): string => id.map(encodeURIComponent).join("/");

testLifecycle({
  kind: "Membership",
  given: addAccounts,

  creates: [
    ...references.map(([how, inputs, id]) =>
      create(`user and group are given by ${how}`, inputs, sends, { id: () => encoded(id.split("/")) }),
    ),
    create(
      "names are data, also with a slash",
      (unique) => ({ userName: hostile(unique), userGroupName: `${hostile(unique)} b` }),
      sends,
      {
        given: (sim, unique) => {
          addAccounts(sim, { ...unique, name: hostile(unique) });
        },
        id: (unique) => encoded([`name:${hostile(unique)}`, `name:${hostile(unique)} b`]),
      },
    ),
  ],
  equals: [equal("ids as number or as text", numbers, { userId: "1", userGroupId: "2" })],
  updates: [
    replace("another group: the old one is left first", named(), otherGroup, replaced),
    replace("another user", named(), otherUser, replaced),
    replace(
      "a name instead of a number, which may be another user",
      numbers,
      { userName: "admin", userGroupId: 2 },
      replaced,
    ),
  ],
  refusals: [
    refused(
      "a user that does not exist",
      { userName: "nobody", userGroupId: 2 },
      /refused: User nobody could not be added to usergroup 2: no such user/u,
    ),
    refused(
      "a user group that does not exist",
      { userId: 1, userGroupName: "no group" },
      /refused: User 1 could not be added to usergroup no group: no such usergroup/u,
    ),
  ],
  changesByHand: [
    byHand("of a removed user are never gone", named(), removeUser, "same", "", removed("user")),
    byHand("of a removed group are never gone", named(), removeUserGroup, "same", "", removed("user group")),
  ],
});
