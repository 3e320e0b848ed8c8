import type { z } from "#zod";
import { userGroupRef, userRef } from "../values/numbers";
import { defineKind, inputsOf, outputsOf } from "./definition";
import { linkCalls, linkMarks, membershipKey } from "./parts/link";

const inputs = inputsOf({
  /**
   * User, by name; a number means an account that the program does not manage.
   *
   * @remarks The user may be given as its resource.
   */
  user: userRef,
  /**
   * User group, by name; a number means an account that the program does not manage.
   *
   * @remarks The user group may be given as its resource.
   */
  userGroup: userGroupRef,
});

/**
 * One user in one user group. Creation also succeeds if the membership already exists. Every change replaces the
 * resource. Do not combine it with `members` of the same group.
 *
 * The API has no action that reads memberships: the state is their only record. Management gateway, `membership`.
 */
export const membership = defineKind({
  kind: "Membership",
  appliance: "gateway",
  inputs,
  outputs: outputsOf(linkMarks),
  replaceOn: ["user", "userGroup"],
  refersTo: { user: ["user"], "user group": ["userGroup"] },
  label: ({ user, userGroup }) => `user ${user} in user group ${userGroup}`,
  keys: (want) => [membershipKey(want)],
  ...linkCalls<z.output<typeof inputs>>(
    ({ user, userGroup }) => [user, userGroup],
    membershipKey,
    (gateway, isAdd, want) => gateway.accounts.link(isAdd, want),
  ),
});
