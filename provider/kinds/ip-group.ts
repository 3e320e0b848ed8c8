import { z } from "zod";
import { Refusal } from "../errors/refusal";
import { objectName } from "../values/names";
import { objectId } from "../values/numbers";
import { encodeRule, groupRules } from "../values/rule";
import { defineKind, inputsOf, outputsOf } from "./definition";
import {
  changeGroup,
  otherGroup,
  refuseUnread,
  removeGroup,
  rulesAsDeclared,
  unreadIn,
  whose,
} from "./parts/group-rules";

const inputs = inputsOf({
  /** Name. Changes in place. */
  name: objectName,
  /** Rules that decide which IPv4 addresses belong to the group; a set, default none. Changes in place. */
  rules: groupRules.default([]),
});

/**
 * A named set of rules that decides which IPv4 addresses belong to it. An update adds and removes the rules that the
 * program changed; rules that others added since the last refresh stay. Management gateway, `rm=ipgroups`.
 */
export const ipGroup = defineKind({
  kind: "IpGroup",
  appliance: "gateway",
  inputs,
  outputs: outputsOf({
    /** The group's number (`fc_id`); `id` is the same as text. */
    groupId: z.int(),
    /** Number of rules that the group has. */
    ruleCount: z.int(),
  }),
  replaceOn: [],
  mayChange: ["ruleCount"],
  label: ({ name }) => name,
  idOf: (_inputs, { groupId }) => (groupId === undefined ? undefined : String(groupId)),
  keys: ({ name }, group) => [group === undefined ? `new group|${name}` : `group|${group.id}`],

  async find({ groups }, { name, rules: wanted }) {
    const group = await groups.named(name);
    if (group === undefined) return undefined;
    const live = await groups.rules(group.id);
    const rules = rulesAsDeclared(live, wanted);
    refuseUnread(live, wanted);
    return { id: String(group.id), inputs: { name, rules }, outputs: { groupId: group.id, ruleCount: live.length } };
  },

  async create({ groups }, { name, rules }, { keep, info, isOfOther }) {
    if (isOfOther(`new group|${name}`))
      throw new Refusal("another resource of this program creates a group of this name.");
    let groupId = 0;
    const live = await groups.create(name, rules.map(encodeRule), (group, warnings) => {
      groupId = group.id;
      keep({ id: String(groupId), inputs: { name: group.name }, outputs: { groupId, ruleCount: rules.length } });
      for (const warning of warnings) info(`the gateway warns: ${warning}`);
    });
    return { id: String(groupId), outputs: { groupId, ruleCount: live.length } };
  },

  async read({ groups }, { id, inputs: state, outputs }, { info }) {
    const { name: known, rules: before = [] } = state as Partial<typeof state>;
    const isNumber = objectId.safeParse(id).success;
    const group =
      (isNumber ? await groups.find(Number(id)) : undefined) ??
      (known === undefined ? await groups.named(id) : undefined);
    if (group === undefined) return undefined;
    if (known !== undefined && (await whose(groups, group, { name: known, rules: before })) === "others") {
      info(otherGroup(group));
      return undefined;
    }
    const live = await groups.rules(group.id);
    const unread = unreadIn(live);
    if (unread !== undefined) info(`${unread}; they are left alone.`);
    return {
      id: String(group.id),
      inputs: { name: group.name, rules: rulesAsDeclared(live, before) },
      outputs: { ...outputs, groupId: group.id, ruleCount: live.length },
    };
  },

  async update({ groups }, { id, inputs: before, outputs, isOpen }, want) {
    const live = await changeGroup(groups, Number(id), before, want, isOpen);
    return { id, outputs: { ...outputs, ruleCount: live?.length ?? outputs.ruleCount } };
  },

  remove: ({ groups }, { id, inputs: before }, { info }) => removeGroup(groups, Number(id), before, info),
});
