import type { z } from "zod";
import { membership as membershipThing } from "../values/things";
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
import { otherThan } from "./parts/ids";
import { createLink, isTheirs, LEFT, linkOutputs, updateLink } from "./parts/links";

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
  label: (want) => `user ${userOf(want)} in user group ${userGroupOf(want)}`,
  misfit: ({ id, inputs: state }) => otherThan(idOf(state), id),
  holds: (want, link) => [membershipThing(userOf(want), userGroupOf(want), link?.outputs.origin?.existed)],
  needsRepair: ({ outputs }, want) => outputs.origin?.existed === true && want.onExisting === "adopt",

  create({ memberships }, want, progress) {
    return createLink({ id: idOf(want), want, add: () => memberships.add(userOf(want), userGroupOf(want)), progress });
  },

  update({ memberships }, { id, outputs }, want) {
    return updateLink({ id, want, add: () => memberships.add(userOf(want), userGroupOf(want)), outputs });
  },

  async remove({ memberships }, state, { info }) {
    if (isTheirs(state)) info(LEFT);
    else await memberships.remove(userOf(state.inputs), userGroupOf(state.inputs));
  },
});

function idOf(want: Want): string {
  return [userOf(want), userGroupOf(want)].map(encodeURIComponent).join("/");
}
