import type { z } from "#zod";
import { userGroupRef } from "../values/numbers";
import { canonicalGrant, grantFields, seccodeText, withValidSeccode } from "../values/seccode";
import { defineKind, inputsOf, outputsOf } from "./definition";
import { linkCalls, linkMarks, permissionKey } from "./parts/links";

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
  ...linkCalls<z.output<typeof inputs>>(
    ({ userGroup, permissionType, seccode }) => [userGroup, permissionType, seccode],
    (gateway, isAdd, want) => gateway.accounts.grant(isAdd, want),
  ),
});
