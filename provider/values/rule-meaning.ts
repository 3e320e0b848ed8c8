import { compareAddresses, isAddress, maskedAddress, prefixOfMask } from "./addresses";
import type { RuleFields, RuleReply } from "../gateway/rule-forms";

/**
 * The same text for rules that cover the same addresses, however they are written: a gateway may keep a network with
 * one address as `ip`, or a network as `range`.
 */
export function meaningOf(rule: RuleFields | RuleReply): string {
  switch (rule.type) {
    case "ip":
      return interval(rule.address, rule.address);
    case "range":
      return interval(rule.sip, rule.eip);
    case "network":
      return block(rule.address, Number(rule.mask));
    case "ipall":
      return block("0.0.0.0", 0);
    case "wildcard": {
      const prefix = prefixOfMask(inverted(rule.mask));
      const address = maskedAddress(rule.address, rule.mask);
      return prefix === undefined ? `wildcard ${address} ${rule.mask}` : block(address, prefix);
    }
    case "child":
      return `child ${rule.child_id}`;
    case "opaque":
      return `${rule.kind} ${rule.text}`;
  }
}

/** Whether two rules cover the same addresses. */
export function isSameRule(one: RuleFields | RuleReply, other: RuleFields | RuleReply): boolean {
  return meaningOf(one) === meaningOf(other);
}

function block(address: string, prefix: number): string {
  const size = 2 ** (32 - prefix);
  const first = Math.floor(numberOf(address) / size) * size;
  return `${first}-${first + size - 1}`;
}

function interval(first: string, last: string): string {
  return `${numberOf(first)}-${numberOf(last)}`;
}

function numberOf(address: string): number {
  return isAddress(address) ? compareAddresses(address, "0.0.0.0") : Number.NaN;
}

function inverted(mask: string): string {
  return mask
    .split(".")
    .map((octet) => 255 - Number(octet))
    .join(".");
}
