import type { z } from "zod";
import { userGroupRef } from "../values/account-refs";
import {
  canonicalSeccode,
  grantFields,
  seccodeText,
  withValidSeccode,
  type Grant,
  type PermissionType,
} from "../values/seccode";
import { defineKind, inputsOf, outputsOf, type CommonInputs } from "./definition";
import { linkCalls, linkMarks, permissionKey } from "./parts/links";

export type Want = CommonInputs & {
  userGroup: string;
  permissionType: PermissionType;
  seccode: string;
};

const fields = withValidSeccode(
  inputsOf({
    /**
     * User group, by name; a number means an account that the program does not manage.
     *
     * @remarks The user group may be given as its resource.
     */
    userGroup: userGroupRef,
    ...grantFields,
  }),
);

/** Gives equal seccodes one spelling. The type states what the checks across fields require. */
const inputs = fields.transform((permission) => ({
  ...permission,
  seccode: canonicalSeccode(permission.permissionType, permission.seccode),
})) as unknown as z.ZodType<Want, CommonInputs & Pick<z.input<typeof fields>, "userGroup"> & Grant>;

/**
 * A permission of a user group, which its users inherit. A link: it either exists or not, and adding an existing one
 * succeeds. Every change replaces. The API has no action that reads permissions: the state is the only record.
 * Management gateway, "Permission".
 */
export const permission = defineKind({
  kind: "Permission",
  appliance: "gateway",
  inputs,
  outputs: outputsOf(linkMarks),
  replaceOn: ["userGroup", "permissionType", "seccode"],
  refersTo: { "user group": ["userGroup"] },
  label: ({ permissionType, seccode, userGroup }) =>
    `${permissionType} ${seccodeText(permissionType, seccode)} for user group ${userGroup}`,
  keys: (want) => [permissionKey(want)],
  ...linkCalls<Want>(
    ({ userGroup, permissionType, seccode }) => [userGroup, permissionType, seccode],
    (gateway, isAdd, want) => gateway.accounts.grant(isAdd, want),
  ),
});
