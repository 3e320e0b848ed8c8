import { z } from "zod";
import type { Linked } from "../appliance/gateway/links";
import type { Permissions } from "../appliance/gateway/user-links";
import { permission as permissionThing, type PermissionThing } from "../values/things";
import {
  defineResource,
  inputsOf,
  outputsOf,
  type CommonInputs,
  type Progress,
  type Result,
  type State,
} from "../resource";
import { userGroupFields, userGroupOf, withOne, type UserGroupReference } from "../values/account-refs";
import { accountText } from "../values/numbers";
import { setOf, strict } from "../values/schema";
import {
  canonicalSeccode,
  grantFields,
  permissionTypes,
  seccodeText,
  withValidSeccode,
  writtenSeccode,
  type Grant,
  type PermissionType,
} from "../values/seccode";
import { otherThan } from "./parts/ids";
import { linkedBy, linksMarks, linksOutputs, noteEntries, type LinksOutputs } from "./parts/links";

/** A permission as the state holds it. */
export type CanonicalGrant = {
  permissionType: PermissionType;
  seccode: string;
};

export type Want = CommonInputs & {
  userGroupId?: string | undefined;
  userGroupName?: string | undefined;
  permissions: CanonicalGrant[];
};

/** One permission. Equal permissions have the same canonical form. */
export const grant = withValidSeccode(strict(grantFields)).transform(({ permissionType, seccode }): CanonicalGrant => ({
  permissionType,
  seccode: canonicalSeccode(permissionType, seccode),
}));
const fields = inputsOf({
  ...userGroupFields,
  /** The permissions of the group that this resource manages; a set. Changes in place, in one request. */
  permissions: setOf(grant),
});
type Outputs = LinksOutputs<CanonicalGrant>;
const canonicalGrant = z.object({
  /** Kind of the permission. */
  permissionType: z.enum(permissionTypes),
  /** The seccode as it is sent. */
  seccode: z.string(),
});

/** The type states what the checks across fields require. */
const inputs = withOne(fields, "userGroupId", "userGroupName") as unknown as z.ZodType<
  Want,
  CommonInputs & UserGroupReference & { [Key in keyof Pick<z.input<typeof fields>, "permissions">]: Grant[] }
>;

/**
 * Several permissions of one user group, granted and revoked in one request. Permissions of the group that it does not
 * list are left alone. The API has no action that reads permissions: the state is the only record. Management gateway,
 * `permissions`.
 */
export const permissionSet = defineResource({
  kind: "PermissionSet",
  appliance: "gateway",
  inputs,
  outputs: outputsOf(linksMarks(canonicalGrant)),
  replaceOn: ["userGroupId", "userGroupName"],
  label: (want) => `user group ${accountText(userGroupOf(want))}`,
  misfit: ({ id, inputs: state }) => otherThan(userGroupOf(state), id),
  holds: (want, set) =>
    want.permissions.map(({ permissionType, seccode }) => {
      const existed = set?.outputs.origin?.existed?.some(
        (one) => titleOf(one) === titleOf({ permissionType, seccode }),
      );
      return permissionThing(userGroupOf(want), permissionType, seccode, existed);
    }),
  needsRepair: ({ outputs }, want) => outputs.origin?.existed !== undefined && want.onExisting === "adopt",

  create: ({ permissions }, want, progress) => converge(permissions, undefined, want, progress),

  update: ({ permissions }, state, want, progress) => converge(permissions, state, want, progress),

  async remove({ permissions }, { inputs: state, outputs }, { info }) {
    const isOurs = state.onExisting === "adopt";
    const existed = isOurs ? [] : (outputs.origin?.existed ?? []);
    const known = { ...linkedBy(state.permissions, outputs), existed };
    // Partial progress is not reported: revoking a permission that is gone succeeds, so the next destroy may send all
    // again.
    await permissions.converge(known, { wanted: [], isOurs }, linksOf(userGroupOf(state)), () => undefined);
    noteEntries(existed.map(titleOf), [], info);
  },
});

async function converge(
  permissions: Permissions,
  state: State<Want, Outputs> | undefined,
  want: Want,
  { recordPartial, info }: Progress<Want, Outputs>,
): Promise<Result<Want, Outputs>> {
  const id = userGroupOf(want);
  const known = linkedBy(state?.inputs.permissions, state?.outputs);
  const resultOf = (granted: Linked<CanonicalGrant>): Result<Want, Outputs> => ({ id, outputs: linksOutputs(granted) });
  const wanted = { wanted: want.permissions, isOurs: want.onExisting === "adopt" };
  const granted = await permissions.converge(known, wanted, linksOf(id), (soFar) => {
    recordPartial({ ...resultOf(soFar), inputs: { permissions: soFar.items.map(written) } });
  });
  noteEntries(known.existed.map(titleOf), granted.existed.map(titleOf), info, want.onExisting);
  return resultOf(granted);
}

/** The permissions of a user group. */
const linksOf =
  (userGroup: string) =>
  ({ permissionType, seccode }: CanonicalGrant): PermissionThing =>
    permissionThing(userGroup, permissionType, seccode);

/** The form that a program writes, because the state holds inputs in that form. */
function written({ permissionType, seccode }: CanonicalGrant): CanonicalGrant {
  return { permissionType, seccode: writtenSeccode(permissionType, seccode) as string };
}

function titleOf({ permissionType, seccode }: CanonicalGrant): string {
  return `${permissionType} ${seccodeText(permissionType, seccode)}`;
}
