import { z } from "#zod";
import { Refusal } from "../errors/refusal";
import type { Group, Groups } from "../gateway/groups";
import type { OpaqueRule, RuleReply } from "../gateway/replies";
import { objectId } from "../values/numbers";
import { quoted } from "../values/quoted";
import { decodeRule, encodeRule, isKnownRule, meaningOf, rule, ruleText, type CanonicalRule } from "../values/rule";
import { defineKind, inputsOf, outputsOf } from "./definition";
import type { LinkReports } from "./parts/links";

/**
 * One rule in an IP group that something else manages; other rules are never touched. Do not combine it with an
 * `IpGroup` of the same group, which owns its rules. The rule changes in place while its type stays the same.
 *
 * Output `ruleId` is the number of the rule. Management gateway, `update` and `deleteRule`.
 */
export const ipGroupRule = defineKind({
  kind: "IpGroupRule",
  appliance: "gateway",
  inputs: inputsOf({
    /** Id of the IP group that holds the rule; others own the group. A change replaces. */
    groupId: objectId,
    /** The rule. It changes in place while its type stays the same; another type replaces. */
    rule,
  }),
  outputs: outputsOf({
    /** The id of the rule. */
    ruleId: z.int(),
    /** The name of the group: under another name, its number may mean another group. */
    groupName: z.string(),
  }),
  replaceOn: ["groupId", "rule.type"],
  tries: ["rule"],
  label: ({ groupId, rule: wanted }) => `${wanted.type} in IP group ${groupId}`,
  identity: ({ groupId, rule: wanted }) => [`${ruleText(wanted)} in IP group ${groupId}`],
  keys: ({ groupId, rule: wanted }, made) => [ruleKey(groupId, made?.outputs.ruleId ?? ruleText(wanted))],

  async find({ groups }, { groupId, rule: wanted }) {
    const [group, live] = await heldBy(groups, groupId);
    const equal = live.find((one) => isSame(one, wanted));
    return equal && { inputs: { groupId, rule: wanted }, ...placeOf(group, equal.rule_id) };
  },

  async create({ groups }, { groupId, rule: wanted }, { info }) {
    const [group, live] = await heldBy(groups, groupId);
    const made = await changed(groups, group, { added: [encodeRule(wanted)] }, wanted, live);
    if (!isKnownRule(made)) info(leftAsShown(made));
    return placeOf(group, made.rule_id);
  },

  async read({ groups }, { id, inputs: known, outputs, doubt }, progress) {
    if ((outputs as Partial<typeof outputs>).ruleId === undefined) return imported(groups, id);
    const own = await ownRule(groups, known, outputs, [doubt?.tried?.rule], progress);
    if (own === undefined) return undefined;
    const [{ name: groupName }, found] = own;
    const shown = { ...outputs, ruleId: found.rule_id, groupName };
    if (isKnownRule(found))
      return { id, inputs: { rule: isSame(found, known.rule) ? known.rule : decodeRule(found) }, outputs: shown };
    progress.info(leftAsShown(found));
    return { id, inputs: {}, outputs: shown };
  },

  async update({ groups }, { id, inputs: known, outputs, doubt }, { rule: wanted }, progress) {
    const own = await ownRule(groups, known, outputs, [doubt?.tried?.rule, wanted], progress);
    if (own === undefined) throw new Refusal("it is no longer in the IP group: pulumi up --refresh");
    const [group, found, live] = own;
    if (!isKnownRule(found)) {
      if (ruleText(known.rule) !== ruleText(wanted)) throw new Refusal(leftAsShown(found));
      return { id, outputs: { ...outputs, ruleId: found.rule_id, groupName: group.name } };
    }
    const { rule_id: ruleId } = isSame(found, wanted)
      ? found
      : await changed(groups, group, { updated: [{ ...encodeRule(wanted), rule_id: found.rule_id }] }, wanted, live);
    return { id, outputs: { ...outputs, ruleId, groupName: group.name } };
  },

  async remove({ groups }, { inputs: known, outputs, doubt }, progress) {
    const { info, isOfOther } = progress;
    const own = await ownRule(groups, known, outputs, [doubt?.tried?.rule], progress);
    if (own === undefined) return "gone";
    const [group, found] = own;
    const isHeld = isOfOther(`group|${String(group.id)}`);
    if (isKnownRule(found) && !isHeld) return groups.removeRule(group.id, found.rule_id);
    info(isKnownRule(found) ? "it stays, because another resource declares its IP group." : leftAsShown(found));
    return undefined;
  },
});

function leftAsShown({ text }: OpaqueRule): string {
  return `the gateway shows it as ${text}, which this package does not understand; it is left as it is.`;
}

async function heldBy(groups: Groups, groupId: string): Promise<[Group, RuleReply[]]> {
  const group = await groups.find(Number(groupId));
  if (group === undefined) throw new Refusal(`the gateway has no IP group with the id ${groupId}.`);
  return [group, await groups.rules(group.id)];
}

function ruleKey(groupId: string, ruleId: number | string): string {
  return `rule|${groupId}|${String(ruleId)}`;
}

/**
 * The rule of a resource: the one with its id and with its content, or with one of `others` that an update may have sent.
 * In the group that it was created in, also the one with its content and another id that no other resource of this run
 * has, because gateways may give new ones, and the one with its id in a form that is not understood. A rule with its id
 * and another content may belong to others.
 */
async function ownRule(
  groups: Groups,
  { groupId, rule: known }: { groupId: string; rule: CanonicalRule },
  { ruleId, groupName }: { ruleId: number; groupName: string },
  others: readonly (CanonicalRule | undefined)[],
  { info, isOfOther }: Pick<LinkReports, "info"> & Partial<LinkReports>,
): Promise<[Group, RuleReply, RuleReply[]] | undefined> {
  const group = await groups.find(Number(groupId));
  if (group === undefined) return undefined;
  const live = await groups.rules(group.id);
  const isHome = group.name === groupName;
  const numbered = live.find(({ rule_id }) => rule_id === ruleId);
  const isOurs = (one: RuleReply): boolean =>
    isKnownRule(one) ? [known, ...others].some((rule) => rule !== undefined && isSame(one, rule)) : isHome;
  if (numbered !== undefined && isOurs(numbered)) return [group, numbered, live];
  const isFree = ({ rule_id }: RuleReply): boolean => isOfOther?.(ruleKey(groupId, rule_id)) !== true;
  const equal = isHome ? live.find((one) => isSame(one, known) && isFree(one)) : undefined;
  if (equal !== undefined) return [group, equal, live];
  if (numbered !== undefined) {
    const { name } = group;
    info(`rule ${String(ruleId)} of ${quoted(name)} has another content now, and may be that of others: it is left.`);
  }
  return undefined;
}

/**
 * Sends a change until the rules show it. Returns its rule: the one that it changes, or one that is new. A new one may be
 * shown in a form that is not understood.
 */
async function changed(
  groups: Groups,
  group: Group,
  change: Parameters<Groups["change"]>[1],
  wanted: CanonicalRule,
  known: readonly RuleReply[],
): Promise<RuleReply> {
  const [own] = change.updated ?? [];
  const others = new Set(known.map(({ rule_id }) => rule_id).filter((id) => id !== own?.rule_id));
  const ownIn = (rules: readonly RuleReply[]): RuleReply | undefined => {
    const ours = rules.filter(({ rule_id }) => !others.has(rule_id));
    return ours.find((one) => isSame(one, wanted)) ?? ours.find((one) => own === undefined && !isKnownRule(one));
  };
  const live = await groups.change(group, change, (rules) => ownIn(rules) !== undefined);
  return ownIn(live) as RuleReply;
}

/** The rule that an import refers to as `<id or name of the group>/<rule id>`. */
async function imported(groups: Groups, reference: string) {
  const [, word = "", number] = /^(.+)\/(\d+)$/su.exec(reference) ?? [];
  if (number === undefined)
    throw new Refusal("write the IP group and the id of the rule: <id or name of the group>/<rule id>");
  const byNumber = objectId.safeParse(word).success ? await groups.find(Number(word)) : undefined;
  const group = byNumber ?? (await groups.named(word));
  const live = group && (await groups.rules(group.id));
  const found = live?.find(({ rule_id }) => String(rule_id) === number);
  if (group === undefined || found === undefined) return undefined;
  if (!isKnownRule(found)) throw new Refusal(`it is of type "${found.kind}", which this package cannot write`);
  return { inputs: { groupId: String(group.id), rule: decodeRule(found) }, ...placeOf(group, found.rule_id) };
}

function isSame(live: RuleReply, wanted: CanonicalRule): boolean {
  return meaningOf(live) === ruleText(wanted);
}

function placeOf({ id, name }: Group, ruleId: number) {
  return { id: `${String(id)}/${String(ruleId)}`, outputs: { ruleId, groupName: name } };
}
