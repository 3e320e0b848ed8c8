import type { permissionSet } from "../provider/kinds/permission-set";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link PermissionSet}. */
export type PermissionSetArgs = ArgsOf<typeof permissionSet>;

/** {@inheritDoc permissionSet} */
export class PermissionSet extends applianceResource<typeof permissionSet>("PermissionSet", {
  inputs: { userGroup: true, permissions: true },
  outputs: { linkedTo: false },
}) {}
