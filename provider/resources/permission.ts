import type { z } from "zod";
import { permission as permissionThing, type PermissionThing } from "../values/things";
import { defineResource, inputsOf, outputsOf, type CommonInputs } from "../resource";
import {
  canonicalSeccode,
  grantFields,
  seccodeText,
  withValidSeccode,
  type Grant,
  type PermissionType,
} from "../values/seccode";
import { userGroupFields, userGroupOf, withOne, type UserGroupReference } from "../values/account-refs";
import { accountText } from "../values/numbers";
import { linkKind, linkOutputs } from "./parts/links";

export type Want = CommonInputs & {
  userGroupId?: string | undefined;
  userGroupName?: string | undefined;
  permissionType: PermissionType;
  seccode: string;
};

const fields = withValidSeccode(
  withOne(inputsOf({ ...userGroupFields, ...grantFields }), "userGroupId", "userGroupName"),
);

/** Gives equal seccodes one spelling. The type states what the checks across fields require. */
const inputs = fields.transform((permission) => ({
  ...permission,
  seccode: canonicalSeccode(permission.permissionType, permission.seccode),
})) as unknown as z.ZodType<Want, CommonInputs & UserGroupReference & Grant>;

/**
 * A permission of a user group, which its users inherit. A link: it either exists or not, and adding an existing one
 * succeeds. Every change replaces. The API has no action that reads permissions: the state is the only record.
 * Management gateway, "Permission".
 */
export const permission = defineResource({
  kind: "Permission",
  appliance: "gateway",
  inputs,
  outputs: outputsOf(linkOutputs),
  replaceOn: ["userGroupId", "userGroupName", "permissionType", "seccode"],
  label: ({ permissionType, seccode, ...want }) =>
    `${permissionType} ${seccodeText(permissionType, seccode)} for user group ${accountText(userGroupOf(want))}`,
  ...linkKind<Want, PermissionThing>(
    (want) => [userGroupOf(want), want.permissionType, want.seccode],
    (want, existed) => permissionThing(userGroupOf(want), want.permissionType, want.seccode, existed),
    ({ permissions }) => permissions,
  ),
});
