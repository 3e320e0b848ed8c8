import type { permission } from "../provider/kinds/permission";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link Permission}. */
export type PermissionArgs = ArgsOf<typeof permission>;

/**
 * A permission of a user group, which its users inherit: a `permissionType` and a `seccode` of that type. Creation
 * also succeeds if the permission already exists. Every change replaces the resource.
 *
 * The API has no action that reads permissions: `pulumi refresh` returns what the state holds. Management gateway,
 * "Permission".
 *
 * @remarks {@link seccodes} builds the code.
 */
export class Permission extends applianceResource<typeof permission>("Permission", {
  inputs: { userGroup: true, permissionType: true, seccode: true },
  outputs: {},
}) {}
