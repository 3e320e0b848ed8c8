import type { z } from "zod";
import { membership as membershipThing, type MembershipThing } from "../values/things";
import { defineResource, inputsOf, outputsOf, type CommonInputs } from "../resource";
import {
  userFields,
  userGroupFields,
  userGroupOf,
  userOf,
  withOne,
  type UserGroupReference,
  type UserReference,
} from "../values/account-refs";
import { accountText } from "../values/numbers";
import { linkKind, linkOutputs } from "./parts/links";

export type Want = CommonInputs & {
  userId?: string | undefined;
  userName?: string | undefined;
  userGroupId?: string | undefined;
  userGroupName?: string | undefined;
};

const fields = inputsOf({ ...userFields, ...userGroupFields });
const checked = withOne(withOne(fields, "userId", "userName"), "userGroupId", "userGroupName");
/** The type states what the checks across fields require. */
const inputs = checked as unknown as z.ZodType<Want, CommonInputs & UserReference & UserGroupReference>;

/**
 * One user in one user group. A link: it either exists or not, and adding an existing one succeeds. Every change
 * replaces. The API has no action that reads memberships: the state is the only record. Management gateway,
 * `membership`.
 */
export const membership = defineResource({
  kind: "Membership",
  appliance: "gateway",
  inputs,
  outputs: outputsOf(linkOutputs),
  replaceOn: ["userId", "userName", "userGroupId", "userGroupName"],
  label: (want) => `user ${accountText(userOf(want))} in user group ${accountText(userGroupOf(want))}`,
  ...linkKind<Want, MembershipThing>(
    (want) => [userOf(want), userGroupOf(want)],
    (want, existed) => membershipThing(userOf(want), userGroupOf(want), existed),
    ({ memberships }) => memberships,
  ),
});
