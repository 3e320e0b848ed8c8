import type { Properties } from "../support/provider-calls";
import { addAccounts } from "./accounts";
import { create, equal, refused, replace, type Unique, update } from "./rows";
import { testLifecycle } from "./table";

const prefs =
  (preferences: Properties, more: Properties = {}) =>
  ({ port }: Unique): Properties => ({ userId: port, preferences, ...more });
const sends = "user_api/prefs";
const twenty = { statusTopn: 20 };
const english = { language: "english", ...twenty };
const reordered = ({ port }: Unique): Properties => ({
  userId: String(port),
  preferences: { ...twenty, language: "english" },
});
const otherUser = ({ port }: Unique): Properties => ({ userId: port + 1, preferences: twenty });

testLifecycle({
  kind: "UserPreferences",
  given: addAccounts,

  creates: [
    create("all in one request, numbers as numbers and texts as texts", prefs({ ...english, other: "7" }), sends, {
      id: ({ port }) => String(port),
    }),
    create("codes that every object has as properties are data", prefs({ constructor: "a", toString: "b" }), sends),
  ],
  equals: [equal("order of the codes, and the id as number or as text", prefs(english), reordered)],
  updates: [
    update("changed and new in a request", prefs(english), prefs({ ...english, language: "german", other: 1 }), sends),
    update("a number instead of the same text is a change", prefs({ other: "1" }), prefs({ other: 1 }), sends),
    update("one that is no longer declared is left as it is", prefs(english), prefs({ language: "english" }), "", {
      holds: [prefs(english)],
      says: /^warning: UserPreferences "user \d+" on .*preferences\.statusTopn is no longer managed; its current value stays/u,
    }),
    replace("another user; what the first one has stays", prefs(twenty), otherUser, sends, {
      holds: [prefs(twenty), otherUser],
    }),
  ],
  refusals: [
    refused(
      "a user that does not exist",
      { userId: 999_999, preferences: twenty },
      /setting preferences failed: statusTopn not updated for user_id 999999: no such user/u,
    ),
    refused(
      "a value that the gateway does not take, in its own words",
      prefs({ statusTopn: "many" }),
      /setting preferences failed: statusTopn not updated for user_id \d+: not a number/u,
    ),
  ],
});
