/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   require is the only form that loads a CommonJS module on demand, both compiled and in tests */
import type { AnyDefinition } from "./resource";

interface Row {
  /** What users call its objects: singular and plural. */
  readonly noun: readonly [string, string];
  readonly load: () => AnyDefinition;
}

/** Every kind, loaded on first use. The key is the name that states refer to. */
const rows = {
  Collector: {
    noun: ["collector", "collectors"],
    load: () => (require("./resources/collector") as typeof import("./resources/collector")).collector,
  },
  Exporter: {
    noun: ["exporter", "exporters"],
    load: () => (require("./resources/exporter") as typeof import("./resources/exporter")).exporter,
  },
  IpGroup: {
    noun: ["IP group", "IP groups"],
    load: () => (require("./resources/ip-group") as typeof import("./resources/ip-group")).ipGroup,
  },
  IpGroupRule: {
    noun: ["IP group rule", "IP group rules"],
    load: () => (require("./resources/ip-group-rule") as typeof import("./resources/ip-group-rule")).ipGroupRule,
  },
  IpGroups: {
    noun: ["set of IP groups", "sets of IP groups"],
    load: () => (require("./resources/ip-groups") as typeof import("./resources/ip-groups")).ipGroups,
  },
  Membership: {
    noun: ["membership", "memberships"],
    load: () => (require("./resources/membership") as typeof import("./resources/membership")).membership,
  },
  Permission: {
    noun: ["permission", "permissions"],
    load: () => (require("./resources/permission") as typeof import("./resources/permission")).permission,
  },
  PermissionSet: {
    noun: ["permission set", "permission sets"],
    load: () => (require("./resources/permission-set") as typeof import("./resources/permission-set")).permissionSet,
  },
  Policy: {
    noun: ["policy", "policies"],
    load: () => (require("./resources/policy") as typeof import("./resources/policy")).policy,
  },
  ReplicatorProfile: {
    noun: ["profile", "profiles"],
    load: () =>
      (require("./resources/replicator-profile") as typeof import("./resources/replicator-profile")).replicatorProfile,
  },
  Setting: {
    noun: ["setting", "settings"],
    load: () => (require("./resources/setting") as typeof import("./resources/setting")).setting,
  },
  User: {
    noun: ["user", "users"],
    load: () => (require("./resources/user") as typeof import("./resources/user")).user,
  },
  UserGroup: {
    noun: ["user group", "user groups"],
    load: () => (require("./resources/user-group") as typeof import("./resources/user-group")).userGroup,
  },
  UserPreferences: {
    noun: ["user's preferences", "users' preferences"],
    load: () =>
      (require("./resources/user-preferences") as typeof import("./resources/user-preferences")).userPreferences,
  },
} as const satisfies Record<string, Row>;

/** The name of a kind. */
export type Kind = keyof typeof rows;

/** The names of all kinds. */
export const kinds = Object.keys(rows) as readonly Kind[];

/** What users call the objects of a kind: singular and plural. */
export const nounsOf = <K extends Kind>(kind: K): (typeof rows)[K]["noun"] => rows[kind].noun;

/** A noun of {@link nounsOf}. */
export type KindNoun = (typeof rows)[Kind]["noun"][number];

/** The definition of a kind by the name in a state. */
export function definitionOf(kind: string): AnyDefinition {
  if (Object.hasOwn(rows, kind)) return rows[kind as Kind].load();
  throw new Error(
    `pulumi-flowgate has no kind "${kind}", only ${kinds.join(", ")}. Is the installed version older than the state?`,
  );
}
