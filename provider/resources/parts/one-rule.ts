import type { Ledger } from "../../appliance/ledger";
import { Refusal } from "../../errors/refusal";
import { isKnownRule, type KnownRule, type RuleReply } from "../../gateway/rule-forms";
import { decodeRule, type CanonicalRule } from "../../values/rule";
import { ipGroupRule as ruleThing } from "../../values/things";
import { isDeclaredRule } from "./rules";

interface RuleIds {
  ruleId: number;
  currentId?: number | undefined;
  doubt?: { id?: true | undefined } | undefined;
}

export function idOf(groupId: string, ruleId: number): string {
  return `${groupId}/${String(ruleId)}`;
}

/** The last known id of a rule. */
export function idNow({ ruleId, currentId }: RuleIds): number {
  return currentId ?? ruleId;
}

/** Whether the gateway may give the rule another id when the group is changed. */
export function mayMove({ doubt }: RuleIds): boolean {
  return doubt?.id === true;
}

/** The outputs of a rule whose id is `id` now. */
export function moved({ currentId: _before, ...outputs }: RuleIds, id: number): RuleIds {
  return id === outputs.ruleId ? outputs : { ...outputs, currentId: id };
}

/**
 * The live rule of a resource: the rule with its id or, if the gateway gives rules new ids with every change, the rule
 * with its content. The content identifies it, because no equal rule existed when it was created.
 */
export function ours(
  rules: readonly RuleReply[],
  outputs: RuleIds,
  { groupId, rule: known }: { groupId: string; rule: CanonicalRule },
  ledger: Ledger,
): KnownRule | undefined {
  const byId = rules.find(({ rule_id }) => rule_id === idNow(outputs));
  if (byId !== undefined) return isKnownRule(byId) ? byId : undefined;
  if (!mayMove(outputs)) return undefined;
  const isHeld = (ruleId: number): boolean => ledger.isHeldByOther(ruleThing(groupId, ruleId), "");
  return rules.filter(isKnownRule).find((one) => isDeclaredRule(one, known) && !isHeld(one.rule_id));
}

/** Refuses a rule whose type is not the one in the state: ids may be reused, so it may belong to others. */
export function refuseAnother(live: KnownRule, known: CanonicalRule): void {
  const { type } = decodeRule(live);
  if (type === known.type || isDeclaredRule(live, known)) return;
  throw new Refusal(`the rule with this id is now of type "${type}", so it may be a different rule.`);
}
