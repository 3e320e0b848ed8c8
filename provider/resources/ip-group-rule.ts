import { z } from "zod";
import { ipGroupRule as ruleThing } from "../values/things";
import { Refusal } from "../refusal";
import { defineResource, inputsOf } from "../resource";
import { objectId } from "../values/numbers";
import { rule } from "../values/rule";
import { decodeRule, encodeRule, textOf } from "./parts/rules";
import { otherThan } from "./parts/ids";

const inputs = inputsOf({
  /** Id of the IP group, which somebody else owns. A change replaces. */
  groupId: objectId,
  /** The rule. It changes in place while its type stays the same; another type replaces. */
  rule,
});

/**
 * One rule in an IP group that somebody else owns; the other rules are never touched. Do not combine it with an `IpGroup`
 * of the same group. Management gateway, `update` and `deleteRule`.
 */
export const ipGroupRule = defineResource({
  kind: "IpGroupRule",
  appliance: "gateway",
  inputs,
  outputs: z.object({ ruleId: z.number() }),
  replaceOn: ["groupId", "rule.type"],
  label: ({ groupId, rule: wanted }) => `${wanted.type} in IP group ${groupId}`,
  misfit: ({ id, inputs: { groupId }, outputs: { ruleId } }) =>
    ruleId === undefined ? "it has no ruleId" : otherThan(idOf(groupId, ruleId), id),
  holds: ({ groupId }, made) => (made === undefined ? [] : [ruleThing(groupId, made.outputs.ruleId)]),

  async find({ ipGroups, ledger }, { groupId, rule: wanted }) {
    const equal = (await ipGroups.rules(Number(groupId))).filter((one) => textOf(decodeRule(one)) === textOf(wanted));
    // One that another resource has may be about to change.
    const found = equal.find(({ rule_id }) => !ledger.isHeldByOther(ruleThing(groupId, rule_id), ""));
    if (found === undefined) return undefined;
    return { id: idOf(groupId, found.rule_id), inputs: { groupId, rule: wanted }, outputs: { ruleId: found.rule_id } };
  },

  async create({ ipGroups }, { groupId, rule: wanted }, { made, note }) {
    const { ruleId, surplus } = await ipGroups.addRule(Number(groupId), encodeRule(wanted));
    const result = { id: idOf(groupId, ruleId), outputs: { ruleId } };
    made(result);
    for (const one of surplus) {
      await ipGroups.removeRule(Number(groupId), one);
      note(`its request was carried out twice, so the equal rule ${String(one)} was removed again.`);
    }
    return result;
  },

  async read({ ipGroups }, { id, outputs: { ruleId }, inputs: { groupId } }, { note }) {
    const rules = (await ipGroups.rulesIfThere(Number(groupId))) ?? [];
    const live = rules.find((one) => one.rule_id === ruleId);
    if (live === undefined) return undefined;
    const rule = decodeRule(live);
    const equal = rules.filter((one) => one !== live && textOf(decodeRule(one)) === textOf(rule));
    for (const { rule_id } of equal) note(`the IP group has an equal rule beside it (rule ${String(rule_id)}).`);
    return { id, inputs: { rule }, outputs: { ruleId } };
  },

  async update({ ipGroups }, { id, outputs: { ruleId } }, { groupId, rule: wanted }) {
    const live = (await ipGroups.rules(Number(groupId))).find((one) => one.rule_id === ruleId);
    if (live === undefined) throw new Refusal("it is no longer in the IP group. Run pulumi refresh, then pulumi up.");
    if (decodeRule(live).type !== wanted.type) throw anotherRule(decodeRule(live).type);
    if (textOf(decodeRule(live)) === textOf(wanted)) return { id, outputs: { ruleId } };
    await ipGroups.changeRule(Number(groupId), { ...encodeRule(wanted), rule_id: ruleId });
    return { id, outputs: { ruleId } };
  },

  async remove({ ipGroups }, { outputs: { ruleId }, inputs: { groupId, rule: known } }) {
    const live = (await ipGroups.rulesIfThere(Number(groupId)))?.find((one) => one.rule_id === ruleId);
    if (live === undefined) return;
    if (decodeRule(live).type !== known.type) throw anotherRule(decodeRule(live).type);
    await ipGroups.removeRule(Number(groupId), ruleId);
  },
});

function idOf(groupId: string, ruleId: number): string {
  return `${groupId}/${String(ruleId)}`;
}

/** Ids may be used again, so one that has another type than the state knows may be somebody else's rule. */
function anotherRule(type: string): Refusal {
  return new Refusal(`the rule with its id is of type "${type}" now, so it may belong to somebody else.`);
}
