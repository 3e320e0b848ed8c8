import { z } from "zod";
import { membership, userGroup as userGroupThing } from "../values/things";
import { Refusal } from "../errors/refusal";
import { defineResource, inputsOf, outputsOf } from "../resource";
import { accountName } from "../values/names";
import { idByName, member, objectId } from "../values/numbers";
import { setOf } from "../values/schema";
import { otherAccount } from "./parts/ids";
import { linkedBy, linksMarks, linksOutputs, noteEntries } from "./parts/links";

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

  async update({ memberships }, { id, inputs: before, outputs }, want, { recordPartial, info }) {
    if (want.members === undefined) return { id, outputs };
    const pairOf = (user: string): { user: string; userGroup: string } => ({ user, userGroup: id });
    const known = linkedBy(before.members, outputs);
    const wanted = { wanted: want.members, isOurs: want.onExisting === "adopt" };
    const now = await memberships.converge(known, wanted, pairOf, (soFar) => {
      recordPartial({ id, outputs: { ...outputs, ...linksOutputs(soFar) }, inputs: { members: [...soFar.items] } });
    });
    noteEntries(known.existed, now.existed, info, want.onExisting);
    return { id, outputs: { ...outputs, ...linksOutputs(now) } };
  },

  async remove({ userGroups, memberships }, { id, inputs, outputs: { origin } }, { info }) {
    const { name, members = [] } = inputs;
    const removal = await userGroups.remove(id, name);
    if (removal === "theirs")
      info(
        "it belongs to the appliance, so it is only removed from the state. It stays on the gateway, with its members.",
      );
    if (removal === "existed") info("nothing matched on the gateway: the user group was already gone.");
    if (removal !== "kept") return;
    const ours = members.filter((one) => origin?.existed?.includes(one) !== true);
    await memberships.giveUp(ours.map((one) => ({ user: one, userGroup: id })));
  },
});
