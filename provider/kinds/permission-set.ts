import { z } from "zod";
import type { Accounts } from "../gateway/accounts";
import { userGroupRef } from "../values/account-refs";
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
import { defineKind, inputsOf, outputsOf, type CommonInputs, type Live, type Progress, type State } from "./definition";
import {
  areOpen,
  linksMarks,
  permissionKey,
  removeLinks,
  settleLinks,
  without,
  type LinksMarks,
  type Tools,
} from "./parts/links";

/** A permission as the state holds it. */
export type CanonicalGrant = {
  permissionType: PermissionType;
  seccode: string;
};

export type Want = CommonInputs & {
  userGroup: string;
  permissions: CanonicalGrant[];
};

/** One permission. Equal permissions have the same canonical form. */
export const grant = withValidSeccode(strict(grantFields)).transform(({ permissionType, seccode }): CanonicalGrant => ({
  permissionType,
  seccode: canonicalSeccode(permissionType, seccode),
}));
const fields = inputsOf({
  /**
   * User group, by name; a number means an account that the program does not manage. A change replaces.
   *
   * @remarks The user group may be given as its resource.
   */
  userGroup: userGroupRef,
  /** The permissions of the group that this resource manages; a set. Changes in place, one request each. */
  permissions: setOf(grant),
});
const canonicalGrant = z.object({
  /** Kind of the permission. */
  permissionType: z.enum(permissionTypes),
  /** The seccode as it is sent. */
  seccode: z.string(),
});

type Outputs = LinksMarks<CanonicalGrant>;

/** The type states what the checks across fields require. */
const inputs = fields as unknown as z.ZodType<
  Want,
  Omit<z.input<typeof fields>, "permissions"> & {
    [Key in keyof Pick<z.input<typeof fields>, "permissions">]: Grant[];
  }
>;

/**
 * Several permissions of one user group. Permissions of the group that it does not list are left alone. The API has no
 * action that reads permissions: the state is the only record. Management gateway, `permissions`.
 */
export const permissionSet = defineKind({
  kind: "PermissionSet",
  appliance: "gateway",
  inputs,
  outputs: outputsOf(linksMarks(canonicalGrant)),
  replaceOn: ["userGroup"],
  refersTo: { "user group": ["userGroup"] },
  label: ({ userGroup }) => `user group ${userGroup}`,
  keys: (want) => want.permissions.map((one) => keyOf(want, one)),
  losses: ({ inputs: { userGroup, permissions } }, want) =>
    without(permissions, want?.permissions ?? [], title).map((one) => `${title(one)} of user group ${userGroup}`),
  needsRepair: ({ outputs }, { onExisting }) => areOpen(outputs, onExisting),

  create: ({ accounts }, want, progress) => settle(accounts, undefined, want, progress),
  update: ({ accounts }, state, want, progress) => settle(accounts, state, want, progress),

  async remove({ accounts }, { inputs: want, outputs }, progress) {
    const isOurs = want.onExisting === "adopt";
    return removeLinks({ items: want.permissions, outputs, isOurs }, linksOf(accounts, want, progress));
  },
});

async function settle(
  accounts: Accounts,
  state: State<Want, Outputs> | undefined,
  want: Want,
  progress: Progress<Want, Outputs>,
): Promise<Live<Want, Outputs>> {
  const { id = encodeURIComponent(want.userGroup), outputs = {}, isOpen = false } = state ?? {};
  const items = state?.inputs.permissions ?? [];
  const marks = await settleLinks(
    { items, outputs, isOpen, wanted: want.permissions, isOurs: want.onExisting === "adopt" },
    linksOf(accounts, want, progress),
    (now, left) => progress.keep({ id, inputs: { permissions: now.map(written) }, outputs: left }),
  );
  return { id, outputs: marks };
}

function keyOf({ userGroup }: Want, grant: CanonicalGrant): string {
  return permissionKey({ ...grant, userGroup });
}

/** The permissions of a user group. */
function linksOf(
  accounts: Accounts,
  want: Want,
  { info, isOfOther }: Pick<Progress<unknown, unknown>, "info" | "isOfOther">,
): Tools<CanonicalGrant> {
  return {
    title,
    change: (isAdd, one) => accounts.grant(isAdd, { ...one, userGroup: want.userGroup }),
    isOfOther: (one) => isOfOther(keyOf(want, one)),
    info,
  };
}

/** The form that a program writes, because the state holds inputs in that form. */
function written({ permissionType, seccode }: CanonicalGrant): CanonicalGrant {
  return { permissionType, seccode: writtenSeccode(permissionType, seccode) as string };
}

function title({ permissionType, seccode }: CanonicalGrant): string {
  return `${permissionType} ${seccodeText(permissionType, seccode)}`;
}
