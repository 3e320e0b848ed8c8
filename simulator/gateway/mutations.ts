import { checkedTraffic, type TrafficModel } from "./report/flows";
import { type GatewayStore, type IpGroup, type IpGroupRule, permissionKey, type UserGroup } from "./store";

/** Changes by hand on the gateway, as if an operator used its own interface. Each throws if its object is missing. */
export function gatewayMutations(store: GatewayStore): GatewayMutations {
  const ipGroup = (name: string): IpGroup => found(store.ipGroupsNamed(name)[0], `IP group ${name}`);
  const userGroup = (name: string): UserGroup => found(store.userGroupNamed(name), `user group ${name}`);
  return {
    addIpGroup: (name, rules = []) => store.addIpGroup(name, rules).id,
    renameIpGroup: (name, newName) => void (ipGroup(name).name = newName),
    removeIpGroup: (name) => void store.ipGroups.delete(ipGroup(name).id),
    setRules: (name, rules) => {
      const group = ipGroup(name);
      group.rules.clear();
      store.addRules(group, rules);
    },
    addRules: (name, rules) => store.addRules(ipGroup(name), rules),
    addUserGroup: (name) => {
      const group: UserGroup = { id: store.nextId("userGroup"), name, permissions: new Map() };
      store.userGroups.set(group.id, group);
      return group.id;
    },
    removeUserGroup: (name) => store.removeUserGroup(userGroup(name).id),
    addPermission: (name, type, seccode) => {
      userGroup(name).permissions.set(permissionKey({ type, seccode }), { type, seccode });
    },
    removePermission: (name, type, seccode) =>
      void userGroup(name).permissions.delete(permissionKey({ type, seccode })),
    setTraffic: (model) => void (store.traffic = checkedTraffic(model)),
    removeUser: (name) => void store.users.delete(found(store.userNamed(name), `user ${name}`).id),
  };
}

export interface GatewayMutations {
  /** Returns the group's `fc_id`. */
  addIpGroup(name: string, rules?: readonly IpGroupRule[]): number;
  renameIpGroup(name: string, newName: string): void;
  removeIpGroup(name: string): void;
  /** Replaces all rules of a group. The new rules get new ids. */
  setRules(name: string, rules: readonly IpGroupRule[]): void;
  /** Returns the `rule_id`s of the new rules. */
  addRules(name: string, rules: readonly IpGroupRule[]): number[];
  /** Returns the user group's `usergroup_id`. */
  addUserGroup(name: string): number;
  removeUserGroup(name: string): void;
  addPermission(userGroup: string, type: string, seccode: string): void;
  removePermission(userGroup: string, type: string, seccode: string): void;
  removeUser(name: string): void;
  /** Sets the flows that exporters send and reports are computed from; e.g. 100,000 conversations. */
  setTraffic(model: TrafficModel): void;
}

function found<T>(object: T | undefined, what: string): T {
  if (object === undefined) throw new Error(`The simulated gateway has no ${what}.`);
  return object;
}
