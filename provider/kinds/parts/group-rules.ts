import type { Group, Groups } from "../../gateway/groups";
import type { RuleFields, RuleReply } from "../../gateway/replies";
import { areSame } from "../../gateway/rule-lists";
import { quoted } from "../../values/quoted";
import { decodeRule, encodeRule, isKnownRule, meaningOf, ruleText, type CanonicalRule } from "../../values/rule";
import { asSet } from "../../values/schema";

/** Whether a group has exactly these rules, as a set. No rules prove nothing. */
export async function hasExactly(groups: Groups, id: number, rules: readonly CanonicalRule[] = []): Promise<boolean> {
  return rules.length > 0 && areSame(await groups.rules(id), rules.map(encodeRule));
}

const RESTORED = "This seems to be another or a restored appliance. To create again what is gone: pulumi up --refresh";

/** Why a group that has the number of the state is not touched. */
export function otherGroup({ id, name }: Group): string {
  return `the number ${String(id)} is that of another IP group now, ${quoted(name)}. ${RESTORED}`;
}

/** Why a group that was created is not all: what refers to the other resource by that number means this group. */
export function numberOfOther(id: number): string {
  return `it got the number ${String(id)}, which another resource of this program has in the state. ${RESTORED}`;
}

/** A change of the rules of a group, and how to see whether they show it. */
interface RuleChange {
  readonly added: readonly RuleFields[];
  readonly removed: readonly number[];
  isShown(rules: readonly RuleReply[]): boolean;
}

/**
 * The change of the live rules of a group: what differs between the state and the program, by the addresses that rules
 * cover. What is there is not added, and what is gone is not removed. In doubt, any of the rules may be missing.
 */
export function changeOf(
  live: readonly RuleReply[],
  before: readonly CanonicalRule[],
  wanted: readonly CanonicalRule[],
  isInDoubt: boolean,
): RuleChange {
  const sensesOf = (rules: readonly CanonicalRule[]): Set<string> => new Set(rules.map(ruleText));
  const [known, declared, there] = [sensesOf(before), sensesOf(wanted), new Set(live.map(meaningOf))];
  const isMissing = (sense: string): boolean => !there.has(sense) && (isInDoubt || !known.has(sense));
  const added = wanted.filter((one) => isMissing(ruleText(one))).map(encodeRule);
  const isDropped = (meaning: string): boolean => known.has(meaning) && !declared.has(meaning);
  const removed = live.filter((one) => isDropped(meaningOf(one))).map(({ rule_id }) => rule_id);
  return {
    added,
    removed,
    isShown(rules) {
      const now = new Set(rules.map(meaningOf));
      return added.every((one) => now.has(meaningOf(one))) && !rules.some(({ rule_id }) => removed.includes(rule_id));
    },
  };
}

/** The live rules in canonical form. As long as any is not understood, no declared rule counts as gone. */
export function rulesAsDeclared(live: readonly RuleReply[], declared: readonly CanonicalRule[]): CanonicalRule[] {
  const known = live.filter(isKnownRule).map(decodeRule);
  return asSet(known.length < live.length ? [...declared, ...known] : known);
}

/** The rules that are not understood, in one sentence; undefined if there are none. */
export function unreadIn(live: readonly RuleReply[]): string | undefined {
  const unread = live.flatMap((one) =>
    isKnownRule(one) ? [] : [`${String(one.rule_id)} of type ${quoted(one.kind)}`],
  );
  return unread.length === 0
    ? undefined
    : `it has rules that this package cannot write (${unread.slice(0, 5).join(", ")})`;
}
