import type { ReadonlyListing } from "../http/schemas";

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

/** A rule of a type that the document does not have, e.g. with IPv6 addresses: it is shown, and never written. */
export interface OpaqueRule {
  type: "opaque";
  rule_id: number;
  /** The gateway's word for its type. */
  kind: string;
  /** Its other fields as JSON. */
  text: string;
}

/** Data about a rule in addition to its content: `cid`, whose meaning the document does not define. */
interface Remarks {
  cid?: string | number | null;
}

/** A rule of a documented type in a reply. */
export type KnownRule = StoredRule & Remarks;

/** A rule in a reply. */
export type RuleReply = KnownRule | (OpaqueRule & Remarks);

/** Rules of a group as a reading shows them: perhaps not all. */
export type RuleListing = ReadonlyListing<RuleReply>;

export function isKnownRule(rule: RuleReply): rule is KnownRule {
  return rule.type !== "opaque";
}
