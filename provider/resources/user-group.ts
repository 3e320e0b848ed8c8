import { z } from "zod";
import { Refusal } from "../refusal";
import { defineResource, inputsOf } from "../resource";
import { accountName } from "../values/names";
import { idByName, member, objectId } from "../values/numbers";
import { setOf } from "../values/schema";

const inputs = inputsOf({
  /** Name, unique; one that looks like an integer is refused. A change replaces. */
  name: accountName,
  /** Id of the group whose rights are copied at creation. Default 2, Guests. A change replaces. */
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
  outputs: z.object({ userGroupId: z.number().optional() }),
  replaceOn: ["name", "templateUserGroupId"],
  label: ({ name }) => name,

  async create({ userGroups }, { name, templateUserGroupId, members = [] }, { made }) {
    const { userGroupId, members: listed } = await userGroups.create(name, templateUserGroupId, members);
    const id = userGroupId === undefined ? idByName(name) : String(userGroupId);
    const result = { id, outputs: { userGroupId } };
    if (listed !== undefined && listed.length < members.length) {
      made({ ...result, inputs: { members: [] } });
      const words = `only ${String(listed.length)} of ${String(members.length)} members were taken`;
      throw new Refusal(`${words} (${listed.join(", ")}). The next pulumi up adds the members again, one by one.`);
    }
    return result;
  },

  async update({ userGroups }, { id, inputs: before, outputs }, want, { made }) {
    const members = new Set(before.members);
    const wanted = want.members ?? [];
    const added = wanted.filter((user) => !members.has(user));
    const removed = want.members === undefined ? [] : [...members].filter((user) => !wanted.includes(user));
    const settled = await Promise.allSettled([
      ...added.map(async (user) => members.add(await userGroups.addMember(id, user))),
      ...removed.map(async (user) => members.delete(await userGroups.removeMember(id, user))),
    ]);
    const failed = settled.find((one) => one.status === "rejected");
    if (failed === undefined) return { id, outputs };
    made({ id, outputs, inputs: { members: [...members].sort() } });
    throw failed.reason;
  },

  async remove({ userGroups }, { id }, { note }) {
    if ((await userGroups.remove(id)) === 0) note("nothing matched at the gateway: the user group was gone already.");
  },
});
