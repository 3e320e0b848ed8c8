import type { userGroup } from "../provider/kinds/user-group";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link UserGroup}. */
export type UserGroupArgs = ArgsOf<typeof userGroup>;

/** {@inheritDoc userGroup} */
export class UserGroup extends applianceResource<typeof userGroup>("UserGroup", {
  inputs: { name: true, templateUserGroupId: true, members: true },
  outputs: { linkedTo: false, userGroupId: true },
}) {}
