import { z } from "#zod";
import { Refusal, TO_FREE } from "../errors/refusal";
import type { Group, Groups } from "../gateway/groups";
import { objectName } from "../values/names";
import { objectId } from "../values/numbers";
import { quoted } from "../values/quoted";
import { encodeRule, groupRules } from "../values/rule";
import { asSet } from "../values/schema";
import { defineKind, inputsOf, outputsOf, type Doubt } from "./definition";
import { changeOf, hasExactly, numberOfOther, otherGroup, rulesAsDeclared, unreadIn } from "./parts/group-rules";

const inputs = inputsOf({
  /** Name. Changes in place. */
  name: objectName,
  /** Rules that decide which IPv4 addresses belong to the group; a set, default none. Changes in place. */
  rules: groupRules.default([]),
});

/**
 * A named set of rules that decides which IPv4 addresses belong to it. The resource owns the rules that it declares:
 * do not combine it with another owner of rules in the same group. Name and rules change in place, in one request; the
 * order and spelling of rules do not matter, and rules that others added stay. A child group must exist before its
 * parent: refer to its resource, and Pulumi orders the calls.
 *
 * Output `groupId` is the number of the group, `ruleCount` the number of its rules; `id` is the number as text.
 * Management gateway, `rm=ipgroups`.
 *
 * @remarks `rule.child(group)` refers to a child group.
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
  tries: ["name", "rules"],
  label: ({ name }) => name,
  idOf: (_inputs, { groupId }) => (groupId === undefined ? undefined : String(groupId)),
  keys: ({ name }, group) => [group === undefined ? `new group|${name}` : `group|${group.id}`],

  async find({ groups }, { name, rules: wanted }) {
    const group = await groups.named(name);
    if (group === undefined) return undefined;
    const live = await groups.rules(group.id);
    const unread = unreadIn(live);
    if (unread !== undefined) throw new Refusal(`it already exists (id ${String(group.id)}), and ${unread}.`);
    const rules = rulesAsDeclared(live, wanted);
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
    if (isOfOther(`group|${String(groupId)}`)) throw new Refusal(numberOfOther(groupId));
    return { id: String(groupId), outputs: { groupId, ruleCount: live.length } };
  },

  async read({ groups }, { id, inputs: state, outputs, doubt }, { info }) {
    const { name: known, rules: before = [] } = state as Known;
    const isNumber = objectId.safeParse(id).success;
    const group =
      (isNumber ? await groups.find(Number(id)) : undefined) ??
      (known === undefined ? await groups.named(id) : undefined);
    if (group === undefined) return undefined;
    if (known !== undefined && (await whose(groups, group, state, doubt)) === "others") {
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

  async update({ groups }, { id, inputs: before, outputs, doubt }, { name, rules }, { keep, begin }) {
    const group = await groups.find(Number(id));
    if (group === undefined) throw new Refusal("it is no longer on the gateway: pulumi up --refresh");
    await assertOurs(groups, group, before, doubt, { name, rules });
    await assertFree(groups, group, name);
    const isInDoubt = doubt !== undefined;
    const isAboutRules = isInDoubt || JSON.stringify(before.rules) !== JSON.stringify(rules);
    const live = isAboutRules ? await groups.rules(group.id) : [];
    // What an interrupted update has added may be there.
    const known = [...before.rules, ...(doubt?.tried?.rules ?? [])];
    const { added, removed, isShown } = changeOf(live, known, rules, isInDoubt);
    const change = { name: group.name === name ? undefined : name, added, removed };
    if (change.name === undefined && added.length + removed.length === 0) {
      return { id, outputs: isAboutRules ? { ...outputs, ruleCount: live.length } : outputs };
    }
    const kept = asSet(known);
    begin({ id, inputs: { name: group.name, rules: kept }, outputs });
    const after = await groups.change(group, change, isAboutRules ? isShown : undefined, (shown) => {
      keep({ id, inputs: { name: shown, rules: kept }, outputs });
    });
    return { id, outputs: isAboutRules ? { ...outputs, ruleCount: after.length } : outputs };
  },

  async remove({ groups }, state, { info }) {
    return (await mayRemove(groups, state, info)) ? groups.remove(Number(state.id)) : "gone";
  },
});

/** Whether the group that has the number of ours is ours, or gone. */
export async function mayRemove(
  groups: Groups,
  { id, inputs: before, doubt }: { id: string; inputs: Known; doubt?: Doubt<Known> | undefined },
  info: (message: string) => void,
): Promise<boolean> {
  const group = await groups.listed(Number(id));
  const owner = group === undefined ? "ours" : await whose(groups, group, before, doubt);
  if (group === undefined || owner === "ours") return true;
  if (owner === "renamed") throw renamedByHand(group);
  info(otherGroup(group));
  return false;
}

/** What the state knows of a group; nothing while it is imported. */
type Known = Partial<Pick<z.output<typeof inputs>, "name" | "rules">>;

type Whose = "ours" | "renamed" | "others";

/**
 * Whose group has the number that the state knows: *ours*, by its name, or by one that was tried; *renamed*, ours too,
 * because it has exactly our rules; or that of *others*, because numbers start again on another or a restored appliance.
 */
async function whose(groups: Groups, { id, name }: Group, known: Known, doubt?: Doubt<Known>): Promise<Whose> {
  const { tried } = doubt ?? {};
  if (name === known.name || name === tried?.name) return "ours";
  const isOurs = (await hasExactly(groups, id, known.rules)) || (await hasExactly(groups, id, tried?.rules));
  return isOurs ? "renamed" : "others";
}

/** Refuses a group of others. One in doubt may have any of our names. */
async function assertOurs(groups: Groups, group: Group, known: Known, doubt: Doubt<Known> | undefined, want: Known) {
  // A run that ended before its state was written may have renamed it.
  if (group.name === want.name) return;
  const owner = await whose(groups, group, known, doubt);
  if (owner === "others") throw new Refusal(otherGroup(group));
  if (owner === "renamed" && doubt === undefined) throw renamedByHand(group);
}

async function assertFree(groups: Groups, { id, name: before }: Group, name: string): Promise<void> {
  const other = before === name ? undefined : await groups.named(name);
  if (other === undefined || other.id === id) return;
  const words = `another IP group has the name ${quoted(name)} (id ${String(other.id)})`;
  throw new Refusal(`it cannot be renamed: ${words}. ${TO_FREE}.`);
}

function renamedByHand({ name }: Group): Refusal {
  return new Refusal(`it was renamed to ${quoted(name)} by hand. Repeat the command after this: pulumi refresh`);
}
