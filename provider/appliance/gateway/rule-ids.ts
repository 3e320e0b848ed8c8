import { isSameRule } from "../../values/rule";
import type { RuleFields, RuleReply } from "../../gateway/rule-forms";

/**
 * Whether a gateway keeps the ids of rules. The document does not say it: an update may give all rules of its group
 * other ids, so that a request which names an id from an earlier reading is refused.
 */
export class RuleIds {
  #areKept = false;
  /** The groups that this process has changed: for a while, readings may show them as they were. */
  readonly #changed = new Set<number>();
  /** The change that has the turn, by group. */
  readonly #running = new Map<number, Promise<unknown>>();

  /** Whether a reading has shown that a change of a group leaves the ids of its other rules as they are. */
  get areKept(): boolean {
    return this.#areKept;
  }

  /** Records what a reading after a change shows: the rules that were there before, and all rules now. */
  learn(before: readonly RuleReply[], live: readonly RuleReply[]): void {
    this.#areKept ||= haveOtherIds(before, live) === false;
  }

  changes(groupId: number): void {
    this.#changed.add(groupId);
  }

  /** Whether a reading may show ids that a change by this process has replaced. */
  mayLag(groupId: number): boolean {
    return !this.#areKept && this.#changed.has(groupId);
  }

  /**
   * Runs the changes of one group one after another, until a reading has shown that ids are kept. `mayMove`: whether the
   * change concerns a rule that may get another id.
   */
  async inTurn<T>(groupId: number, mayMove: boolean, work: () => Promise<T>): Promise<T> {
    for (;;) {
      const running = this.#running.get(groupId);
      if (!mayMove || this.#areKept) return await work();
      if (running === undefined) break;
      await running.catch(() => undefined);
    }
    const own = work();
    this.#running.set(groupId, own);
    try {
      return await own;
    } finally {
      this.#running.delete(groupId);
    }
  }
}

/** The ids of some rules. */
export function idsOf(rules: readonly RuleReply[]): Set<number> {
  return new Set(rules.map(({ rule_id }) => rule_id));
}

/**
 * Whether the rules that existed have other ids now; undefined if there were none. It looks the same if they were
 * removed in the meantime.
 */
export function haveOtherIds(before: readonly RuleReply[], live: readonly RuleReply[]): boolean | undefined {
  if (before.length === 0) return undefined;
  const ids = idsOf(live);
  return !before.some(({ rule_id }) => ids.has(rule_id));
}

/** Ids of equal rules beyond those that existed before. If all ids have changed, these are the highest ones. */
export function newOnes(before: readonly RuleReply[], live: readonly RuleReply[], rule: RuleFields): number[] {
  const equalIn = (rules: readonly RuleReply[]): number[] => [...idsOf(rules.filter((one) => isSameRule(one, rule)))];
  const known = equalIn(before);
  const equal = equalIn(live);
  if (haveOtherIds(before, live) !== true) return equal.filter((id) => !known.includes(id));
  return equal.sort((one, other) => one - other).slice(known.length);
}

/**
 * The id that a rule of an earlier reading has now: its own, or that of the rule with its content if all ids of the
 * group have changed. Undefined if it is gone.
 */
export function idNowOf(rule: RuleReply, before: readonly RuleReply[], live: readonly RuleReply[]): number | undefined {
  if (idsOf(live).has(rule.rule_id)) return rule.rule_id;
  const others = before.filter(({ rule_id }) => rule_id !== rule.rule_id);
  if (rule.type === "opaque" || haveOtherIds(others, live) === false) return undefined;
  return newOnes(others, live, rule)[0];
}
