import { z } from "zod";
import { membership, userGroup as userGroupThing } from "../values/things";
import { Refusal } from "../errors/refusal";
import { defineResource, inputsOf, outputsOf } from "../resource";
import { accountName } from "../values/names";
import { idByName, member, objectId } from "../values/numbers";
import { setOf } from "../values/schema";
import { afterRemoval, convergeMemberships } from "./parts/account";
import { otherAccount } from "./parts/ids";
import { linksMarks } from "./parts/links";

const inputs = inputsOf({
  /** Name, unique; a name that looks like an integer is refused. A change replaces. */
  name: accountName,
  /** Id of the user group whose rights are copied at creation. Default 2, Guests. A change replaces. */
  templateUserGroupId: objectId.default("2"),
  /** Users in the group, by id or name; a set. Changes in place. Unset: not managed. */
  members: setOf(member).optional(),
});

/**
 * A user group. The API has no action that reads user groups: the state is the only record, and `refresh` shows no
 * change. Management gateway, `rm=user_api`.
 */
export const userGroup = defineResource({
  kind: "UserGroup",
  appliance: "gateway",
  inputs,
  outputs: outputsOf({
    /** Number of the group; not set for an adopted group, whose `id` is then `name:<name>`. */
    userGroupId: z.int().optional(),
    ...linksMarks(z.string()),
  }),
  replaceOn: ["name", "templateUserGroupId"],
  label: ({ name }) => name,
  misfit: ({ id, inputs: { name }, outputs: { userGroupId } }) => otherAccount(name, { userGroupId }, id),
  holds({ name, members = [] }, group) {
    const reference = group?.id ?? idByName(name);
    return [
      userGroupThing(reference, name),
      ...members.map((one) => membership(one, reference, group?.outputs.origin?.existed?.includes(one))),
    ];
  },

  async create(
    { userGroups, memberships, permissions },
    { name, templateUserGroupId, members = [] },
    { recordPartial, info },
  ) {
    const created = await userGroups.create(name, templateUserGroupId, members);
    const id = String(created.id);
    const result = { id, outputs: { userGroupId: created.id } };
    if (created.name.trim() !== name) info(`the gateway calls it "${created.name}": refer to it by its id.`);
    const taken = created.count ?? created.members.length;
    if (taken >= members.length) {
      recordPartial(result);
      await memberships.putBack(userGroupThing(id, name));
      await permissions.putBack(userGroupThing(id, name));
      return result;
    }
    recordPartial({ ...result, outputs: { ...result.outputs, doubt: { items: members } }, inputs: { members: [] } });
    const words = `only ${String(taken)} of ${String(members.length)} members were added`;
    throw new Refusal(`${words} (${created.members.join(", ")}). The next pulumi up adds all of them again.`);
  },

  foresee: (_want, state) => ({ userGroupId: state?.outputs.userGroupId }),

  update({ memberships }, { id, inputs: before, outputs }, want, progress) {
    const { members: wanted, onExisting } = want;
    if (wanted === undefined) return Promise.resolve({ id, outputs });
    const account = { id, outputs, others: before.members, linkOf: linksOf(id) };
    const inputsOf = (members: string[]): Partial<typeof want> => ({ members });
    return convergeMemberships(memberships, account, { wanted, onExisting }, inputsOf, progress);
  },

  async remove({ userGroups, memberships }, { id, inputs, outputs }, { info }) {
    const removal = await userGroups.remove(id, inputs.name);
    const account = { outputs, others: inputs.members, linkOf: linksOf(id) };
    return afterRemoval(memberships, removal, account, THEIRS, info);
  },
});

const THEIRS =
  "it belongs to the appliance, so it is only removed from the state. It stays on the gateway, with its members.";

/** The memberships of a user group. */
const linksOf = (userGroup: string) => (user: string) => membership(user, userGroup);
