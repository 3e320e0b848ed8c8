import type { AnyDefinition } from "./resource";
import { collector } from "./resources/collector";
import { ipGroup } from "./resources/ip-group";
import { permission } from "./resources/permission";
import { policy } from "./resources/policy";
import { replicatorProfile } from "./resources/replicator-profile";
import { userGroup } from "./resources/user-group";

/** Every kind that exists. The key is the name that states refer to. */
export const definitions = {
  Collector: collector,
  IpGroup: ipGroup,
  Permission: permission,
  Policy: policy,
  ReplicatorProfile: replicatorProfile,
  UserGroup: userGroup,
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
