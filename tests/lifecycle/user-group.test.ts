import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import type { Unique } from "./rows";
import { testLifecycle } from "./table";

/** The permissions of Guests, which is the default template. */
const guests = ["app myViewTab", "app statusTab"];
const administrators = ["app IPGroups", "app allDevices", "app allReports", "app usergroups"];

/** Users that exist on every gateway of these tests. `admin` has the id 1 from the factory. */
const ann = { id: 901, name: "ann" };
const bob = { id: 902, name: "bob" };

function addUsers(sim: Simulator): void {
  sim.mutate.gateway(({ users }) => {
    for (const { id, name } of [ann, bob]) {
      if (!users.has(id)) users.set(id, { id, name, userGroups: new Set(), preferences: new Map() });
    }
  });
}

const existing = (sim: Simulator, { name }: Unique): void => void sim.mutate.addUserGroup(name);
const remove = (sim: Simulator, { name }: Unique): void => {
  sim.mutate.removeUserGroup(name);
};
const withMembers =
  (...members: (string | number)[]) =>
  ({ name }: Unique): Properties => ({ name, members });

function group(name: string, members: readonly string[], permissions: readonly string[] = guests): unknown {
  return { name, members, permissions };
}

testLifecycle({
  kind: "UserGroup",

  held(sim, id, { name }) {
    const { userGroups, users } = sim.gateway.store;
    const found = id.startsWith("name:") ? sim.gateway.store.userGroupNamed(String(name)) : userGroups.get(Number(id));
    if (found === undefined) return undefined;
    const members = [...users.values()].filter((user) => user.userGroups.has(found.id)).map((user) => user.name);
    return group(found.name, members.sort(), [...found.permissions.keys()].sort());
  },

  creates: [
    {
      title: "the template defaults to group 2, Guests",
      inputs: ({ name }) => ({ name }),
      sends: ["user_api/createUsergroup"],
      holds: ({ name }) => group(name, []),
      id: (_unique, { userGroupId }) => String(userGroupId),
    },
    {
      title: "members are given by id or by name",
      given: addUsers,
      inputs: withMembers(1, "902", "ann"),
      sends: ["user_api/createUsergroup"],
      holds: ({ name }) => group(name, ["admin", "ann", "bob"]),
    },
    {
      title: "another template copies its rights",
      inputs: ({ name }) => ({ name, templateUserGroupId: 1 }),
      sends: ["user_api/createUsergroup"],
      holds: ({ name }) => group(name, [], administrators),
    },
    {
      title: "a member of the form name:<name> is sent as a name",
      given: addUsers,
      inputs: withMembers("name:ann"),
      sends: ["user_api/createUsergroup"],
      holds: ({ name }) => group(name, ["ann"]),
    },
  ],

  equals: [
    { title: "order of members", given: addUsers, from: withMembers("ann", "bob"), to: withMembers("bob", "ann") },
    { title: "an id as number or as text", given: addUsers, from: withMembers(901, 1), to: withMembers("1", "901") },
    { title: "a name with and without name:", given: addUsers, from: withMembers("ann"), to: withMembers("name:ann") },
    {
      title: "the template as number or as text",
      from: ({ name }) => ({ name, templateUserGroupId: 1 }),
      to: ({ name }) => ({ name, templateUserGroupId: "1" }),
    },
    {
      title: "onExisting",
      from: ({ name }) => ({ name, onExisting: "adopt" }),
      to: ({ name }) => ({ name }),
    },
  ],

  updates: [
    {
      title: "a member is added in place",
      given: addUsers,
      from: withMembers("ann"),
      to: withMembers("ann", 902),
      sends: ["user_api/membership"],
      holds: ({ name }) => group(name, ["ann", "bob"]),
    },
    {
      title: "a member is removed in place",
      given: addUsers,
      from: withMembers("ann", "bob"),
      to: withMembers("bob"),
      sends: ["user_api/membership"],
      holds: ({ name }) => group(name, ["bob"]),
    },
    {
      title: "members that are no longer declared are left as they are",
      given: addUsers,
      from: withMembers("ann"),
      to: ({ name }) => ({ name }),
      sends: [],
      holds: ({ name }) => group(name, ["ann"]),
    },
    {
      title: "another name replaces, and the old group is deleted first",
      given: addUsers,
      from: withMembers("ann"),
      to: ({ name }) => ({ name: `${name} renamed`, members: ["ann"] }),
      step: "replace",
      sends: ["user_api/delUsergroups", "user_api/createUsergroup"],
      holds: ({ name }) => group(`${name} renamed`, ["ann"]),
    },
    {
      title: "another template replaces, so that its rights are copied",
      from: ({ name }) => ({ name }),
      to: ({ name }) => ({ name, templateUserGroupId: 1 }),
      step: "replace",
      sends: ["user_api/delUsergroups", "user_api/createUsergroup"],
      holds: ({ name }) => group(name, [], administrators),
    },
  ],

  partials: [
    {
      title: "a group whose members were not all taken gets them by the next up",
      given: addUsers,
      inputs: withMembers("ann"),
      fault: (sim, { name }) => ({
        match: "user_api/createUsergroup",
        times: 1,
        kind: {
          rewrite: (answer) => {
            sim.gateway.store.users.get(ann.id)?.userGroups.clear();
            const { data } = answer as { data: object[] };
            return { data: data.map((entry) => ({ ...entry, name, members: [] })) };
          },
        },
      }),
      says: /only 0 of 1 members were added/u,
      heals: ["user_api/membership"],
      holds: ({ name }) => group(name, ["ann"]),
    },
    {
      title: "an update keeps the members that were added when another one fails",
      given: addUsers,
      from: ({ name }) => ({ name }),
      inputs: withMembers("ann", "bob"),
      fault: () => ({ match: "user_api/membership", kind: { rewrite: withoutBob } }),
      says: /refused: User bob could not be added/u,
      heals: ["user_api/membership"],
      holds: ({ name }) => group(name, ["ann", "bob"]),
    },
  ],

  refusals: [
    {
      title: "a template that does not exist",
      inputs: ({ name }) => ({ name, templateUserGroupId: 77 }),
      says: /refused to create it: Usergroup 77 does not exist/u,
    },
    {
      title: "a member that does not exist",
      inputs: withMembers("nobody"),
      says: /refused to create it: User nobody does not exist/u,
    },
  ],

  changesByHand: [
    {
      title: "members are not read: refresh returns the state",
      given: addUsers,
      inputs: withMembers("ann"),
      byHand: (sim) => sim.gateway.store.users.get(ann.id)?.userGroups.clear(),
      shows: () => "same",
      repairs: [],
      holds: ({ name }) => group(name, []),
    },
    {
      title: "a group that was removed by hand is never taken for gone, and destroy succeeds",
      inputs: ({ name }) => ({ name }),
      byHand: remove,
      shows: () => "same",
      repairs: [],
      holds: () => undefined,
    },
  ],

  adoptions: [
    {
      title: "is an error by default that names it and the line to add",
      given: addUsers,
      exists: existing,
      inputs: withMembers("ann"),
      outcome: /^UserGroup "UserGroup row \d+" on .*already exists.*onExisting: "adopt"/u,
      tries: ["user_api/createUsergroup"],
      holds: ({ name }) => group(name, [], []),
      afterwards: remove,
    },
    {
      title: 'is taken over with "adopt" under the id name:<name>, and its members are added',
      given: addUsers,
      exists: existing,
      inputs: (unique) => ({ ...withMembers("ann", 902)(unique), onExisting: "adopt" }),
      outcome: ["user_api/createUsergroup", "user_api/membership"],
      id: ({ name }) => `name:${name}`,
      holds: ({ name }) => group(name, ["ann", "bob"], []),
    },
  ],
});

/** The answer of an appliance that fails to add one of two members. */
function withoutBob(answer: unknown): unknown {
  const { data } = answer as { data: { added: string[]; removed: string[] } };
  const told = data.added.map((text) => (text.startsWith("User bob") ? "User bob could not be added: locked" : text));
  return { data: { ...data, added: told } };
}
