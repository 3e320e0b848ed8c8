/** A rule in the store, with the spelling of the API document. `sip` of an `ip` rule is always stored as `address`. */
export type IpGroupRule =
  | { readonly type: "ip"; readonly address: string }
  | { readonly type: "range"; readonly sip: string; readonly eip: string }
  | { readonly type: "network"; readonly address: string; readonly mask: string }
  | { readonly type: "ipall"; readonly all: 1 }
  | { readonly type: "wildcard"; readonly address: string; readonly mask: string }
  | { readonly type: "child"; readonly child_id: number };

export interface IpGroup {
  readonly id: number;
  name: string;
  /** By `rule_id`. */
  readonly rules: Map<number, IpGroupRule>;
}

export interface User {
  readonly id: number;
  name: string;
  /** Ids of the user groups that the user is in. */
  readonly userGroups: Set<number>;
  readonly preferences: Map<string, string | number>;
}

export interface Permission {
  readonly type: string;
  /** As the client sent it. */
  readonly seccode: string;
}

export interface UserGroup {
  readonly id: number;
  readonly name: string;
  /** By {@link permissionKey}. */
  readonly permissions: Map<string, Permission>;
}

/** Key of a permission. Hex forms are equal in either letter case; all other seccodes must match exactly. */
export function permissionKey({ type, seccode }: Permission): string {
  return `${type} ${type === "device" || type === "interface" ? seccode.toUpperCase() : seccode}`;
}

/** Everything that the gateway holds, by reference: tests read it and `mutate` changes it. */
export class GatewayStore {
  readonly ipGroups = new Map<number, IpGroup>();
  readonly users = new Map<number, User>();
  readonly userGroups = new Map<number, UserGroup>();
  /** The last id of each kind. */
  readonly lastIds = { ipGroup: 100, rule: 500, user: 10, userGroup: 20 };

  /** The next id of a kind. Ids are never reused. */
  nextId(kind: "ipGroup" | "rule" | "user" | "userGroup"): number {
    return ++this.lastIds[kind];
  }

  ipGroupsNamed(name: string): IpGroup[] {
    return [...this.ipGroups.values()].filter((group) => group.name === name);
  }

  userNamed(name: string): User | undefined {
    return [...this.users.values()].find((user) => user.name === name);
  }

  userGroupNamed(name: string): UserGroup | undefined {
    return [...this.userGroups.values()].find((group) => group.name === name);
  }

  /** The user with an id or a name. */
  user(which: number | string): User | undefined {
    return typeof which === "number" ? this.users.get(which) : this.userNamed(which);
  }

  /** The user group with an id or a name. */
  userGroup(which: number | string): UserGroup | undefined {
    return typeof which === "number" ? this.userGroups.get(which) : this.userGroupNamed(which);
  }

  addIpGroup(name: string, rules: readonly IpGroupRule[]): IpGroup {
    const group: IpGroup = { id: this.nextId("ipGroup"), name, rules: new Map() };
    this.ipGroups.set(group.id, group);
    this.addRules(group, rules);
    return group;
  }

  /** Adds rules to a group and returns their new ids. */
  addRules(group: IpGroup, rules: readonly IpGroupRule[]): number[] {
    return rules.map((rule) => {
      const id = this.nextId("rule");
      group.rules.set(id, rule);
      return id;
    });
  }

  /** Removes a user group, and every user's membership in it. */
  removeUserGroup(id: number): void {
    this.userGroups.delete(id);
    for (const user of this.users.values()) user.userGroups.delete(id);
  }

  /** Content for a comparison of two moments: everything except the counters of ids. */
  content(options: { withoutPreferences: boolean }): unknown {
    const users = [...this.users].map(([id, { preferences, ...user }]) => {
      return [id, options.withoutPreferences ? user : { ...user, preferences }] as const;
    });
    return { ipGroups: this.ipGroups, userGroups: this.userGroups, users: new Map(users) };
  }
}
