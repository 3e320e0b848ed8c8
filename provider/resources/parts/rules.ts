import type { RuleChange } from "../../appliance/gateway/ip-groups";
import {
  isKnownRule,
  type OpaqueRule,
  type RuleFields,
  type RuleListing,
  type RuleReply,
} from "../../gateway/rule-forms";
import { Refusal } from "../../errors/refusal";
import { decodeRule, encodeRule, meaningOf, ruleText, type CanonicalRule } from "../../values/rule";
import { kept } from "../../values/collections";
import { asSet } from "../../values/schema";

/**
 * Computes the change from the live rules to the wanted ones. A rule with the same addresses stays, a rule can become
 * another one of the same type, and all others are added or removed. Refuses a group with rules that this package
 * cannot write.
 */
export function changeOf(
  live: RuleListing,
  wanted: readonly CanonicalRule[],
  unseen: UnseenRules = new UnseenRules([]),
): RuleChange {
  const known = live.filter(isKnownRule);
  if (known.length < live.length) throw opaqueFault(live);
  const exact = new Set(wanted.map(textOf));
  const places = new Map<string, number>();
  for (const meaning of wanted.map(sense)) places.set(meaning, (places.get(meaning) ?? 0) + 1);
  const added = new Map<string, RuleFields[]>();
  for (const one of unseen.toAdd(live, missingIn(live, wanted), wanted).map(encodeRule)) {
    kept(added, one.type, (): RuleFields[] => []).push(one);
  }
  const change: RuleChange = { added: [], updated: [], removed: [] };
  // If several live rules spell the same addresses, the one with the declared spelling stays.
  const declared = new Set(known.filter((one) => exact.has(textOf(decodeRule(one)))));
  for (const one of new Set([...declared, ...known])) {
    const meaning = meaningOf(one);
    const left = places.get(meaning) ?? 0;
    places.set(meaning, left - 1);
    if (left > 0) continue;
    const replacement = added.get(one.type)?.shift();
    if (replacement === undefined) change.removed.push(one.rule_id);
    else change.updated.push({ ...replacement, rule_id: one.rule_id });
  }
  change.added = [...added.values()].flat();
  return change;
}

/** What a list of rules that is not whole means for one change: rules of the state may be there without being shown. */
export class UnseenRules {
  /** How many rules the first list hid: what a later one hides beyond that is what was added since. */
  #hidden: number | undefined;
  /** Rules of the state that the first list hid: only a later one can show that they are gone. */
  #state: readonly CanonicalRule[];

  constructor(state: readonly CanonicalRule[]) {
    this.#state = state;
  }

  /** The wanted rules that must still be added, because a list does not show them. Refuses to lose sight of a dropped one. */
  toAdd(live: RuleListing, missing: readonly CanonicalRule[], wanted: readonly CanonicalRule[]): CanonicalRule[] {
    const { lack, hidden = 0 } = live;
    if (lack === undefined) return [...missing];
    const isFirst = this.#hidden === undefined;
    this.#hidden ??= hidden;
    if (isFirst) this.#state = missingIn(live, this.#state);
    const senses = new Set(wanted.map(sense));
    const dropped = this.#state.filter((one) => !senses.has(sense(one)));
    if (dropped.length > 0) {
      const isOne = dropped.length === 1;
      const what = `${dropped.map(ruleText).join(", ")} ${isOne ? "is" : "are"}`;
      throw new Refusal(
        `the gateway ${lack}, and ${what} not among them, so ${isOne ? "it was" : "they were"} not removed. Remove ` +
          `${isOne ? "it" : "them"} on the gateway, or run pulumi up again when the gateway shows all rules.`,
      );
    }
    const known = new Set(this.#state.map(sense));
    return missing.filter((one) => !known.has(sense(one))).slice(Math.max(0, hidden - this.#hidden));
  }
}

/** The wanted rules that no live rule is equal to. By sets, because a group may have 10,000 rules. */
export function missingIn(live: readonly RuleReply[], wanted: readonly CanonicalRule[]): CanonicalRule[] {
  const there = new Set(live.map(meaningOf));
  return wanted.filter((one) => !there.has(sense(one)));
}

/**
 * The error about a group with rules of unknown types: a resource that owns all rules of a group must not touch them.
 */
function opaqueFault(live: readonly RuleReply[]): Refusal {
  const opaque = live.filter((one): one is OpaqueRule => !isKnownRule(one));
  const named = opaque.slice(0, 5).map(({ rule_id, kind }) => `${rule_id} of type "${kind}"`);
  return new Refusal(
    `the group holds rules that this package cannot write (${named.join(", ")}), and an IpGroup owns all rules of its ` +
      "group. Remove them on the gateway, or manage single rules of the group with IpGroupRule.",
  );
}

/**
 * The live rules of known types, in canonical order. A rule with the addresses of a declared one gets the declared
 * spelling. A list that is not whole does not show that a declared rule is gone.
 */
export function rulesAsDeclared(live: RuleListing, declared: readonly CanonicalRule[]): CanonicalRule[] {
  const known = live.filter(isKnownRule);
  const there = new Set(known.map(meaningOf));
  const senses = new Set(declared.map(sense));
  const others = known.filter((one) => !senses.has(meaningOf(one))).map(decodeRule);
  return asSet([...declared.filter((one) => live.lack !== undefined || there.has(sense(one))), ...others]);
}

/** Whether a live rule covers the same addresses as a declared one. */
export function isDeclaredRule(live: RuleReply, declared: CanonicalRule): boolean {
  return meaningOf(live) === sense(declared);
}

function sense(one: CanonicalRule): string {
  return meaningOf(encodeRule(one));
}

/** The same text for equal rules. */
export function textOf(one: CanonicalRule): string {
  return JSON.stringify(one);
}

/** Refuses to take over a group with rules that this package cannot write, or that the gateway does not show. */
export function refuseUnknown(rules: readonly RuleReply[], lack = (rules as RuleListing).lack): void {
  if (!rules.every(isKnownRule)) throw opaqueFault(rules);
  if (lack === undefined) return;
  throw new Refusal(`the gateway ${lack}, and an IpGroup owns all rules of its group: it cannot be taken over.`);
}
