import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import { addAccounts, groupsOf } from "./accounts";
import type { CreateRow, Unique } from "./rows";
import { testLifecycle } from "./table";

const named = ({ name }: Unique): Properties => ({ userName: name, userGroupName: name });
const group = ({ name }: Unique): string[] => [name];

const join = (sim: Simulator, { name }: Unique): void => {
  const { store } = sim.gateway;
  store.userNamed(name)?.userGroups.add(store.userGroupNamed(name)?.id ?? 0);
};
const leave = (sim: Simulator, { name }: Unique): void => {
  sim.gateway.store.userNamed(name)?.userGroups.clear();
};

const sends = ["user_api/membership"];
const replaced = { step: "replace", sends: [...sends, ...sends] } as const;

/** Each way to refer to a user and a group. On every gateway, `admin` has the number 1 and Guests the number 2. */
const references: readonly (readonly [how: string, inputs: (unique: Unique) => Properties, held: string])[] = [
  ["names", () => ({ userName: "admin", userGroupName: "Guests" }), "name:admin/name:Guests"],
  ["numbers", () => ({ userId: 1, userGroupId: 2 }), "1/2"],
  ["numbers as text", () => ({ userId: "1", userGroupId: "2" }), "1/2"],
  ["a number and a name", () => ({ userId: 1, userGroupName: "Guests" }), "1/name:Guests"],
  [
    "ids of the form name:<name>",
    () => ({ userId: "name:admin", userGroupId: "name:Guests" }),
    "name:admin/name:Guests",
  ],
];

testLifecycle({
  kind: "Membership",

  held(sim, _id, { userName, userId }) {
    const found = sim.gateway.store.users.get(Number(userId));
    return groupsOf(sim, found?.name ?? String(userName ?? userId).replace(/^name:/u, ""));
  },

  creates: [
    ...references.map(([how, inputs, id]): CreateRow => ({
      title: `user and group are given by ${how}`,
      inputs,
      sends,
      holds: () => ["Administrators", "Guests"],
      id: () => id.split("/").map(encodeURIComponent).join("/"),
    })),
    {
      title: "names are data, also with a slash",
      given: (sim, { name, port }) => {
        addAccounts(sim, { name: `${name}/%2F&=`, port } as Unique);
      },
      inputs: ({ name }) => ({ userName: `${name}/%2F&=`, userGroupName: `${name}/%2F&= b` }),
      sends,
      holds: ({ name }) => [`${name}/%2F&= b`],
      id: ({ name }) => [`name:${name}/%2F&=`, `name:${name}/%2F&= b`].map(encodeURIComponent).join("/"),
    },
  ],

  equals: [
    {
      title: "ids as number or as text",
      from: () => ({ userId: 1, userGroupId: 2 }),
      to: () => ({ userId: "1", userGroupId: "2" }),
    },
    {
      title: "onExisting",
      given: addAccounts,
      from: named,
      to: (unique) => ({ ...named(unique), onExisting: "adopt" }),
    },
  ],

  updates: [
    {
      title: "another group replaces, and the old one is left first",
      given: addAccounts,
      from: named,
      to: ({ name }) => ({ userName: name, userGroupName: `${name} b` }),
      ...replaced,
      holds: ({ name }) => [`${name} b`],
    },
    {
      title: "another user replaces",
      given: addAccounts,
      from: named,
      to: ({ name }) => ({ userName: `${name} b`, userGroupName: name }),
      ...replaced,
      holds: group,
    },
    {
      title: "a name in the place of a number replaces: nobody can tell whether they are one user",
      from: () => ({ userId: 1, userGroupId: 2 }),
      to: () => ({ userName: "admin", userGroupId: 2 }),
      ...replaced,
      holds: () => ["Administrators", "Guests"],
    },
  ],

  partials: [],

  refusals: [
    {
      title: "a user that does not exist",
      inputs: () => ({ userName: "nobody", userGroupId: 2 }),
      says: /refused: User nobody could not be added to usergroup 2: no such user/u,
    },
    {
      title: "a user group that does not exist",
      inputs: () => ({ userId: 1, userGroupName: "no group" }),
      says: /refused: User 1 could not be added to usergroup no group: no such usergroup/u,
    },
  ],

  changesByHand: [
    {
      title: "memberships are not read: refresh returns the state, and destroy of one that is gone is done",
      given: addAccounts,
      inputs: named,
      byHand: leave,
      shows: () => "same",
      repairs: [],
      holds: () => [],
    },
    {
      title: "of a user that was removed by hand are never taken for gone, and destroy succeeds",
      given: addAccounts,
      inputs: named,
      byHand: (sim, { name }) => {
        sim.mutate.removeUser(name);
      },
      shows: () => "same",
      repairs: [],
      holds: () => undefined,
      afterwards: addAccounts,
    },
    {
      title: "of a group that was removed by hand are never taken for gone, and destroy succeeds",
      given: addAccounts,
      inputs: named,
      byHand: (sim, { name }) => {
        sim.mutate.removeUserGroup(name);
      },
      shows: () => "same",
      repairs: [],
      holds: () => [],
      afterwards: addAccounts,
    },
  ],

  adoptions: [
    {
      title: "is success, and with adopt destroy takes it away",
      given: addAccounts,
      exists: join,
      inputs: (unique) => ({ ...named(unique), onExisting: "adopt" }),
      outcome: sends,
      holds: group,
    },
    {
      title: "is success where the gateway says that it is there, and stays after destroy",
      given: addAccounts,
      exists: (sim, unique) => {
        join(sim, unique);
        sim.switches.repeatedLink = "failure";
      },
      inputs: named,
      outcome: sends,
      holds: group,
      afterwards: (sim, unique) => {
        sim.switches.repeatedLink = "success";
        expect(groupsOf(sim, unique.name)).toEqual([unique.name]);
        leave(sim, unique);
      },
    },
  ],
});
