import type { Properties } from "../support/provider-calls";
import { addAccounts } from "./accounts";
import { create, equal, refused, replace, type Unique } from "./rows";
import { testLifecycle } from "./table";

const named =
  (more: Properties = {}) =>
  ({ name }: Unique): Properties => ({ user: name, userGroup: name, ...more });
const otherGroup = ({ name }: Unique): Properties => ({ user: name, userGroup: `${name} b` });
const otherUser = ({ name }: Unique): Properties => ({ user: `${name} b`, userGroup: name });
const hostile = ({ name }: Unique): string => `${name}/%2F&=`;

const sends = "user_api/membership";
const replaced = `${sends} ${sends}`;
const numbers = { user: 1, userGroup: 2 };

/** Each way to refer to a user and a group. On every gateway, `admin` has the number 1 and Guests the number 2. */
const references: readonly (readonly [how: string, inputs: Properties, id: string])[] = [
  ["names", { user: "admin", userGroup: "Guests" }, "admin|Guests"],
  ["numbers", numbers, "1|2"],
  ["numbers as text", { user: "1", userGroup: "2" }, "1|2"],
  ["a number and a name", { user: 1, userGroup: "Guests" }, "1|Guests"],
  ["the id of an adopted account, which means its name", { user: "name:admin", userGroup: "Guests" }, "admin|Guests"],
];
const encoded = (...parts: string[]): string => parts.map(encodeURIComponent).join("|");

testLifecycle({
  kind: "Membership",
  given: addAccounts,

  creates: [
    ...references.map(([how, inputs, id]) =>
      create(`user and group are given by ${how}`, inputs, sends, { id: () => id }),
    ),
    create(
      "names are data, also with a slash",
      (unique) => ({ user: hostile(unique), userGroup: `${hostile(unique)} b` }),
      sends,
      {
        given: (sim, unique) => {
          addAccounts(sim, { ...unique, name: hostile(unique) });
        },
        id: (unique) => encoded(hostile(unique), `${hostile(unique)} b`),
      },
    ),
  ],
  equals: [equal("numbers as number or as text", numbers, { user: "1", userGroup: "2" })],
  updates: [
    replace("another group: the old one is left last", named(), otherGroup, replaced),
    replace("another user", named(), otherUser, replaced),
  ],
  refusals: [
    refused("no such user", { user: "nobody", userGroup: 2 }, /User nobody could not be added .* 2: no such user/u),
    refused("no such group", { user: 1, userGroup: "none" }, /User 1 could not be added .* none: no such usergroup/u),
  ],
});
