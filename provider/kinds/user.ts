import { z } from "zod";
import { mayBeDone } from "../errors/errors";
import type { Accounts } from "../gateway/accounts";
import { accountName, password } from "../values/names";
import { idByName, userGroupRef } from "../values/numbers";
import { setOf } from "../values/schema";
import { assertSpelling } from "../errors/refusal";
import { defineKind, inputsOf, outputsOf, type Progress } from "./definition";
import { linksMarks, membershipKey, membershipsOf, settleLinks } from "./parts/links";

const inputs = inputsOf({
  /** Name, unique; a name that looks like an integer is refused. Changes in place if the number of the user is known. */
  name: accountName,
  /** Password. Secret. A change replaces, because the API has no action that changes it. */
  password,
  /**
   * User groups of the user, by name; a number means one that the program does not manage. A set. Changes in place.
   * Unset: not managed.
   *
   * @remarks Each user group may be given as its resource.
   */
  userGroups: setOf(userGroupRef).optional(),
});

/**
 * A user account. The API has no action that reads users: the state is the only record, and `refresh` shows no change.
 * Management gateway, `rm=user_api`.
 */
export const user = defineKind({
  kind: "User",
  appliance: "gateway",
  inputs,
  outputs: outputsOf({
    /** Number of the user; not set for an adopted user, whose `id` is then `name:<name>`. */
    userId: z.int().optional(),
    ...linksMarks(z.string()),
  }),
  replaceOn: ["password"],
  replaceAlsoOn: ({ userId }) => (userId === undefined ? ["name"] : []),
  secrets: ["password"],
  named: "user",
  refersTo: { "user group": ["userGroups"] },
  label: ({ name }) => name,
  idOf: ({ name }, { userId }) => (userId === undefined ? idByName(name) : String(userId)),
  keys: ({ name, userGroups = [] }) => [
    `user|${name}`,
    ...userGroups.map((group) => membershipKey({ user: name, userGroup: group })),
  ],
  losses({ inputs: { name, userGroups = [] } }, want) {
    const dropped = userGroups.filter((one) => want?.userGroups?.includes(one) === false);
    return want === undefined ? [name] : dropped.map((one) => `user group ${one} of ${name}`);
  },

  async create({ accounts }, { name, password: secret, userGroups = [] }, progress) {
    const { keep } = progress;
    const numbered = userGroups.filter((group) => accounts.groupNumber(group) !== undefined);
    const numbers = numbered.map((group) => accounts.groupNumber(group) ?? 0);
    const made = await accounts.createUser(name, secret, numbers, (account) => {
      const before = { name: account.name, userGroups: numbered };
      keep({ id: String(account.id), inputs: before, outputs: { userId: account.id } });
    });
    const id = String(made.id);
    const marks = await settleLinks(
      { items: numbered, outputs: {}, isOpen: false, wanted: userGroups, isOurs: true },
      linksOf(accounts, name, progress),
      (items, left) => keep({ id, inputs: { userGroups: items }, outputs: { userId: made.id, ...left } }),
    );
    return { id, outputs: { userId: made.id, ...marks } };
  },

  async update({ accounts }, { id, inputs: state, outputs, isOpen }, want, progress) {
    const { keep, info } = progress;
    // Of a user that is being adopted, nothing but the name is known.
    const before: Partial<typeof state> = state;
    const { name: current = want.name, userGroups: linked = [] } = before;
    if (before.password === undefined) info("its password stays as it is, because the API cannot change one.");
    if (current !== want.name) {
      try {
        const shown = await accounts.renameUser(current, want.name, isOpen);
        keep({ id, inputs: { name: shown, userGroups: linked }, outputs });
        assertSpelling(shown, want.name);
      } catch (error) {
        if (mayBeDone(error)) keep({ id, inputs: { name: current, userGroups: linked }, outputs });
        throw error;
      }
    }
    const { name, userGroups: wanted, onExisting } = want;
    if (wanted === undefined) return { id, outputs };
    const { userId } = outputs;
    const marks = await settleLinks(
      { items: linked, outputs, isOpen, wanted, isOurs: onExisting === "adopt" },
      linksOf(accounts, name, progress),
      (items, left) => keep({ id, inputs: { userGroups: items }, outputs: { userId, ...left } }),
    );
    return { id, outputs: { userId, ...marks } };
  },

  async remove({ accounts }, { inputs: { name, userGroups = [] }, outputs }, progress) {
    const { info, isOfOther } = progress;
    if (!isOfOther(`user|${name}`)) {
      const result = await accounts.removeUser(name);
      if (result !== "theirs") return result;
      info("the token belongs to it, so it is only removed from the state. It stays, with its user groups.");
      return undefined;
    }
    info("it stays, because another resource declares it.");
    await settleLinks({ items: userGroups, outputs, isOurs: false }, linksOf(accounts, name, progress));
    return undefined;
  },
});

/** The memberships of a user. */
function linksOf(accounts: Accounts, user: string, progress: Pick<Progress<unknown, unknown>, "info" | "isOfOther">) {
  return membershipsOf(accounts, "user group", (userGroup) => ({ user, userGroup }), progress);
}
