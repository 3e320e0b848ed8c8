import { z } from "zod";
import type { RuleChange } from "../appliance/gateway/ip-groups";
import type { RuleFields, RuleReply } from "../gateway/rules";
import { Refusal } from "../refusal";
import { defineResource, inputsOf } from "../resource";
import { splitCidr } from "../values/addresses";
import { objectName } from "../values/names";
import { rule, type CanonicalRule } from "../values/rule";
import { setOf } from "../values/schema";

/** Most rules in one group: they travel in one request. */
const MOST_RULES = 10_000;

const inputs = inputsOf({
  /** Name. Changes in place. */
  name: objectName,
  /** Rules that decide which IPv4 addresses belong to the group; a set, default none. Changes in place. */
  rules: setOf(rule)
    .refine((rules) => rules.length <= MOST_RULES, { error: `holds more than ${String(MOST_RULES)} rules` })
    .default([]),
});

/**
 * A named set of rules that decides which IPv4 addresses belong to it. The resource owns all rules of its group. Name and
 * rules change in place, in one request. Management gateway, `rm=ipgroups`.
 */
export const ipGroup = defineResource({
  kind: "IpGroup",
  appliance: "gateway",
  inputs,
  outputs: z.object({ groupId: z.number(), ruleCount: z.number() }),
  replaceOn: [],
  label: ({ name }) => name,

  async find({ ipGroups }, { name }) {
    const [groupId, ...others] = await ipGroups.idsNamed(name);
    if (groupId === undefined) return undefined;
    if (others.length > 0) {
      throw new Refusal(
        `several IP groups have this name (ids ${[groupId, ...others].join(", ")}). Rename all but one.`,
      );
    }
    const rules = (await ipGroups.rules(groupId)).map(decode);
    return {
      id: String(groupId),
      inputs: { name, rules: canonical(rules) },
      outputs: { groupId, ruleCount: rules.length },
    };
  },

  async create({ ipGroups }, { name, rules }, { made, note }) {
    const { groupId, ruleCount, warnings } = await ipGroups.create(name, rules.map(encode));
    for (const warning of warnings) note(`the gateway warns: ${warning}`);
    const result = { id: String(groupId), outputs: { groupId, ruleCount } };
    if (ruleCount === rules.length) return result;
    made(result);
    const live = (await ipGroups.rules(groupId)).map(decode);
    const missing = rules.filter((wanted) => !live.some((one) => textOf(one) === textOf(wanted)));
    throw new Refusal(
      `the gateway did not take ${missing.map(textOf).join(", ")}. The next pulumi up sends what is missing.`,
    );
  },

  async read({ ipGroups }, { id, inputs: state, outputs }) {
    const groupId = Number(id);
    const name = await ipGroups.nameOf(groupId, state.name);
    if (name === undefined) return undefined;
    const rules = (await ipGroups.rules(groupId)).map(decode);
    return { id, inputs: { name, rules: canonical(rules) }, outputs: { ...outputs, groupId, ruleCount: rules.length } };
  },

  async update({ ipGroups }, { id, inputs: before }, { name, rules }) {
    const groupId = Number(id);
    const currentName = await ipGroups.nameOf(groupId, before.name);
    if (currentName === undefined)
      throw new Refusal("it is no longer on the gateway. Run pulumi refresh, then pulumi up.");
    refuseForeignName(currentName, [before.name, name]);
    if (name !== currentName && (await ipGroups.idsNamed(name)).length > 0) {
      throw new Refusal(`it cannot be renamed from "${currentName}": another IP group has the name "${name}" already.`);
    }
    await ipGroups.converge({ groupId, currentName, name }, (live) => changeOf(live, rules));
    return { id, outputs: { groupId, ruleCount: rules.length } };
  },

  async remove({ ipGroups }, { id, inputs: { name } }) {
    const currentName = await ipGroups.nameOf(Number(id), name);
    if (currentName === undefined) return;
    refuseForeignName(currentName, [name]);
    await ipGroups.remove(Number(id));
  },
});

/** Ids may be used again, so one that has another name than the state knows may be somebody else's group. */
function refuseForeignName(live: string, expected: readonly string[]): void {
  if (expected.includes(live)) return;
  throw new Refusal(
    `the group with its id is called "${live}" now, so it may belong to somebody else. If it was renamed by hand, run ` +
      "pulumi refresh first.",
  );
}

/** What turns the live rules into the wanted ones: equal rules stay, rules of one type change, the rest comes and goes. */
function changeOf(live: readonly RuleReply[], wanted: readonly CanonicalRule[]): RuleChange {
  const missing = new Map(wanted.map((one) => [textOf(one), one]));
  const surplus = live.filter((one) => !missing.delete(textOf(decode(one))));
  const added = [...missing.values()];
  const change: RuleChange = { added: [], updated: [], removed: [] };
  for (const { type, rule_id } of surplus) {
    const index = added.findIndex((one) => encode(one).type === type);
    const [replacement] = index < 0 ? [] : added.splice(index, 1);
    if (replacement === undefined) change.removed.push(rule_id);
    else change.updated.push({ ...encode(replacement), rule_id });
  }
  change.added = added.map(encode);
  return change;
}

function encode(one: CanonicalRule): RuleFields {
  switch (one.type) {
    case "ip":
      return { type: "ip", address: one.address };
    case "range":
      return { type: "range", sip: one.start, eip: one.end };
    case "network": {
      const { address, prefix } = splitCidr(one.cidr);
      return { type: "network", address, mask: String(prefix) };
    }
    case "all":
      return { type: "ipall", all: 1 };
    case "wildcard":
      return { type: "wildcard", address: one.address, mask: one.mask };
    case "child":
      return { type: "child", child_id: Number(one.groupId) };
  }
}

function decode(one: RuleReply): CanonicalRule {
  switch (one.type) {
    case "ip":
      return { type: "ip", address: one.address };
    case "range":
      return { type: "range", start: one.sip, end: one.eip };
    case "network":
      return { type: "network", cidr: `${one.address}/${one.mask}` };
    case "ipall":
      return { type: "all" };
    case "wildcard":
      return { type: "wildcard", address: one.address, mask: one.mask };
    case "child":
      return { type: "child", groupId: String(one.child_id) };
  }
}

/** One text for equal rules. */
function textOf(one: CanonicalRule): string {
  return JSON.stringify(one);
}

/** Live rules in the order of canonical sets. */
function canonical(rules: readonly CanonicalRule[]): CanonicalRule[] {
  const byText = new Map(rules.map((one) => [textOf(one), one]));
  return [...byText.keys()].sort().map((text) => byText.get(text) as CanonicalRule);
}
