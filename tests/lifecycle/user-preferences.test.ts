import type { Properties } from "../support/provider-calls";
import { addAccounts } from "./accounts";
import type { Unique } from "./rows";
import { testLifecycle } from "./table";

const prefs =
  (preferences: Properties) =>
  ({ port }: Unique): Properties => ({ userId: port, preferences });
const held = (preferences: Properties) => () => preferences;
const sends = ["user_api/prefs"];

testLifecycle({
  kind: "UserPreferences",

  held(sim, id) {
    const user = sim.gateway.store.users.get(Number(id));
    return user && Object.fromEntries(user.preferences);
  },

  creates: [
    {
      title: "all preferences are set in one request, numbers as numbers and texts as texts",
      given: addAccounts,
      inputs: prefs({ language: "english", statusTopn: 20, other: "7" }),
      sends,
      holds: held({ language: "english", statusTopn: 20, other: "7" }),
      id: ({ port }) => String(port),
    },
    {
      title: "codes that look like properties of every object are data",
      given: addAccounts,
      inputs: prefs({ constructor: "a", toString: "b" }),
      sends,
      holds: held({ constructor: "a", toString: "b" }),
    },
  ],

  equals: [
    {
      title: "order of the codes, and the id as number or as text",
      given: addAccounts,
      from: prefs({ language: "english", statusTopn: 20 }),
      to: ({ port }) => ({ userId: String(port), preferences: { statusTopn: 20, language: "english" } }),
    },
    {
      title: "onExisting",
      given: addAccounts,
      from: prefs({ statusTopn: 20 }),
      to: (unique) => ({ ...prefs({ statusTopn: 20 })(unique), onExisting: "adopt" }),
    },
  ],

  updates: [
    {
      title: "what changed and what is new is set in one request",
      given: addAccounts,
      from: prefs({ language: "english", statusTopn: 20 }),
      to: prefs({ language: "german", statusTopn: 20, other: 1 }),
      sends,
      holds: held({ language: "german", statusTopn: 20, other: 1 }),
    },
    {
      title: "a number instead of the same text is a change",
      given: addAccounts,
      from: prefs({ other: "1" }),
      to: prefs({ other: 1 }),
      sends,
      holds: held({ other: 1 }),
    },
    {
      title: "a preference that is no longer declared is left as it is, and an info line says so",
      given: addAccounts,
      from: prefs({ language: "english", statusTopn: 20 }),
      to: prefs({ language: "english" }),
      sends: [],
      holds: held({ language: "english", statusTopn: 20 }),
      says: /^warning: UserPreferences "user \d+" on .*preferences\.statusTopn is no longer managed; its current value stays/u,
    },
    {
      title: "another user replaces; what the first one has stays",
      given: addAccounts,
      from: prefs({ statusTopn: 20 }),
      to: ({ port }) => ({ userId: port + 1, preferences: { statusTopn: 20 } }),
      step: "replace",
      sends,
      holds: held({ statusTopn: 20 }),
    },
  ],

  partials: [],

  refusals: [
    {
      title: "a user that does not exist",
      inputs: () => ({ userId: 999_999, preferences: { statusTopn: 20 } }),
      says: /refused: statusTopn not updated for user_id 999999: no such user/u,
    },
    {
      title: "a value that the gateway does not take, in its own words",
      given: addAccounts,
      inputs: prefs({ statusTopn: "many" }),
      says: /refused: statusTopn not updated for user_id \d+: not a number/u,
    },
  ],

  changesByHand: [
    {
      title: "preferences are not read: refresh returns the state",
      given: addAccounts,
      inputs: prefs({ statusTopn: 20 }),
      byHand: (sim, { port }) => void sim.gateway.store.users.get(port)?.preferences.set("statusTopn", 5),
      shows: () => "same",
      repairs: [],
      holds: held({ statusTopn: 5 }),
    },
    {
      title: "of a user that was removed by hand are never taken for gone, and destroy succeeds",
      given: addAccounts,
      inputs: prefs({ statusTopn: 20 }),
      byHand: (sim, { name }) => {
        sim.mutate.removeUser(name);
      },
      shows: () => "same",
      repairs: [],
      holds: () => undefined,
      afterwards: addAccounts,
    },
  ],

  adoptions: [
    {
      title: "is overwritten by what is declared; destroy leaves what is set",
      given: addAccounts,
      exists: (sim, { port }) => void sim.gateway.store.users.get(port)?.preferences.set("statusTopn", 5),
      inputs: prefs({ statusTopn: 20 }),
      outcome: sends,
      holds: held({ statusTopn: 20 }),
      afterwards: (sim, { port }) => {
        expect(sim.gateway.store.users.get(port)?.preferences).toEqual(new Map([["statusTopn", 20]]));
      },
    },
  ],
});
