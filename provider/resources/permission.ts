import { z } from "zod";
import type { Permission } from "../appliance/gateway/permissions";
import { defineResource, inputsOf, type CommonInputs } from "../resource";
import { canonicalSeccode, grantFields, withValidSeccode, type Grant, type PermissionType } from "../values/seccode";
import { userGroupFields, userGroupOf, withOneUserGroup, type UserGroupReference } from "../values/user-group";

export interface Want extends CommonInputs {
  userGroupId?: string | undefined;
  userGroupName?: string | undefined;
  permissionType: PermissionType;
  seccode: string;
}

const fields = withValidSeccode(withOneUserGroup(inputsOf({ ...userGroupFields, ...grantFields })));

/** One spelling for equal seccodes; the types say what the checks across fields ask for. */
const inputs = fields.transform((permission) => ({
  ...permission,
  seccode: canonicalSeccode(permission.permissionType, permission.seccode),
})) as unknown as z.ZodType<Want, CommonInputs & UserGroupReference & Grant>;

/**
 * A permission of a user group, which its users inherit. A link: it exists or not, and one that is there already is
 * success. Every change replaces. The API has no action that reads permissions: the state is the only record.
 * Management gateway, "Permission".
 */
export const permission = defineResource({
  kind: "Permission",
  appliance: "gateway",
  inputs,
  outputs: z.object({}),
  replaceOn: ["userGroupId", "userGroupName", "permissionType", "seccode"],
  label: (want) => `${want.permissionType} ${want.seccode} for user group ${userGroupOf(want)}`,

  async create({ permissions }, want) {
    const wanted = permissionOf(want);
    await permissions.add(wanted);
    return { id: Object.values(wanted).map(encodeURIComponent).join("/"), outputs: {} };
  },

  async remove({ permissions }, { inputs: state }) {
    await permissions.remove(permissionOf(state));
  },
});

function permissionOf(want: Want): Permission {
  return { userGroup: userGroupOf(want), permissionType: want.permissionType, seccode: want.seccode };
}
