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
