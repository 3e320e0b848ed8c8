import { meaningOf } from "../../values/rule";
import type { RuleFields, RuleReply } from "../../gateway/rule-forms";

/** The rules of a group compared with those that were sent. */
export interface RuleComparison {
  /** Sent, but not there. */
  missing: RuleFields[];
  /** Equal to a rule that was sent and is already there. */
  surplus: RuleReply[];
  /** Equal to no rule that was sent. */
  others: RuleReply[];
}

export function compareRules(live: readonly RuleReply[], sent: readonly RuleFields[]): RuleComparison {
  const known = new Set(sent.map(meaningOf));
  const seen = new Set(live.map(meaningOf));
  // A gateway may keep two spellings of the same addresses as one rule.
  const result: RuleComparison = {
    missing: sent.filter((rule) => !seen.has(meaningOf(rule))),
    surplus: [],
    others: [],
  };
  const expected = countsOf(sent);
  for (const rule of live) {
    const meaning = meaningOf(rule);
    const left = expected.get(meaning) ?? 0;
    if (left > 0) expected.set(meaning, left - 1);
    else (known.has(meaning) ? result.surplus : result.others).push(rule);
  }
  return result;
}

/** Whether the rules of a group are exactly those that were sent. */
export function areEqualRules(live: readonly RuleReply[], sent: readonly RuleFields[]): boolean {
  const { missing, surplus, others } = compareRules(live, sent);
  return missing.length + surplus.length + others.length === 0;
}

/** For each rule that was sent, the newest of the live rules that are equal to it. */
export function newestOf(live: readonly RuleReply[], sent: readonly RuleFields[]): RuleReply[] {
  const left = countsOf(sent);
  const newestFirst = [...live].sort((one, other) => other.rule_id - one.rule_id);
  return newestFirst.filter((rule) => {
    const count = left.get(meaningOf(rule)) ?? 0;
    left.set(meaningOf(rule), count - 1);
    return count > 0;
  });
}

/** How often each meaning occurs. */
function countsOf(rules: readonly RuleFields[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const meaning of rules.map(meaningOf)) counts.set(meaning, (counts.get(meaning) ?? 0) + 1);
  return counts;
}
