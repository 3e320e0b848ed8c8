import type { TrafficModel } from "./report/flows";

/** A rule as the gateway holds it, in the document's spelling; `sip` of an `ip` rule is always `address` here. */
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
  /** Ids of the user groups it is in. */
  readonly userGroups: Set<number>;
  readonly preferences: Map<string, string | number>;
}

export interface Permission {
  readonly type: string;
  /** As it was sent. */
  readonly seccode: string;
}

export interface UserGroup {
  readonly id: number;
  readonly name: string;
  /** By {@link permissionKey}. */
  readonly permissions: Map<string, Permission>;
}

/** Hex forms mean the same in either letter case; all other seccodes are exact. */
export function permissionKey({ type, seccode }: Permission): string {
  return `${type} ${type === "device" || type === "interface" ? seccode.toUpperCase() : seccode}`;
}

/** Everything that the gateway holds. Live: tests read it and `mutate` changes it. */
export class GatewayStore {
  /** What its exporters send, from which reports are made. */
  traffic: TrafficModel = { conversations: 400, seed: 1 };
  readonly ipGroups = new Map<number, IpGroup>();
  readonly users = new Map<number, User>();
  readonly userGroups = new Map<number, UserGroup>();
  /** IP groups as they were before a change, with the time of that change; the oldest first. */
  #kept: { readonly until: number; readonly ipGroups: ReadonlyMap<number, IpGroup> }[] = [];
  /** The last number that was given of each kind. */
  readonly lastIds = { ipGroup: 100, rule: 500, user: 10, userGroup: 20 };

  /** The next free number of a kind; numbers are never given twice. */
  nextId(kind: "ipGroup" | "rule" | "user" | "userGroup"): number {
    return ++this.lastIds[kind];
  }

  /** Keeps the IP groups as they are before a change, for reads that see changes late. */
  keepIpGroups(now: number): void {
    const copies = [...this.ipGroups].map(([id, group]) => [id, { ...group, rules: new Map(group.rules) }] as const);
    this.#kept.push({ until: now, ipGroups: new Map(copies) });
  }

  /** The IP groups as they were at a time. */
  ipGroupsAt(time: number): ReadonlyMap<number, IpGroup> {
    this.#kept = this.#kept.filter(({ until }) => until > time);
    return this.#kept[0]?.ipGroups ?? this.ipGroups;
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

  /** Gives every rule of a group a new number; returns the new ones by the old ones. */
  renumberRules({ rules }: IpGroup): Map<number, number> {
    const held = [...rules];
    rules.clear();
    const numbers = held.map(([before, rule]): [number, number] => {
      const id = this.nextId("rule");
      rules.set(id, rule);
      return [before, id];
    });
    return new Map(numbers);
  }

  /** Removes a group of users together with every user's membership in it. */
  removeUserGroup(id: number): void {
    this.userGroups.delete(id);
    for (const user of this.users.values()) user.userGroups.delete(id);
  }

  /** What a comparison of two moments covers: everything but the counters of ids. */
  content(options: { withoutPreferences: boolean }): unknown {
    const users = [...this.users].map(([id, { preferences, ...user }]) => {
      return [id, options.withoutPreferences ? user : { ...user, preferences }] as const;
    });
    return { ipGroups: this.ipGroups, userGroups: this.userGroups, users: new Map(users) };
  }
}
