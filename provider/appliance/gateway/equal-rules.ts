import type { RuleFields, RuleReply } from "../../gateway/rules";

/** The rules of a group against those that were sent. */
export interface RuleComparison {
  /** Sent, but not there. */
  missing: RuleFields[];
  /** Equal to one that was sent, which is there already. */
  surplus: RuleReply[];
  /** Equal to none that was sent. */
  others: RuleReply[];
}

export function compareRules(live: readonly RuleReply[], sent: readonly RuleFields[]): RuleComparison {
  const missing = new Map(sent.map((rule) => [textOf(rule), rule]));
  const known = new Set(missing.keys());
  const result: RuleComparison = { missing: [], surplus: [], others: [] };
  for (const rule of live) {
    const text = textOf(rule);
    if (missing.delete(text)) continue;
    (known.has(text) ? result.surplus : result.others).push(rule);
  }
  return { ...result, missing: [...missing.values()] };
}

/** Whether the rules of a group are exactly those that were sent. */
export function areEqualRules(live: readonly RuleReply[], sent: readonly RuleFields[]): boolean {
  const { missing, surplus, others } = compareRules(live, sent);
  return missing.length + surplus.length + others.length === 0;
}

/** Whether a rule of the gateway says the same as one that was sent. */
export function isEqualRule(live: RuleReply, sent: RuleFields): boolean {
  return textOf(live) === textOf(sent);
}

/** One text for rules that say the same. */
function textOf(rule: RuleFields | RuleReply): string {
  const { rule_id: _id, cid: _cid, ...fields } = rule as RuleReply;
  return JSON.stringify(Object.entries(fields).sort());
}
