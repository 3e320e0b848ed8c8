import { z } from "#zod";
import type { Accounts } from "../gateway/accounts";
import { userGroupRef } from "../values/numbers";
import { setOf, strict } from "../values/schema";
import {
  canonicalGrant,
  grantFields,
  permissionTypes,
  seccodeText,
  withValidSeccode,
  writtenSeccode,
} from "../values/seccode";
import { defineKind, inputsOf, outputsOf, type Live, type Progress, type State } from "./definition";
import { permissionKey } from "./parts/link";
import { existedIn, linksMarks, settleLinks, type LinksMarks, type LinkReports, type Tools } from "./parts/links";

/** One permission. Equal permissions have the same canonical form. */
export const grant = withValidSeccode(strict(grantFields)).transform(canonicalGrant);
/** A permission. Its type decides what its code (`seccode`) may be. */
export type Grant = z.input<typeof grant>;
const inputs = inputsOf({
  /**
   * User group, by name; a number means an account that the program does not manage. A change replaces.
   *
   * @remarks The user group may be given as its resource.
   */
  userGroup: userGroupRef,
  /** The permissions of the group that this resource manages; a set. Changes in place, one request each. */
  permissions: setOf(grant),
});
type Want = z.output<typeof inputs>;
const heldGrant = z.object({
  /** Kind of the permission. */
  permissionType: z.enum(permissionTypes),
  /** The seccode as it is sent. */
  seccode: z.string(),
});
/** A permission as the state holds it. */
export type CanonicalGrant = z.output<typeof heldGrant>;
type Outputs = LinksMarks<CanonicalGrant>;

/**
 * Several permissions of one user group, granted and revoked one by one. Permissions that it does not list are left
 * alone.
 *
 * The API has no action that reads permissions: the state is their only record. Management gateway, `permissions`.
 */
export const permissionSet = defineKind({
  kind: "PermissionSet",
  appliance: "gateway",
  inputs,
  outputs: outputsOf(linksMarks(heldGrant)),
  replaceOn: ["userGroup"],
  refersTo: { "user group": ["userGroup"] },
  label: ({ userGroup }) => `user group ${userGroup}`,
  keys: (want) => want.permissions.map((one) => grantKey(want, one)),
  losses({ inputs: { userGroup, permissions, onExisting }, outputs }, want) {
    const theirs = existedIn(outputs, want ?? { onExisting });
    const left = new Set([...(want?.permissions ?? []), ...theirs].map(title));
    const lost = permissions.map(title).filter((one) => !left.has(one));
    return lost.map((one) => `${one} of user group ${userGroup}`);
  },

  create({ accounts }, want, progress) {
    const inputs = { ...want, permissions: [] };
    const state = { id: encodeURIComponent(want.userGroup), inputs, outputs: {} };
    return settle(accounts, state, want, progress);
  },

  update: ({ accounts }, state, want, progress) => settle(accounts, state, want, progress),

  async remove({ accounts }, { inputs: want, outputs }, progress) {
    const isOurs = want.onExisting === "adopt";
    await settleLinks({ items: want.permissions, outputs, isOurs }, linksOf(accounts, want, progress));
    return undefined;
  },
});

async function settle(
  accounts: Accounts,
  { id, inputs: { permissions: items }, outputs, doubt }: State<Want, Outputs>,
  want: Want,
  progress: Progress<Want, Outputs>,
): Promise<Live<Want, Outputs>> {
  const goal = { items, outputs, doubt, wanted: want.permissions, isOurs: want.onExisting === "adopt" };
  const marks = await settleLinks(goal, linksOf(accounts, want, progress), (now, left) => {
    progress.keep({ id, inputs: { permissions: now.map(written) }, outputs: left });
  });
  return { id, outputs: marks };
}

function grantKey({ userGroup }: Want, grant: CanonicalGrant): string {
  return permissionKey({ ...grant, userGroup });
}

function linksOf(accounts: Accounts, want: Want, reports: LinkReports): Tools<CanonicalGrant> {
  return {
    ...reports,
    title,
    key: (one) => grantKey(want, one),
    change: (isAdd, one) => accounts.grant(isAdd, { ...one, userGroup: want.userGroup }),
  };
}

/** The form that a program writes, because the state holds inputs in that form. */
function written({ permissionType, seccode }: CanonicalGrant): CanonicalGrant {
  return { permissionType, seccode: writtenSeccode(permissionType, seccode) as string };
}

function title({ permissionType, seccode }: CanonicalGrant): string {
  return `${permissionType} ${seccodeText(permissionType, seccode)}`;
}
