import { z } from "zod";
import { membership as membershipThing } from "../values/things";
import { defineResource, inputsOf, type CommonInputs } from "../resource";
import {
  userFields,
  userGroupFields,
  userGroupOf,
  userOf,
  withOne,
  type UserGroupReference,
  type UserReference,
} from "../values/account-refs";
import { otherThan } from "./parts/ids";

export type Want = CommonInputs & {
  userId?: string | undefined;
  userName?: string | undefined;
  userGroupId?: string | undefined;
  userGroupName?: string | undefined;
};

const fields = inputsOf({ ...userFields, ...userGroupFields });
const checked = withOne(withOne(fields, "userId", "userName"), "userGroupId", "userGroupName");
/** The types say what the checks across fields ask for. */
const inputs = checked as unknown as z.ZodType<Want, CommonInputs & UserReference & UserGroupReference>;

/**
 * One user in one user group. A link: it exists or not, and one that is there already is success. Every change replaces.
 * The API has no action that reads memberships: the state is the only record. Management gateway, `membership`.
 */
export const membership = defineResource({
  kind: "Membership",
  appliance: "gateway",
  inputs,
  outputs: z.object({}),
  replaceOn: ["userId", "userName", "userGroupId", "userGroupName"],
  label: (want) => `user ${userOf(want)} in user group ${userGroupOf(want)}`,
  misfit: ({ id, inputs: state }) => otherThan(idOf(state), id),
  holds: (want) => [membershipThing(userOf(want), userGroupOf(want))],

  async create({ memberships }, want) {
    await memberships.add(userOf(want), userGroupOf(want));
    return { id: idOf(want), outputs: {} };
  },

  remove: ({ memberships }, { inputs: state }) => memberships.remove(userOf(state), userGroupOf(state)),
});

function idOf(want: Want): string {
  return [userOf(want), userGroupOf(want)].map(encodeURIComponent).join("/");
}
