import { Refusal } from "./errors/refusal";
import type { AnyDefinition } from "./kinds/definition";

/** Every kind: its file, and what users call its objects. The key is the name that states refer to. */
const rows = {
  Collector: ["collector", "collector", "collectors"],
  Exporter: ["exporter", "exporter", "exporters"],
  IpGroup: ["ip-group", "IP group", "IP groups"],
  IpGroupRule: ["ip-group-rule", "IP group rule", "IP group rules"],
  IpGroups: ["ip-groups", "set of IP groups", "sets of IP groups"],
  Membership: ["membership", "membership", "memberships"],
  Permission: ["permission", "permission", "permissions"],
  PermissionSet: ["permission-set", "permission set", "permission sets"],
  Policy: ["policy", "policy", "policies"],
  ReplicatorProfile: ["replicator-profile", "profile", "profiles"],
  Setting: ["setting", "setting", "settings"],
  User: ["user", "user", "users"],
  UserGroup: ["user-group", "user group", "user groups"],
  UserPreferences: ["user-preferences", "user's preferences", "users' preferences"],
} as const;

export type Kind = keyof typeof rows;

export const kinds = Object.keys(rows) as readonly Kind[];

/** What users call the objects of a kind: singular and plural. */
export function nounsOf(kind: Kind) {
  const [, ...nouns] = rows[kind];
  return nouns;
}

/** The definition of a kind by the name in a state. It is loaded on first use. */
export function definitionOf(kind: string): AnyDefinition {
  if (!Object.hasOwn(rows, kind)) {
    throw new Refusal(
      `pulumi-flowgate has no kind "${kind}", only ${kinds.join(", ")}. Is the installed version older than the state?`,
    );
  }
  const [file] = rows[kind as Kind];
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the one form that loads a module on demand
  const module = require(`./kinds/${file}`) as Readonly<Record<string, AnyDefinition>>;
  return module[kind.charAt(0).toLowerCase() + kind.slice(1)] as AnyDefinition;
}
