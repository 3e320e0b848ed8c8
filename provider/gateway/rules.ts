import { someOf } from "../values/quoted";
import { decodeRule, meaningOf, ruleText } from "../values/rule";

/** A rule in the form that the gateway accepts in `added`. Management gateway, "IP Group rule". */
export type RuleFields =
  /** One host. */
  | { type: "ip"; address: string }
  /** An address range, both ends included. */
  | { type: "range"; sip: string; eip: string }
  /** A subnet; `mask` is the prefix length as text, e.g. `"16"`. */
  | { type: "network"; address: string; mask: string }
  /** All addresses. */
  | { type: "ipall"; all: 1 }
  /** Octets with mask 0 must equal the address's octet; octets with mask 255 match anything. */
  | { type: "wildcard"; address: string; mask: string }
  /** Another group, which must exist. */
  | { type: "child"; child_id: number };

/** A rule as the gateway stores it and as `updated` accepts it: its type must stay the same. */
export type StoredRule = RuleFields & { rule_id: number };

/** A rule in a form that the document does not have, e.g. with IPv6 addresses: it is shown, and never written. */
export interface OpaqueRule {
  type: "opaque";
  rule_id: number;
  /** The gateway's word for its type. */
  kind: string;
  /** Its other fields as JSON. */
  text: string;
}

/** A rule in a reply. */
export type RuleReply = StoredRule | OpaqueRule;

export function isKnownRule(rule: RuleReply): rule is StoredRule {
  return rule.type !== "opaque";
}

/** The maximum number of rules that a message names. */
const MOST_NAMED = 5;

/** Whether a group has exactly these rules. */
export function areSame(live: readonly RuleReply[], rules: readonly RuleFields[]): boolean {
  const [one, other] = [live, rules].map((list) => list.map(meaningOf).sort().join("\n"));
  return live.every(isKnownRule) && one === other;
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

/** The rules that a list lacks, in words; empty if it has all. */
export function missingIn(live: readonly RuleReply[], rules: readonly RuleFields[]): string {
  const there = new Set(live.map(meaningOf));
  const missing = rules.filter((one) => !there.has(meaningOf(one)));
  return someOf(
    missing.map((one) => ruleText(decodeRule(one))),
    MOST_NAMED,
  );
}
