import type { permissionSet } from "../provider/resources/permission-set";
import { sameAccount } from "./accounts";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link PermissionSet}. */
export type PermissionSetArgs = ArgsOf<typeof permissionSet>;

/**
 * Several permissions of one user group, granted and revoked in one request. Permissions that it does not list are left
 * alone.
 *
 * The API has no action that reads permissions: `pulumi refresh` returns what the state holds. Management gateway,
 * "Permission".
 */
export class PermissionSet extends applianceResource<typeof permissionSet>("PermissionSet", {
  inputs: { userGroupId: true, userGroupName: true, permissions: true },
  outputs: {},
  spell: (group) => [sameAccount(group["userGroupId"], group["userGroupName"])],
}) {}
