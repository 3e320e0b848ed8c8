import { z } from "zod";
import { formerNames, accountName, password } from "../values/names";
import { membership, user as userThing } from "../values/things";
import { defineResource, inputsOf, outputsOf } from "../resource";
import { accountId, accountNameOf, idByName } from "../values/numbers";
import { setOf } from "../values/schema";
import { afterRemoval, convergeMemberships } from "./parts/account";
import { otherAccount } from "./parts/ids";
import { linkedBy, linksMarks } from "./parts/links";

const inputs = inputsOf({
  /**
   * Name, unique; a name that looks like an integer is refused. Changes in place. If the number of the user is not
   * known, a change replaces the user, because everything that refers to it uses its name.
   */
  name: accountName,
  /** Password. Secret. A change replaces, because the API has no action that changes it. */
  password,
  /** User groups of the user, by id; a set. Changes in place. Unset: not managed. */
  userGroupIds: setOf(accountId).optional(),
});

/**
 * A user account. The API has no action that reads users: the state is the only record, and `refresh` shows no change.
 * Management gateway, `rm=user_api`.
 */
export const user = defineResource({
  kind: "User",
  appliance: "gateway",
  inputs,
  outputs: outputsOf({
    /** Number of the user; not set for an adopted user, whose `id` is then `name:<name>`. */
    userId: z.int().optional(),
    /** Names that the user had before in this stack. */
    formerNames: z.array(z.string()).optional(),
    ...linksMarks(z.string()),
  }),
  replaceOn: ["password"],
  secrets: ["password"],
  replaceAlsoOn: ({ userId }) => (userId === undefined ? ["name"] : []),
  explain: {
    name:
      "the id of this user is not known, and references to it by name would break, so the user is deleted and " +
      "created again.",
    password: "the API cannot change a password, so the user is deleted and created again with a new id.",
  },
  label: ({ name }) => name,
  misfit: ({ id, inputs: { name }, outputs: { userId } }) => otherAccount(name, { userId }, id),
  holds({ name, userGroupIds = [] }, made) {
    const reference = made?.id ?? idByName(name);
    return [
      userThing(reference, name),
      ...userGroupIds.map((group) => membership(reference, group, made?.outputs.origin?.existed?.includes(group))),
    ];
  },

  async create({ users, memberships }, { name, password: secret, userGroupIds = [] }, { recordPartial, info }) {
    const numbered = userGroupIds.filter((group) => accountNameOf(group) === undefined);
    const created = await users.create(name, secret, userGroupIds);
    if (created.name.trim() !== name) info(`the gateway calls it "${created.name}": refer to it by its id.`);
    const result = { id: String(created.id), outputs: { userId: created.id } };
    recordPartial({ ...result, inputs: { userGroupIds: numbered } });
    // The user is added by name to groups whose number is not known.
    const declared = { wanted: userGroupIds, isOurs: true };
    await memberships.converge(linkedBy(numbered), declared, linksOf(result.id), ({ items }) => {
      recordPartial({ ...result, inputs: { userGroupIds: [...items] } });
    });
    recordPartial(result);
    await memberships.putBack(userThing(result.id, name));
    return result;
  },

  foresee: (_want, state) => ({ userId: state?.outputs.userId }),

  async update({ users, memberships }, { id, inputs: before, outputs: known }, want, { recordPartial, info }) {
    // Only the name of a user that is being adopted is known.
    const unread: Partial<typeof before> = before;
    const current = unread.name ?? want.name;
    if (unread.password === undefined) info("its password stays as it is, because the API cannot change one.");
    const isRenamed = want.name !== current;
    const outputs = isRenamed ? { ...known, formerNames: formerNames(known.formerNames, current, want.name) } : known;
    if (isRenamed) {
      await users.rename(Number(id), current, want.name);
      recordPartial({ id, outputs, inputs: { userGroupIds: before.userGroupIds } });
    }
    await memberships.removeLeft(id, want.name);
    if (want.userGroupIds === undefined) return { id, outputs };
    const account = { id, outputs, others: before.userGroupIds, linkOf: linksOf(id) };
    const { userGroupIds: wanted, onExisting } = want;
    const inputsOf = (userGroupIds: string[]): Partial<typeof want> => ({ userGroupIds });
    return convergeMemberships(memberships, account, { wanted, onExisting }, inputsOf, { recordPartial, info });
  },

  async remove({ users, memberships }, { id, inputs, outputs }, { info }) {
    const removal = await users.remove(id, inputs.name);
    const account = { outputs, others: inputs.userGroupIds, linkOf: linksOf(id) };
    return afterRemoval(memberships, removal, account, THEIRS, info);
  },
});

const THEIRS =
  "the token belongs to it, so it is only removed from the state. It stays on the gateway, with its user groups.";

/** The memberships of a user. */
const linksOf = (user: string) => (userGroup: string) => membership(user, userGroup);
