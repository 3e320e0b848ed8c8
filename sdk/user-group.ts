import type { userGroup } from "../provider/kinds/user-group";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link UserGroup}. */
export type UserGroupArgs = ArgsOf<typeof userGroup>;

/**
 * A user group with its members. `members` change in place; a change of name or template replaces the group.
 *
 * The API has no action that reads user groups: `pulumi refresh` returns what the state holds and does not detect
 * manual changes. Output `userGroupId` is the number of the group. It is unset for an adopted group, whose `id` is then
 * `name:<name>`. Management gateway, `rm=user_api`.
 */
export class UserGroup extends applianceResource<typeof userGroup>("UserGroup", {
  inputs: { name: true, templateUserGroupId: true, members: true },
  outputs: { userGroupId: true },
}) {}
