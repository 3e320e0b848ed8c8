/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   require is the only form that loads a CommonJS module on demand, both compiled and in tests */
import type { AnyDefinition } from "./resource";

/** Every kind, loaded on first use. The key is the name that states refer to. */
const definitions = {
  Collector: () => (require("./resources/collector") as typeof import("./resources/collector")).collector,
  Exporter: () => (require("./resources/exporter") as typeof import("./resources/exporter")).exporter,
  IpGroup: () => (require("./resources/ip-group") as typeof import("./resources/ip-group")).ipGroup,
  IpGroupRule: () => (require("./resources/ip-group-rule") as typeof import("./resources/ip-group-rule")).ipGroupRule,
  IpGroups: () => (require("./resources/ip-groups") as typeof import("./resources/ip-groups")).ipGroups,
  Membership: () => (require("./resources/membership") as typeof import("./resources/membership")).membership,
  Permission: () => (require("./resources/permission") as typeof import("./resources/permission")).permission,
  PermissionSet: () =>
    (require("./resources/permission-set") as typeof import("./resources/permission-set")).permissionSet,
  Policy: () => (require("./resources/policy") as typeof import("./resources/policy")).policy,
  ReplicatorProfile: () =>
    (require("./resources/replicator-profile") as typeof import("./resources/replicator-profile")).replicatorProfile,
  Setting: () => (require("./resources/setting") as typeof import("./resources/setting")).setting,
  User: () => (require("./resources/user") as typeof import("./resources/user")).user,
  UserGroup: () => (require("./resources/user-group") as typeof import("./resources/user-group")).userGroup,
  UserPreferences: () =>
    (require("./resources/user-preferences") as typeof import("./resources/user-preferences")).userPreferences,
} as const;

/** The name of a kind. */
export type Kind = keyof typeof definitions;

/** The names of all kinds. */
export const kinds = Object.keys(definitions) as readonly Kind[];

/** The definition of a kind by the name in a state. */
export function definitionOf(kind: string): AnyDefinition {
  if (Object.hasOwn(definitions, kind)) return definitions[kind as Kind]();
  throw new Error(
    `pulumi-flowgate has no kind "${kind}", only ${kinds.join(", ")}. Is the installed version older than the state?`,
  );
}
