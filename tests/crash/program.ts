import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";

/** The operations of a resource, in the order of its life: the second `up` updates, and replaces what cannot change. */
export const operations = ["create", "update", "delete"] as const;
export type Operation = (typeof operations)[number];

/** A resource of the program that crashes. None depends on another, so that all of them can be under way at once. */
export interface Declared {
  readonly kind: string;
  /** Inputs of the first program and of the second. */
  readonly first: Properties;
  readonly second: Properties;
  /** Every change that each operation sends, in order: found in "action verb detail". */
  readonly changes: Readonly<Record<Operation, readonly RegExp[]>>;
  /**
   * How many objects the appliance has of it, by either name. Only of a kind whose creation fails where there is one: a
   * link or singleton that is there already is success.
   */
  readonly count?: (sim: Simulator) => number;
}

export type Program = Readonly<Record<string, Declared>>;

/** Numbers that the appliance gave to what others made. */
export interface Surroundings {
  readonly sharedGroupId: number;
  readonly readersId: number;
  readonly writersId: number;
}

/** What the program refers to, made by others before it. */
export function surround({ mutate }: Simulator): Surroundings {
  mutate.addProfile("base", 26_100, 26_101);
  mutate.addProfile("spare", 26_102, 26_103);
  mutate.gateway((store) => {
    for (const name of ["second", "third"]) {
      const id = store.nextId("user");
      store.users.set(id, { id, name, userGroups: new Set(), preferences: new Map() });
    }
  });
  return {
    sharedGroupId: mutate.addIpGroup("Shared", [{ type: "ip", address: "198.51.100.7" }]),
    readersId: mutate.addUserGroup("Readers"),
    writersId: mutate.addUserGroup("Writers"),
  };
}

/** One resource of each kind with everything that it can hold, and a change of each part that can change. */
export function programOf(around: Surroundings): Program {
  return { ...addressesOf(around), ...accountsOf(around), ...rightsOf(around), ...profilesOf(), ...membersOf() };
}

function addressesOf({ sharedGroupId }: Surroundings): Program {
  const shared = (what: string): RegExp => new RegExp(`ipgroups/update group ${sharedGroupId}: ${what}`, "u");
  return {
    group: {
      kind: "IpGroup",
      first: { name: "crash group", rules: [{ type: "network", cidr: "10.60.0.0/16" }, { type: "all" }] },
      second: { name: "crash group 2", rules: [{ type: "network", cidr: "10.61.0.0/16" }] },
      changes: {
        create: [/ipgroups\/saveRule crash group/u],
        update: [/ipgroups\/update .* name crash group 2/u],
        delete: [/ipgroups\/delete /u],
      },
      count: ({ gateway }) => countOf(gateway.store.ipGroups, ({ name }) => name.startsWith("crash group")),
    },
    rule: {
      kind: "IpGroupRule",
      first: { groupId: sharedGroupId, rule: { type: "ip", address: "10.60.0.1" } },
      second: { groupId: sharedGroupId, rule: { type: "ip", address: "10.60.0.2" } },
      changes: { create: [shared("added 1")], update: [shared(".*updated 1")], delete: [/ipgroups\/deleteRule/u] },
      count: ({ gateway }) =>
        countOf(gateway.store.ipGroups.get(sharedGroupId)?.rules, (rule) => JSON.stringify(rule).includes("10.60.0.")),
    },
  };
}

function accountsOf({ readersId, writersId }: Surroundings): Program {
  const user = { name: "crash-user", password: "crash password" };
  return {
    team: {
      kind: "UserGroup",
      first: { name: "crash team", members: ["admin"] },
      second: { name: "crash team", members: ["admin", "second", "third"] },
      changes: {
        create: [/createUsergroup crash team/u],
        update: [/membership add 2 remove 0/u],
        delete: [/delUsergroups/u],
      },
      count: ({ gateway }) => countOf(gateway.store.userGroups, ({ name }) => name === "crash team"),
    },
    user: {
      kind: "User",
      first: { ...user, userGroupIds: [readersId] },
      second: { ...user, name: "crash-user-2", userGroupIds: [writersId] },
      changes: {
        create: [/createUser crash-user/u],
        update: [/changeUsername .* crash-user-2/u, /membership add 1 remove 1/u],
        delete: [/delUsers/u],
      },
      count: ({ gateway }) => countOf(gateway.store.users, ({ name }) => name.startsWith("crash-user")),
    },
    preferences: {
      kind: "UserPreferences",
      first: { userId: 1, preferences: { language: "english", statusTopn: 20 } },
      second: { userId: 1, preferences: { language: "german", statusTopn: 20 } },
      changes: { create: [/prefs user 1/u], update: [/prefs user 1/u], delete: [] },
    },
  };
}

function rightsOf({ readersId, writersId }: Surroundings): Program {
  const app = (seccode: string): Properties => ({ permissionType: "app", seccode });
  return {
    membership: {
      kind: "Membership",
      first: { userName: "admin", userGroupId: readersId },
      second: { userName: "admin", userGroupId: writersId },
      changes: {
        create: [/membership add 1 remove 0/u],
        update: [/membership add 0 remove 1/u, /membership add 1 remove 0/u],
        delete: [/membership add 0 remove 1/u],
      },
    },
    permission: {
      kind: "Permission",
      first: { userGroupId: readersId, ...app("Vitals") },
      second: { userGroupId: readersId, ...app("auditing") },
      changes: {
        create: [/permissions add 1 remove 0/u],
        update: [/permissions add 0 remove 1/u, /permissions add 1 remove 0/u],
        delete: [/permissions add 0 remove 1/u],
      },
    },
    permissions: {
      kind: "PermissionSet",
      first: { userGroupId: writersId, permissions: [app("runReport"), app("tos")] },
      second: { userGroupId: writersId, permissions: [app("tos"), app("IPGroups")] },
      changes: {
        create: [/permissions add 2 remove 0/u],
        update: [/permissions add 1 remove 1/u],
        delete: [/permissions add 0 remove 2/u],
      },
    },
  };
}

function profilesOf(): Program {
  const ports = { listeningPort: 26_200, sendingPort: 26_201 };
  return {
    profile: {
      kind: "ReplicatorProfile",
      first: { name: "crash-profile", ...ports, enabled: false, singularity: true, description: "First" },
      second: { name: "crash-profile-2", ...ports, sendingPort: 26_203, description: "Second" },
      changes: {
        create: [/profile\/add/u, /profile\/disable/u, /profile\/singularity\/enable/u, /notate\/profile/u],
        update: [
          /profile\/rename/u,
          /profile\/update/u,
          /profile\/enable/u,
          /profile\/singularity\/disable/u,
          /notate\/profile/u,
        ],
        delete: [/profile\/remove/u],
      },
      count: ({ replicator }) => countOf(replicator.store.profiles, ({ name }) => name.startsWith("crash-profile")),
    },
    policy: {
      kind: "Policy",
      // Without adopt, one that a killed run has added would be found as if others had, and would stay (docs/operations/recovery.md).
      first: { profile: "base", cidr: "10.60.0.0/24", kind: "include", onExisting: "adopt" },
      second: { profile: "spare", cidr: "10.60.0.0/24", kind: "include", onExisting: "adopt" },
      changes: {
        create: [/policies\/add/u],
        update: [/policies\/remove/u, /policies\/add/u],
        delete: [/policies\/remove/u],
      },
    },
    setting: {
      kind: "Setting",
      first: { name: "flowStopAlert", value: 45, enabled: false },
      second: { name: "flowStopAlert", value: 46, enabled: true },
      changes: {
        create: [/setting\/set/u, /setting\/disable/u],
        update: [/setting\/set/u, /setting\/enable/u],
        delete: [/setting\/set/u],
      },
    },
  };
}

function membersOf(): Program {
  const member = (address: string, profile: string, text: string): Properties => ({
    address,
    profiles: [profile],
    description: text,
  });
  return {
    collector: {
      kind: "Collector",
      first: { ...member("10.60.0.20", "base", "Collector"), threshold: 70 },
      second: { ...member("10.60.0.20", "spare", "Collector 2"), threshold: 80 },
      changes: {
        create: [/collector\/add/u, /notate\/ip 10\.60\.0\.20/u, /collector\/threshold/u],
        update: [/collector\/add/u, /collector\/remove/u, /notate\/ip 10\.60\.0\.20/u, /collector\/threshold/u],
        delete: [/collector\/remove/u],
      },
      count: ({ replicator }) => countOf(replicator.store.profiles, ({ collectors }) => collectors.has("10.60.0.20")),
    },
    exporter: {
      kind: "Exporter",
      first: member("10.60.0.30", "base", "Exporter"),
      second: member("10.60.0.30", "spare", "Exporter 2"),
      changes: {
        create: [/exporter\/add/u, /notate\/ip 10\.60\.0\.30/u],
        update: [/exporter\/add/u, /exporter\/remove/u, /notate\/ip 10\.60\.0\.30/u],
        delete: [/exporter\/remove/u],
      },
      count: ({ replicator }) => countOf(replicator.store.profiles, ({ exporters }) => exporters.has("10.60.0.30")),
    },
  };
}

function countOf<T>(held: ReadonlyMap<unknown, T> | undefined, isOurs: (one: T) => boolean): number {
  return [...(held?.values() ?? [])].filter(isOurs).length;
}

/** The source of the program, with `onExisting` in the resources named. */
export function sourceOf(program: Program, edition: "first" | "second", adopted: readonly string[] = []): string {
  const statements = Object.entries(program).map(([name, declared]) => {
    const adopt = adopted.includes(name) ? { onExisting: "adopt" } : {};
    const inputs = JSON.stringify({ ...declared[edition], ...adopt });
    return `new flowgate.${declared.kind}(${JSON.stringify(name)}, ${inputs});`;
  });
  return ['const flowgate = require("pulumi-flowgate");', ...statements].join("\n");
}
