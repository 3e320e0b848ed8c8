import { meaningOf } from "../values/rule";
import type { RuleFields, RuleReply } from "./replies";

/** Whether these are the same rules, as a set. */
export function areSame(live: readonly RuleReply[], rules: readonly RuleFields[]): boolean {
  const there = new Set(live.map(meaningOf));
  const ours = new Set(rules.map(meaningOf));
  return there.size === ours.size && [...ours].every((one) => there.has(one));
}

/**
 * Whether a group has rules that its creation did not add: then it existed before. `added`: the rules of the answer; if
 * the group does not have them, their numbers decide nothing.
 */
export function hasStrangers(
  live: readonly RuleReply[],
  added: readonly RuleReply[],
  rules: readonly RuleFields[],
): boolean {
  const ids = new Set(added.map(({ rule_id }) => rule_id));
  const sent = new Set(rules.map(meaningOf));
  const others = live.filter(({ rule_id }) => !ids.has(rule_id));
  const areAllThere = ids.size > 0 && live.length - others.length === ids.size;
  return others.some((one) => areAllThere || !sent.has(meaningOf(one)));
}
