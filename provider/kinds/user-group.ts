import { z } from "#zod";
import { Refusal } from "../errors/refusal";
import { accountName } from "../values/names";
import { idByName, objectId, userRef } from "../values/numbers";
import { setOf } from "../values/schema";
import { defineKind, inputsOf, outputsOf } from "./definition";
import { existedIn, goalOf, linksMarks, membershipsOf } from "./parts/links";

const inputs = inputsOf({
  /** Name, unique; a name that looks like an integer is refused. A change replaces. */
  name: accountName,
  /** Number of the user group whose rights are copied at creation. Default 2, Guests. A change replaces. */
  templateUserGroupId: objectId.default("2"),
  /**
   * Users in the group, by name; a number means one that the program does not manage. A set. Changes in place. Unset:
   * not managed.
   *
   * @remarks Each user may be given as its resource.
   */
  members: setOf(userRef).optional(),
});

const links = membershipsOf("user group", (userGroup, user) => ({ user, userGroup }));

/**
 * A user group with its members. `members` change in place; a change of name or template replaces the group.
 *
 * The API has no action that reads user groups: the state is their only record, and `pulumi refresh` shows no change
 * by hand. Output `userGroupId` is the number of the group. It is unset for an adopted group, whose `id` is then
 * `name:<name>`. Management gateway, `rm=user_api`.
 */
export const userGroup = defineKind({
  kind: "UserGroup",
  appliance: "gateway",
  inputs,
  outputs: outputsOf({
    /** Number of the group; not set for an adopted group, whose `id` is then `name:<name>`. */
    userGroupId: z.int().optional(),
    ...linksMarks(z.string()),
  }),
  replaceOn: ["name", "templateUserGroupId"],
  keepsWhenUnset: ["members"],
  named: "user group",
  refersTo: { user: ["members"] },
  label: ({ name }) => name,
  idOf: ({ name }, { userGroupId }) => (userGroupId === undefined ? idByName(name) : String(userGroupId)),
  keys: ({ name, members }) => links.keys(name, members),
  losses: ({ inputs: { name, members }, outputs }, want) =>
    want === undefined ? [name] : links.dropped(name, members, want.members, existedIn(outputs, want)),

  async create({ accounts }, { name, templateUserGroupId, members = [] }, { keep }) {
    const made = await accounts.createUserGroup(name, Number(templateUserGroupId), members, (group) => {
      keep({ id: String(group.id), inputs: { name: group.name }, outputs: { userGroupId: group.id } });
    });
    const id = String(made.id);
    const outputs = { userGroupId: made.id };
    const taken = made.members?.length ?? members.length;
    if (taken >= members.length) return { id, outputs };
    keep({ id, inputs: { members: [] }, outputs: { ...outputs, doubt: { items: members } } });
    throw new Refusal(
      `only ${String(taken)} of ${String(members.length)} members were added (${(made.members ?? []).join(", ")}). The ` +
        "next pulumi up adds all of them again.",
    );
  },

  async update({ accounts }, { id, inputs: { members = [] }, outputs, doubt }, want, progress) {
    const { name, members: wanted, onExisting } = want;
    const goal = goalOf({ items: members, outputs, doubt, wanted, isOurs: onExisting === "adopt" });
    const marks = await links.settle(accounts, name, goal, progress, (items, left) => {
      progress.keep({ id, inputs: { members: items }, outputs: { userGroupId: outputs.userGroupId, ...left } });
    });
    return { id, outputs: { userGroupId: outputs.userGroupId, ...marks } };
  },

  remove: ({ accounts }, { inputs: { name, members: items = [] }, outputs }, progress) =>
    links.remove(accounts, name, { items, outputs }, progress, () => accounts.removeUserGroup(name)),
});
