import type { z } from "#zod";
import { userGroupRef } from "../values/numbers";
import { canonicalGrant, grantFields, seccodeText, withValidSeccode } from "../values/seccode";
import { defineKind, inputsOf, outputsOf } from "./definition";
import { linkCalls, linkMarks, permissionKey } from "./parts/link";

const fields = inputsOf({
  /**
   * User group, by name; a number means an account that the program does not manage.
   *
   * @remarks The user group may be given as its resource.
   */
  userGroup: userGroupRef,
  ...grantFields,
});
const inputs = withValidSeccode(fields).transform(canonicalGrant);

/**
 * A permission of a user group, which its users inherit: a `permissionType` and a `seccode` of that type. Creation
 * also succeeds if the permission already exists. Every change replaces the resource.
 *
 * The API has no action that reads permissions: the state is their only record. Management gateway, "Permission".
 *
 * @remarks `seccodes` builds the code.
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
  ...linkCalls<z.output<typeof inputs>>(
    ({ userGroup, permissionType, seccode }) => [userGroup, permissionType, seccode],
    permissionKey,
    (gateway, isAdd, want) => gateway.accounts.grant(isAdd, want),
  ),
});
