import { z } from "zod";
import type { CreatedGroup } from "../appliance/gateway/group-creation";
import { ipGroup as ipGroupThing } from "../values/things";
import { ifRulesAreMissing, Refusal } from "../errors/refusal";
import { defineResource, inputsOf, outputsOf, type Result } from "../resource";
import { objectName } from "../values/names";
import { encodeRule, groupRules, ruleText } from "../values/rule";
import { isKnownRule } from "../gateway/rule-forms";
import { changeOf, missingIn, refuseUnknown, rulesAsDeclared, UnseenRules } from "./parts/rules";
import { otherNumber } from "./parts/ids";
import { groupReferred, noteName, refuseForeignName, severalNamed, stored } from "./parts/group-reference";

const inputs = inputsOf({
  /** Name. Changes in place. */
  name: objectName,
  /** Rules that decide which IPv4 addresses belong to the group; a set, default none. Changes in place. */
  rules: groupRules.default([]),
});

const outputs = outputsOf({
  /** The group's number (`fc_id`); `id` is the same as text. */
  groupId: z.int(),
  /** Number of rules that the group has. */
  ruleCount: z.int(),
  /** The name as the gateway shows it, if that differs from the name that was sent. */
  storedName: z.string().optional(),
});

type Want = z.output<typeof inputs>;
type Outputs = z.output<typeof outputs>;

/**
 * A named set of rules that decides which IPv4 addresses belong to it. The resource owns all rules of its group. Name
 * and rules change in place, in one request. Management gateway, `rm=ipgroups`.
 */
export const ipGroup = defineResource({
  kind: "IpGroup",
  appliance: "gateway",
  inputs,
  outputs,
  replaceOn: [],
  label: ({ name }) => name,
  declares: ({ name }) => (typeof name === "string" ? [name] : []),
  misfit: ({ id, outputs: { groupId } }) => otherNumber({ groupId }, id),
  holds: (_inputs, group) => (group === undefined ? [] : [ipGroupThing(group.id)]),
  // A rule that the gateway has twice is not a difference between the two sets.
  needsRepair: ({ inputs: { rules }, outputs: { ruleCount } }) => ruleCount > rules.length,

  async find({ ipGroups }, { name, rules: wanted, onExisting }) {
    const [groupId, ...others] = await ipGroups.sight.idsNamed(name);
    if (groupId === undefined) return undefined;
    if (others.length > 0) throw severalNamed([groupId, ...others]);
    const rules = await ipGroups.rules(groupId);
    const isTakenOver = onExisting !== undefined && onExisting !== "fail";
    if (isTakenOver) refuseUnknown(rules);
    return {
      id: String(groupId),
      inputs: { name: (await ipGroups.sight.nameOf(groupId)) ?? name, rules: rulesAsDeclared(rules, wanted) },
      outputs: { groupId, ruleCount: rules.length },
    };
  },

  async create({ ipGroups }, { name, rules }, { recordPartial, info }) {
    const resultOf = (group: CreatedGroup): Result<Want, Outputs> => ({
      id: String(group.groupId),
      outputs: { groupId: group.groupId, ruleCount: group.ruleCount, ...stored(group.name, name) },
    });
    const created = await ipGroups.create(name, rules.map(encodeRule), (group) => {
      recordPartial(resultOf(group));
    });
    for (const warning of created.warnings) info(`the gateway warns: ${warning}`);
    noteName(created.name, name, info);
    const { groupId, ruleCount } = created;
    const result = resultOf(created);
    if (ruleCount === rules.length) return result;
    const live = await ipGroups.rules(groupId);
    const missing = missingIn(live, rules);
    // The response listed other rules than the group has.
    if (missing.length === 0) return { ...result, outputs: { ...result.outputs, ruleCount: live.length } };
    throw new Refusal(`the gateway did not accept ${missing.map(ruleText).join(", ")}. ${ifRulesAreMissing}`);
  },

  async read({ ipGroups }, { id, inputs: state, outputs: { storedName } }, { info }) {
    const groupId = Number(id);
    const shown = await ipGroups.sight.nameOf(groupId);
    if (shown === undefined) return undefined;
    // An imported entry has no inputs yet.
    const { name: sent = shown, rules: before } = state as Partial<Want>;
    const name = shown === storedName || (await ipGroups.sight.keeps(shown, sent)) ? sent : shown;
    const others = (await ipGroups.sight.idsNamed(shown)).filter((one) => one !== groupId);
    if (others.length > 0) info(`another IP group has the same name (id ${others.join(", ")}).`);
    const rules = await ipGroups.rules(groupId);
    const opaque = rules.filter((one) => !isKnownRule(one)).map(({ rule_id }) => String(rule_id));
    if (opaque.length > 0) info(`it has rules that this package cannot write (rule ${opaque.join(", ")}).`);
    if (before === undefined) refuseUnknown(rules.filter(isKnownRule), rules.lack);
    else if (rules.lack !== undefined) info(`the gateway ${rules.lack}: nothing is treated as removed.`);
    const known = rulesAsDeclared(rules, before ?? []);
    const ruleCount = rules.lack === undefined ? rules.length : known.length;
    return { id, inputs: { name, rules: known }, outputs: { groupId, ruleCount, ...stored(shown, name) } };
  },

  async lookUp({ ipGroups }, reference) {
    const groupId = await groupReferred(ipGroups, reference);
    if (groupId === undefined) return undefined;
    const rules = await ipGroups.rules(groupId);
    refuseUnknown(rules);
    return {
      id: String(groupId),
      inputs: { name: (await ipGroups.sight.nameOf(groupId)) ?? reference, rules: rulesAsDeclared(rules, []) },
      outputs: { groupId, ruleCount: rules.length },
    };
  },

  foresee: ({ rules }, state) => ({ groupId: state?.outputs.groupId, ruleCount: rules?.length }),

  async update({ ipGroups }, { id, inputs: before, outputs: { storedName } }, { name, rules }, { info }) {
    const groupId = Number(id);
    const currentName = await ipGroups.sight.nameOf(groupId);
    if (currentName === undefined)
      throw new Refusal("it is no longer on the gateway. Run pulumi refresh, then pulumi up.");
    refuseForeignName(currentName, [before.name, name, storedName]);
    const isNamed = currentName === name || (currentName === storedName && before.name === name);
    if (!isNamed && (await ipGroups.sight.idsNamed(name)).some((one) => one !== groupId)) {
      throw new Refusal(`it cannot be renamed from "${currentName}": another IP group has the name "${name}" already.`);
    }
    const group = { groupId, currentName, name: isNamed ? currentName : name };
    const unseen = new UnseenRules(before.rules);
    const updated = await ipGroups.changes.converge(group, (live) => changeOf(live, rules, unseen));
    for (const warning of updated.warnings) info(`the gateway warns: ${warning}`);
    if (!isNamed) noteName(updated.name, name, info);
    return { id, outputs: { groupId, ruleCount: rules.length, ...stored(updated.name, name) } };
  },

  async remove({ ipGroups }, { id, inputs: { name }, outputs: { storedName } }) {
    const groupId = Number(id);
    const sight = await ipGroups.sight.of(groupId);
    if (sight === "gone") return "gone";
    // If the gateway shows no groups at all, the response to the deletion must prove the result.
    if (sight !== "unproven") refuseForeignName(sight.name, [name, storedName]);
    await ipGroups.remove(groupId);
    return undefined;
  },
});
