import type { permissionSet } from "../provider/kinds/permission-set";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link PermissionSet}. */
export type PermissionSetArgs = ArgsOf<typeof permissionSet>;

/**
 * Several permissions of one user group, granted and revoked one by one. Permissions that it does not list are left
 * alone.
 *
 * The API has no action that reads permissions: `pulumi refresh` returns what the state holds. Management gateway,
 * "Permission".
 */
export class PermissionSet extends applianceResource<typeof permissionSet>("PermissionSet", {
  inputs: { userGroup: true, permissions: true },
  outputs: {},
}) {}
