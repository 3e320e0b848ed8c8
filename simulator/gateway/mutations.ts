import { type GatewayStore, type IpGroup, type IpGroupRule, permissionKey, type UserGroup } from "./store";

export type GatewayMutations = ReturnType<typeof gatewayMutations>;

/** Changes by hand on the gateway, as if an operator used its own interface. Each throws if its object is missing. */
export function gatewayMutations(store: GatewayStore) {
  const ipGroup = (name: string): IpGroup => found(store.ipGroupsNamed(name)[0], `IP group ${name}`);
  const userGroup = (name: string): UserGroup => found(store.userGroupNamed(name), `user group ${name}`);
  return {
    /** Returns the group's `fc_id`. */
    addIpGroup: (name: string, rules: readonly IpGroupRule[] = []): number => store.addIpGroup(name, rules).id,
    renameIpGroup: (name: string, newName: string): void => void (ipGroup(name).name = newName),
    removeIpGroup: (name: string): void => void store.ipGroups.delete(ipGroup(name).id),
    /** Replaces all rules of a group. The new rules get new ids. */
    setRules: (name: string, rules: readonly IpGroupRule[]): void => {
      const group = ipGroup(name);
      group.rules.clear();
      store.addRules(group, rules);
    },
    /** Returns the `rule_id`s of the new rules. */
    addRules: (name: string, rules: readonly IpGroupRule[]): number[] => store.addRules(ipGroup(name), rules),
    /** Returns the user's `user_id`. */
    addUser: (name: string, id = store.nextId("user"), userGroups: readonly number[] = []): number => {
      store.users.set(id, { id, name, userGroups: new Set(userGroups), preferences: new Map() });
      return id;
    },
    /** Returns the user group's `usergroup_id`. */
    addUserGroup: (name: string, id = store.nextId("userGroup")): number => {
      store.userGroups.set(id, { id, name, permissions: new Map() });
      return id;
    },
    removeUserGroup: (name: string): void => store.removeUserGroup(userGroup(name).id),
    addPermission: (name: string, type: string, seccode: string): void => {
      userGroup(name).permissions.set(permissionKey({ type, seccode }), { type, seccode });
    },
    removePermission: (name: string, type: string, seccode: string): void =>
      void userGroup(name).permissions.delete(permissionKey({ type, seccode })),
    removeUser: (name: string): void => void store.users.delete(found(store.userNamed(name), `user ${name}`).id),
  };
}

function found<T>(object: T | undefined, what: string): T {
  if (object === undefined) throw new Error(`The simulated gateway has no ${what}.`);
  return object;
}
