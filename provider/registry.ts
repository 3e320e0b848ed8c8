/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   require is the only form that loads a CommonJS module on demand, both compiled and in tests */
import type { AnyDefinition } from "./kinds/definition";

interface Row {
  /** What users call its objects: singular and plural. */
  readonly noun: readonly [string, string];
  readonly load: () => AnyDefinition;
}

/** Every kind, loaded on first use. The key is the name that states refer to. */
const rows = {
  Collector: {
    noun: ["collector", "collectors"],
    load: () => (require("./kinds/collector") as typeof import("./kinds/collector")).collector,
  },
  Exporter: {
    noun: ["exporter", "exporters"],
    load: () => (require("./kinds/exporter") as typeof import("./kinds/exporter")).exporter,
  },
  IpGroup: {
    noun: ["IP group", "IP groups"],
    load: () => (require("./kinds/ip-group") as typeof import("./kinds/ip-group")).ipGroup,
  },
  IpGroupRule: {
    noun: ["IP group rule", "IP group rules"],
    load: () => (require("./kinds/ip-group-rule") as typeof import("./kinds/ip-group-rule")).ipGroupRule,
  },
  IpGroups: {
    noun: ["set of IP groups", "sets of IP groups"],
    load: () => (require("./kinds/ip-groups") as typeof import("./kinds/ip-groups")).ipGroups,
  },
  Membership: {
    noun: ["membership", "memberships"],
    load: () => (require("./kinds/membership") as typeof import("./kinds/membership")).membership,
  },
  Permission: {
    noun: ["permission", "permissions"],
    load: () => (require("./kinds/permission") as typeof import("./kinds/permission")).permission,
  },
  PermissionSet: {
    noun: ["permission set", "permission sets"],
    load: () => (require("./kinds/permission-set") as typeof import("./kinds/permission-set")).permissionSet,
  },
  Policy: {
    noun: ["policy", "policies"],
    load: () => (require("./kinds/policy") as typeof import("./kinds/policy")).policy,
  },
  ReplicatorProfile: {
    noun: ["profile", "profiles"],
    load: () =>
      (require("./kinds/replicator-profile") as typeof import("./kinds/replicator-profile")).replicatorProfile,
  },
  Setting: {
    noun: ["setting", "settings"],
    load: () => (require("./kinds/setting") as typeof import("./kinds/setting")).setting,
  },
  User: {
    noun: ["user", "users"],
    load: () => (require("./kinds/user") as typeof import("./kinds/user")).user,
  },
  UserGroup: {
    noun: ["user group", "user groups"],
    load: () => (require("./kinds/user-group") as typeof import("./kinds/user-group")).userGroup,
  },
  UserPreferences: {
    noun: ["user's preferences", "users' preferences"],
    load: () => (require("./kinds/user-preferences") as typeof import("./kinds/user-preferences")).userPreferences,
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
