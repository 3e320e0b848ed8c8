import type { FaultSpec, Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import { addAccounts, groupsOf } from "./accounts";
import type { Unique } from "./rows";
import { testLifecycle } from "./table";

/** Group 2 exists on every gateway. */
const GUESTS = 2;

const user =
  (more: Properties = {}) =>
  ({ name }: Unique): Properties => ({ name: `${name} user`, password: "first password", ...more });
/** A user in groups of {@link addAccounts}. The numbers of the groups are the row's port and the next one. */
const inGroups =
  (groups: (unique: Unique) => readonly (string | number)[], more: Properties = {}) =>
  (unique: Unique): Properties => ({ ...user(more)(unique), userGroupIds: groups(unique) });
const held =
  (groups: (unique: Unique) => readonly string[] = () => []) =>
  (unique: Unique): unknown => ({ name: `${unique.name} user`, groups: [...groups(unique)].sort() });

const existing = (sim: Simulator, { name, port }: Unique): void => {
  sim.mutate.gateway(({ users }) =>
    users.set(port + 5, { id: port + 5, name: `${name} user`, userGroups: new Set(), preferences: new Map() }),
  );
};
const remove = (sim: Simulator, { name }: Unique): void => {
  sim.mutate.removeUser(`${name} user`);
};

/** The gateway does not add a user to a group whose name or number is in the text, and reports this. */
const refusingGroup =
  (group: (unique: Unique) => string) =>
  (sim: Simulator, unique: Unique): FaultSpec => ({
    match: "user_api/membership",
    kind: {
      rewrite: (answer) => {
        const { data } = answer as { data: { added: string[]; removed: string[] } };
        const isMeant = (text: string): boolean => text.endsWith(`usergroup ${group(unique)}`);
        if (data.added.some(isMeant)) {
          const { store } = sim.gateway;
          const id = store.userGroupNamed(group(unique))?.id ?? Number(group(unique));
          store.userNamed(`${unique.name} user`)?.userGroups.delete(id);
        }
        const added = data.added.map((text) => (isMeant(text) ? "User could not be added to usergroup: locked" : text));
        return { data: { ...data, added } };
      },
    },
  });

testLifecycle({
  kind: "User",

  held(sim, id, { name }) {
    const { users } = sim.gateway.store;
    const found = id.startsWith("name:") ? sim.gateway.store.userNamed(String(name)) : users.get(Number(id));
    return found && { name: found.name, groups: groupsOf(sim, found.name) };
  },

  creates: [
    {
      title: "without groups is created in one request",
      inputs: user(),
      sends: ["user_api/createUser"],
      holds: held(),
      id: (_unique, { userId }) => String(userId),
    },
    {
      title: "groups by number, also as text, go with the creation",
      given: addAccounts,
      inputs: inGroups(({ port }) => [GUESTS, String(port)]),
      sends: ["user_api/createUser"],
      holds: held(({ name }) => ["Guests", name]),
    },
    {
      title: "groups of the form name:<name> are joined by name",
      given: addAccounts,
      inputs: inGroups(({ name }) => [GUESTS, `name:${name}`]),
      sends: ["user_api/createUser", "user_api/membership"],
      holds: held(({ name }) => ["Guests", name]),
    },
    {
      title: "a name is data, whatever it holds",
      inputs: ({ name }) => ({ name: `${name} "%2F/\\&=;<__proto__> \u00fc\u{1f600}`, password: "p" }),
      sends: ["user_api/createUser"],
      holds: ({ name }) => ({ name: `${name} "%2F/\\&=;<__proto__> \u00fc\u{1f600}`, groups: [] }),
    },
  ],

  equals: [
    {
      title: "order of groups, their ids as number or as text",
      given: addAccounts,
      from: inGroups(({ port }) => [GUESTS, port]),
      to: inGroups(({ port }) => [String(port), "2"]),
    },
    {
      title: "a group that is named twice",
      from: inGroups(() => [GUESTS]),
      to: inGroups(() => [GUESTS, "2"]),
    },
    { title: "onExisting", from: user(), to: user({ onExisting: "adopt" }) },
  ],

  updates: [
    {
      title: "another name renames in place",
      from: user(),
      to: ({ name }) => ({ name: `${name} renamed`, password: "first password" }),
      sends: ["user_api/changeUsername"],
      holds: ({ name }) => ({ name: `${name} renamed`, groups: [] }),
    },
    {
      title: "a group is joined in place",
      given: addAccounts,
      from: inGroups(() => [GUESTS]),
      to: inGroups(({ port }) => [GUESTS, port]),
      sends: ["user_api/membership"],
      holds: held(({ name }) => ["Guests", name]),
    },
    {
      title: "another group instead, which may be the same: joined again, since one has a number and the other a name",
      given: addAccounts,
      from: inGroups(({ port }) => [port]),
      to: inGroups(({ name }) => [`name:${name} b`]),
      sends: ["user_api/membership", "user_api/membership"],
      holds: held(({ name }) => [`${name} b`]),
    },
    {
      title: "name and groups change together",
      given: addAccounts,
      from: inGroups(() => [GUESTS]),
      to: ({ name, port }) => ({ name: `${name} renamed`, password: "first password", userGroupIds: [port] }),
      sends: ["user_api/changeUsername", "user_api/membership"],
      holds: ({ name }) => ({ name: `${name} renamed`, groups: [name] }),
    },
    {
      title: "groups that are no longer declared are left as they are",
      from: inGroups(() => [GUESTS]),
      to: user(),
      sends: [],
      holds: held(() => ["Guests"]),
    },
    {
      title: "another password replaces, deletes first, and an info line says why",
      from: inGroups(() => [GUESTS]),
      to: inGroups(() => [GUESTS], { password: "second password" }),
      step: "replace",
      sends: ["user_api/delUsers", "user_api/createUser"],
      holds: held(() => ["Guests"]),
      says: /^warning: User "User row \d+ user": the API cannot change a password, so the user is deleted and created again/u,
    },
  ],

  partials: [
    {
      title: "a user that could not be put into a group gets it by the next up",
      given: addAccounts,
      inputs: inGroups(({ name }) => [GUESTS, `name:${name}`]),
      fault: refusingGroup(({ name }) => name),
      says: /refused: User could not be added to usergroup: locked/u,
      heals: ["user_api/membership"],
      holds: held(({ name }) => ["Guests", name]),
    },
    {
      title: "renamed, but not put into its group: the next up does only that",
      given: addAccounts,
      from: inGroups(() => [GUESTS]),
      inputs: ({ name, port }) => ({
        name: `${name} user`,
        password: "first password",
        userGroupIds: [GUESTS, port, `name:${name} b`],
      }),
      fault: refusingGroup(({ name }) => `${name} b`),
      says: /refused: User could not be added to usergroup: locked/u,
      heals: ["user_api/membership"],
      holds: held(({ name }) => ["Guests", name, `${name} b`]),
    },
  ],

  refusals: [
    {
      title: "a group that does not exist",
      inputs: inGroups(() => [999_999]),
      says: /refused to create it: Usergroup 999999 does not exist/u,
    },
  ],

  changesByHand: [
    {
      title: "users are not read: refresh returns the state, also of groups that were changed by hand",
      inputs: inGroups(() => [GUESTS]),
      byHand: (sim, { name }) => {
        sim.gateway.store.userNamed(`${name} user`)?.userGroups.clear();
      },
      shows: () => "same",
      repairs: [],
      holds: held(),
    },
    {
      title: "a user that was removed by hand is never taken for gone, and destroy succeeds",
      inputs: user(),
      byHand: remove,
      shows: () => "same",
      repairs: [],
      holds: () => undefined,
    },
    {
      title: "a user that was renamed by hand is removed by its number",
      inputs: user(),
      byHand: (sim, { name }) => {
        const found = sim.gateway.store.userNamed(`${name} user`);
        if (found !== undefined) found.name = `${name} by hand`;
      },
      shows: () => "same",
      repairs: [],
      holds: ({ name }) => ({ name: `${name} by hand`, groups: [] }),
    },
  ],

  adoptions: [
    {
      title: "is an error by default that names it and the line to add",
      exists: existing,
      inputs: inGroups(() => [GUESTS]),
      outcome: /^User "User row \d+ user" on .*already exists.*onExisting: "adopt"/u,
      tries: ["user_api/createUser"],
      holds: held(),
      afterwards: remove,
    },
    {
      title: 'is taken over with "adopt" under the id name:<name>, put into its groups, and destroyed by name',
      given: addAccounts,
      exists: existing,
      inputs: inGroups(({ port }) => [GUESTS, port], { onExisting: "adopt" }),
      outcome: ["user_api/createUser", "user_api/membership"],
      id: ({ name }) => `name:${name} user`,
      holds: held(({ name }) => ["Guests", name]),
    },
  ],
});
