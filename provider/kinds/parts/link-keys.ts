import type { MembershipLink, PermissionLink } from "../../gateway/accounts";

/** The key of a membership in the registry of a run, whichever kind declares it. */
export function membershipKey({ user, userGroup }: MembershipLink): string {
  return `membership|${user}|${userGroup}`;
}

/** The key of a permission in the registry of a run, whichever kind declares it. */
export function permissionKey({ userGroup, permissionType, seccode }: PermissionLink): string {
  return `permission|${userGroup}|${permissionType}|${seccode}`;
}
