import type { AnyDefinition } from "./resource";
import { collector } from "./resources/collector";
import { exporter } from "./resources/exporter";
import { ipGroup } from "./resources/ip-group";
import { ipGroupRule } from "./resources/ip-group-rule";
import { membership } from "./resources/membership";
import { permission } from "./resources/permission";
import { permissionSet } from "./resources/permission-set";
import { policy } from "./resources/policy";
import { replicatorProfile } from "./resources/replicator-profile";
import { setting } from "./resources/setting";
import { user } from "./resources/user";
import { userGroup } from "./resources/user-group";
import { userPreferences } from "./resources/user-preferences";

/** Every kind that exists. The key is the name that states refer to. */
export const definitions = {
  Collector: collector,
  Exporter: exporter,
  IpGroup: ipGroup,
  IpGroupRule: ipGroupRule,
  Membership: membership,
  Permission: permission,
  PermissionSet: permissionSet,
  Policy: policy,
  ReplicatorProfile: replicatorProfile,
  Setting: setting,
  User: user,
  UserGroup: userGroup,
  UserPreferences: userPreferences,
} as const;

/** The name of a kind. */
export type Kind = keyof typeof definitions;

/** The definition of a kind by the name in a state. */
export function definitionOf(kind: string): AnyDefinition {
  if (Object.hasOwn(definitions, kind)) return definitions[kind as Kind];
  const known = Object.keys(definitions).join(", ");
  throw new Error(
    `pulumi-flowgate has no kind "${kind}", only ${known}. Is the installed version older than the state?`,
  );
}
