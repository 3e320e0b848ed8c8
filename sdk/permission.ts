import type { permission } from "../provider/kinds/permission";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link Permission}. */
export type PermissionArgs = ArgsOf<typeof permission>;

/** {@inheritDoc permission} */
export class Permission extends applianceResource<typeof permission>("Permission", {
  inputs: { userGroup: true, permissionType: true, seccode: true },
  outputs: { linkedTo: false },
}) {}
