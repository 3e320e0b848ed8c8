import { z } from "zod";
import { ipGroupRule as ruleThing } from "../values/things";
import { Refusal } from "../errors/refusal";
import { defineResource, inputsOf, outputsOf } from "../resource";
import { objectId } from "../values/numbers";
import { outcome } from "../values/origin";
import { isKnownRule, type RuleListing } from "../gateway/rule-forms";
import { decodeRule, encodeRule, rule } from "../values/rule";
import { isDeclaredRule } from "./parts/rules";
import { groupReferred } from "./parts/group-reference";
import { otherThan } from "./parts/ids";
import { idNow, idOf, mayMove, moved, ours, refuseAnother } from "./parts/one-rule";

const inputs = inputsOf({
  /** Id of the IP group that holds the rule; others own the group. A change replaces. */
  groupId: objectId,
  /** The rule. It changes in place while its type stays the same; another type replaces. */
  rule,
});

/**
 * One rule in an IP group that others own; the other rules are never touched. Do not combine it with an `IpGroup`
 * of the same group. Management gateway, `update` and `deleteRule`.
 */
export const ipGroupRule = defineResource({
  kind: "IpGroupRule",
  appliance: "gateway",
  inputs,
  outputs: outputsOf({
    /** The id that the rule got at creation; it is part of the resource id. */
    ruleId: z.int(),
    /** The current id of the rule, if the gateway has given it another one since. */
    currentId: z.int().optional(),
    /** What is uncertain. */
    doubt: z
      .object({
        ...outcome,
        /** True if its id may change: the rule is looked up by its content when its id is not found. */
        id: z.literal(true).optional(),
      })
      .optional(),
  }),
  replaceOn: ["groupId", "rule.type"],
  label: ({ groupId, rule: wanted }) => `${wanted.type} in IP group ${groupId}`,
  misfit: ({ id, inputs: { groupId }, outputs: { ruleId } }) =>
    ruleId === undefined ? "it has no ruleId" : otherThan(idOf(groupId, ruleId), id),
  holds: ({ groupId }, made) => (made === undefined ? [] : [ruleThing(groupId, idNow(made.outputs))]),

  async find({ ipGroups, ledger }, { groupId, rule: wanted }) {
    const rules = await ipGroups.rules(Number(groupId));
    const equal = rules.filter((one) => isDeclaredRule(one, wanted));
    // Skip a rule that another resource holds, because it may change, and one that another resource gives up, because
    // it is deleted.
    const found = equal.find(({ rule_id }) => {
      const thing = ruleThing(groupId, rule_id);
      return !ledger.isHeldByOther(thing, "") && !ledger.removals.isGone(thing);
    });
    if (found === undefined && rules.lack !== undefined) {
      throw new Refusal(`the gateway ${rules.lack}, so whether the rule is there, and which id it gets, is not known.`);
    }
    if (found === undefined) return undefined;
    return { id: idOf(groupId, found.rule_id), inputs: { groupId, rule: wanted }, outputs: { ruleId: found.rule_id } };
  },

  async create({ ipGroups }, { groupId, rule: wanted }, { recordPartial, info }) {
    const { ruleId, surplus, warnings, idsChange } = await ipGroups.changes.add(Number(groupId), encodeRule(wanted));
    const result = {
      id: idOf(groupId, ruleId),
      outputs: { ruleId, ...(idsChange === false ? {} : { doubt: { id: true as const } }) },
    };
    recordPartial(result);
    for (const warning of warnings) info(`the gateway warns: ${warning}`);
    for (const one of surplus) {
      await ipGroups.removeRule(Number(groupId), one);
      info(`its request was carried out twice, so the duplicate rule ${String(one)} was removed again.`);
    }
    return result;
  },

  async read({ ipGroups, ledger }, { id, outputs, inputs: { groupId, rule: known } }, { info }) {
    const rules: RuleListing = (await ipGroups.rulesIfThere(Number(groupId))) ?? [];
    const live = ours(rules, outputs, { groupId, rule: known }, ledger);
    if (live === undefined && rules.lack !== undefined) {
      info(`the gateway ${rules.lack}: the rule is not treated as removed.`);
      return { id, inputs: {}, outputs };
    }
    if (live === undefined) return undefined;
    const rule = isDeclaredRule(live, known) ? known : decodeRule(live);
    const equal = rules.filter((one) => one !== live && isDeclaredRule(one, rule));
    for (const { rule_id } of equal) info(`the IP group has a second, equal rule (rule ${String(rule_id)}).`);
    return { id, inputs: { rule }, outputs: moved(outputs, live.rule_id) };
  },

  async lookUp({ ipGroups }, reference) {
    const [, group = "", rule] = /^(.+)\/(\d+)$/su.exec(reference) ?? [];
    if (rule === undefined)
      throw new Refusal("write the IP group and the id of the rule: <id or name of the group>/<rule id>");
    const number = await groupReferred(ipGroups, group);
    if (number === undefined) return undefined;
    const live = (await ipGroups.rules(number)).find(({ rule_id }) => String(rule_id) === rule);
    if (live === undefined) return undefined;
    if (!isKnownRule(live)) throw new Refusal(`it is of type "${live.kind}", which this package cannot write`);
    const groupId = String(number);
    const { rule_id: ruleId } = live;
    return { id: idOf(groupId, ruleId), inputs: { groupId, rule: decodeRule(live) }, outputs: { ruleId } };
  },

  foresee: (_want, state) => ({ ruleId: state?.outputs.ruleId }),

  async update({ ipGroups, ledger }, { id, outputs, inputs: { rule: known } }, { groupId, rule: wanted }, { info }) {
    const rules = await ipGroups.rules(Number(groupId));
    const live = ours(rules, outputs, { groupId, rule: known }, ledger);
    if (live === undefined && rules.lack !== undefined)
      throw new Refusal(`the gateway ${rules.lack}, and the rule is not among them, so it was not changed.`);
    if (live === undefined) throw new Refusal("it is no longer in the IP group. Run pulumi refresh, then pulumi up.");
    if (isDeclaredRule(live, wanted)) return { id, outputs: moved(outputs, live.rule_id) };
    refuseAnother(live, known);
    const rule = { ...encodeRule(wanted), rule_id: live.rule_id };
    const { ruleId, warnings, idsChange } = await ipGroups.changes.change(
      Number(groupId),
      rule,
      rules,
      mayMove(outputs),
    );
    for (const warning of warnings) info(`the gateway warns: ${warning}`);
    // A response may repeat an id that the rule no longer has. The content identifies it unless others have an equal one.
    const isFoundByContent = idsChange !== false && !rules.some((one) => isDeclaredRule(one, wanted));
    return {
      id,
      outputs: { ...moved(outputs, ruleId), ...(isFoundByContent ? { doubt: { id: true as const } } : {}) },
    };
  },

  async remove({ ipGroups, ledger }, { outputs, inputs: { groupId, rule: known } }) {
    const rules: RuleListing = (await ipGroups.rulesIfThere(Number(groupId))) ?? [];
    const live = ours(rules, outputs, { groupId, rule: known }, ledger);
    if (live === undefined && rules.lack === undefined) return "gone";
    if (live !== undefined) refuseAnother(live, known);
    const before = mayMove(outputs) ? rules : undefined;
    await ipGroups.removeRule(Number(groupId), live?.rule_id ?? idNow(outputs), { known: idNow(outputs), before });
    return undefined;
  },
});
