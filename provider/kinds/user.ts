import { z } from "#zod";
import { accountName, password } from "../values/names";
import { idByName, userGroupRef } from "../values/numbers";
import { setOf } from "../values/schema";
import { assertSpelling } from "../errors/refusal";
import { defineKind, inputsOf, outputsOf } from "./definition";
import { existedIn, goalOf, linksMarks, membershipsOf } from "./parts/links";

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

const links = membershipsOf("user", (user, userGroup) => ({ user, userGroup }));

/**
 * A user account. `password` is secret in inputs, state and outputs; a change of it replaces the user, because the API
 * has no action that changes a password. Name and groups change in place.
 *
 * The API has no action that reads users: the state is their only record, and `pulumi refresh` shows no change by
 * hand. Output `userId` is the number of the user. It is unset for an adopted user, whose `id` is then `name:<name>`.
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
  tries: ["name"],
  keepsWhenUnset: ["userGroups"],
  named: "user",
  refersTo: { "user group": ["userGroups"] },
  label: ({ name }) => name,
  idOf: ({ name }, { userId }) => (userId === undefined ? idByName(name) : String(userId)),
  keys: ({ name, userGroups }) => links.keys(name, userGroups),
  losses: ({ inputs: { name, userGroups }, outputs }, want) =>
    want === undefined ? [name] : links.dropped(name, userGroups, want.userGroups, existedIn(outputs, want)),

  async create({ accounts }, { name, password: secret, userGroups: wanted = [] }, progress) {
    const { keep } = progress;
    const items = wanted.filter((group) => accounts.groupNumber(group) !== undefined);
    const numbers = items.map((group) => accounts.groupNumber(group) ?? 0);
    const { id: userId } = await accounts.createUser(name, secret, numbers, (made) => {
      keep({ id: String(made.id), inputs: { name: made.name, userGroups: items }, outputs: { userId: made.id } });
    });
    const id = String(userId);
    const goal = { items, outputs: {}, wanted, isOurs: true, isNew: true };
    const marks = await links.settle(accounts, name, goal, progress, (now, left) => {
      keep({ id, inputs: { userGroups: now }, outputs: { userId, ...left } });
    });
    return { id, outputs: { userId, ...marks } };
  },

  async update({ accounts }, { id, inputs: state, outputs, doubt }, want, progress) {
    const { keep, begin, info } = progress;
    // Of a user that is being adopted, nothing but the name is known.
    const before: Partial<typeof state> = state;
    const { name: known = want.name, userGroups: linked = [] } = before;
    const current = await accounts.userName(known, doubt?.tried?.name);
    if (before.password === undefined) info("its password stays as it is, because the API cannot change one.");
    if (current !== want.name) {
      begin({ id, inputs: { ...before, name: current }, outputs });
      const shown = await accounts.renameUser(current, want.name, info);
      keep({ id, inputs: { name: shown, userGroups: linked }, outputs });
      assertSpelling(shown, want.name);
    }
    const { name, userGroups: wanted, onExisting } = want;
    const goal = goalOf({ items: linked, outputs, doubt, wanted, isOurs: onExisting === "adopt" });
    const marks = await links.settle(accounts, name, goal, progress, (items, left) => {
      keep({ id, inputs: { userGroups: items }, outputs: { userId: outputs.userId, ...left } });
    });
    return { id, outputs: { userId: outputs.userId, ...marks } };
  },

  async remove({ accounts }, { inputs: { name: known, userGroups: items = [] }, outputs, doubt }, progress) {
    const name = await accounts.userName(known, doubt?.tried?.name);
    return links.remove(accounts, name, { items, outputs }, progress, () => accounts.removeUser(name));
  },
});
