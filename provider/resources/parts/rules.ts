import type { RuleChange } from "../../appliance/gateway/ip-groups";
import type { RuleFields, RuleReply } from "../../gateway/rules";
import { maskedAddress, splitCidr } from "../../values/addresses";
import type { CanonicalRule } from "../../values/rule";

/** What turns the live rules into the wanted ones: equal rules stay, rules of one type change, the rest comes and goes. */
export function changeOf(live: readonly RuleReply[], wanted: readonly CanonicalRule[]): RuleChange {
  const missing = new Map(wanted.map((one) => [textOf(one), one]));
  const surplus = live.filter((one) => !missing.delete(textOf(decodeRule(one))));
  const added = [...missing.values()];
  const change: RuleChange = { added: [], updated: [], removed: [] };
  for (const { type, rule_id } of surplus) {
    const index = added.findIndex((one) => encodeRule(one).type === type);
    const [replacement] = index < 0 ? [] : added.splice(index, 1);
    if (replacement === undefined) change.removed.push(rule_id);
    else change.updated.push({ ...encodeRule(replacement), rule_id });
  }
  change.added = added.map(encodeRule);
  return change;
}

/** A rule as the gateway takes it. */
export function encodeRule(one: CanonicalRule): RuleFields {
  switch (one.type) {
    case "ip":
      return { type: "ip", address: one.address };
    case "range":
      return { type: "range", sip: one.start, eip: one.end };
    case "network": {
      const { address, prefix } = splitCidr(one.cidr);
      return { type: "network", address, mask: String(prefix) };
    }
    case "all":
      return { type: "ipall", all: 1 };
    case "wildcard":
      return { type: "wildcard", address: one.address, mask: one.mask };
    case "child":
      return { type: "child", child_id: Number(one.groupId) };
  }
}

/** A rule of the gateway in canonical form. */
export function decodeRule(one: RuleReply): CanonicalRule {
  switch (one.type) {
    case "ip":
      return { type: "ip", address: one.address };
    case "range":
      return { type: "range", start: one.sip, end: one.eip };
    case "network":
      return { type: "network", cidr: `${one.address}/${one.mask}` };
    case "ipall":
      return { type: "all" };
    case "wildcard":
      return { type: "wildcard", address: maskedAddress(one.address, one.mask), mask: one.mask };
    case "child":
      return { type: "child", groupId: String(one.child_id) };
  }
}

/** One text for equal rules. */
export function textOf(one: CanonicalRule): string {
  return JSON.stringify(one);
}

/** Live rules in the order of canonical sets. */
export function canonicalRules(rules: readonly CanonicalRule[]): CanonicalRule[] {
  const byText = new Map(rules.map((one) => [textOf(one), one]));
  return [...byText.keys()].sort().map((text) => byText.get(text) as CanonicalRule);
}
