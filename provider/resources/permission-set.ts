import { z } from "zod";
import { permission as permissionThing } from "../values/things";
import { defineResource, inputsOf, type CommonInputs } from "../resource";
import { userGroupFields, userGroupOf, withOne, type UserGroupReference } from "../values/account-refs";
import { setOf, strict } from "../values/schema";
import { canonicalSeccode, grantFields, withValidSeccode, type Grant, type PermissionType } from "../values/seccode";
import { otherThan } from "./parts/ids";

export type CanonicalGrant = {
  permissionType: PermissionType;
  seccode: string;
};

export type Want = CommonInputs & {
  userGroupId?: string | undefined;
  userGroupName?: string | undefined;
  permissions: CanonicalGrant[];
};

/** One permission; equal ones have one canonical form. */
export const grant = withValidSeccode(strict(grantFields)).transform(({ permissionType, seccode }): CanonicalGrant => ({
  permissionType,
  seccode: canonicalSeccode(permissionType, seccode),
}));
const fields = inputsOf({
  ...userGroupFields,
  /** The permissions of the group that this resource manages; a set. Changes in place, in one request. */
  permissions: setOf(grant),
});
/** The types say what the checks across fields ask for. */
const inputs = withOne(fields, "userGroupId", "userGroupName") as unknown as z.ZodType<
  Want,
  CommonInputs & UserGroupReference & { permissions: Grant[] }
>;

/**
 * Several permissions of one user group, given and taken in one request. Permissions of the group that it does not name
 * are left alone. The API has no action that reads permissions: the state is the only record. Management gateway,
 * `permissions`.
 */
export const permissionSet = defineResource({
  kind: "PermissionSet",
  appliance: "gateway",
  inputs,
  outputs: z.object({}),
  replaceOn: ["userGroupId", "userGroupName"],
  label: (want) => `user group ${userGroupOf(want)}`,
  misfit: ({ id, inputs: state }) => otherThan(userGroupOf(state), id),
  holds: (want) =>
    want.permissions.map(({ permissionType, seccode }) => permissionThing(userGroupOf(want), permissionType, seccode)),

  async create({ permissions }, want, { made }) {
    const id = userGroupOf(want);
    await permissions.converge(id, [], want.permissions, (granted) => {
      made({ id, outputs: {}, inputs: { permissions: granted } });
    });
    return { id, outputs: {} };
  },

  async update({ permissions }, { id, inputs: before }, want, { made }) {
    await permissions.converge(userGroupOf(want), before.permissions, want.permissions, (granted) => {
      made({ id, outputs: {}, inputs: { permissions: granted } });
    });
    return { id, outputs: {} };
  },

  async remove({ permissions }, { inputs: state }) {
    // What is left is not reported: taking away what is gone already is done, so the next destroy may send all again.
    await permissions.converge(userGroupOf(state), state.permissions, [], () => undefined);
  },
});
