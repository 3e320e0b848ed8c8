import { setTimeout as sleep } from "node:timers/promises";
import { RefusedError } from "../../errors/errors";
import type { GatewayClient } from "../../gateway/client";
import { isSameRule } from "../../values/rule-meaning";
import type { RuleFields, RuleReply, StoredRule } from "../../gateway/rule-forms";
import { Refusal } from "../../errors/refusal";
import { seenWithin, type Visibility } from "../becomes-visible";
import type { Limiter } from "../limiter";
import { mayBeApplied } from "../../http/retry";
import type { RuleChange, UpdateOutcome, UpdateRequest } from "./update-request";

/** How to look for the effect of a request whose response was lost. */
export interface LostRequests extends Visibility {
  /** Time in milliseconds after which to check once more whether the first request has arrived after the second. */
  readonly againMs: number;
}

/**
 * Lists of the gateway may lag some 1.5 s behind its changes, and a request may arrive after its connection is gone.
 */
export const lostRequests: LostRequests = { patienceMs: 3000, everyMs: 1000, againMs: 1000 };

/** A rule after a change. */
export interface ChangedRule {
  ruleId: number;
  warnings: readonly string[];
  /** Whether the change gave other rules of the group new ids too; undefined if there were no others to show it. */
  idsChange: boolean | undefined;
}

/** A rule that was added. */
export interface AddedRule extends ChangedRule {
  /** Ids of equal rules that were added as well, because the request was carried out twice. */
  surplus: number[];
}

/** The rules of the IP groups of one gateway. Nothing is cached. */
export class GroupRules {
  constructor(
    private readonly client: GatewayClient,
    private readonly limiter: Limiter,
    private readonly request: UpdateRequest,
    private readonly lost: LostRequests,
  ) {}

  of(groupId: number): Promise<RuleReply[]> {
    return this.limiter.run(() => this.client.ipGroups.loadRules({ fc_id: groupId }));
  }

  /**
   * The rules of a group, or undefined if the gateway refuses to return them: it may not show the group yet, or no
   * more.
   */
  async shown(groupId: number): Promise<RuleReply[] | undefined> {
    try {
      return await this.of(groupId);
    } catch (error) {
      if (error instanceof RefusedError) return undefined;
      throw error;
    }
  }

  /**
   * Adds one rule and returns its id: that of an equal rule which did not exist before. A lost response is settled in
   * the same way, and the rule is sent once more if it does not show.
   */
  async add(groupId: number, rule: RuleFields): Promise<AddedRule> {
    const before = await this.of(groupId);
    let idsChange: boolean | undefined;
    const added = async (): Promise<number[]> => {
      const live = await this.of(groupId);
      idsChange = haveChanged(before, live);
      return newOnes(before, live, rule);
    };
    const appears = (): Promise<number | undefined> => seenWithin(async () => (await added())[0], this.lost);
    const first = await this.#send(groupId, { added: [rule] }, before);
    const ruleId = await appears();
    if (ruleId !== undefined) return { ruleId, surplus: [], warnings: warningsOf(first), idsChange };
    if (!(first instanceof Error)) throw notListed();
    const again = await this.#send(groupId, { added: [rule] }, before);
    const second = await appears();
    if (second === undefined) throw again instanceof Error ? again : notListed();
    // The first request may have arrived late, after the second.
    await sleep(this.lost.againMs);
    const surplus = (await added()).filter((id) => id !== second);
    return { ruleId: second, surplus, warnings: warningsOf(again), idsChange };
  }

  /**
   * Changes one rule of a group whose rules are known, and returns its id after the change. The type of a rule cannot
   * change, so a rule that the gateway keeps under another type is removed and added. Sent once more if the response is
   * lost and the change does not show.
   */
  async change(groupId: number, rule: StoredRule, before: readonly RuleReply[]): Promise<ChangedRule> {
    const { rule_id, ...fields } = rule;
    const isOfType = before.find((one) => one.rule_id === rule_id)?.type === rule.type;
    const change = isOfType ? { updated: [rule] } : { added: [fields], removed: [rule_id] };
    const others = before.filter((one) => one.rule_id !== rule_id);
    let idsChange: boolean | undefined;
    const shows = async (): Promise<number | undefined> => {
      const live = await this.of(groupId);
      idsChange = haveChanged(others, live);
      const isThere = live.some((one) => one.rule_id === rule_id && isSameRule(one, rule));
      if (isThere) return rule_id;
      // The old rule may still show beside the new one, if the removal lags behind.
      return live.some((one) => one.rule_id === rule_id) ? undefined : newOnes(others, live, fields)[0];
    };
    for (let attempt = 1; ; attempt += 1) {
      const sent = await this.#send(groupId, change, before);
      if (!(sent instanceof Error) && sent.isProven && isOfType) {
        return { ruleId: rule_id, warnings: sent.warnings, idsChange };
      }
      const ruleId = await seenWithin(shows, this.lost);
      if (ruleId !== undefined) return { ruleId, warnings: warningsOf(sent), idsChange };
      if (!(sent instanceof Error)) throw notListed();
      if (attempt === 2) throw sent;
    }
  }

  /** Removes rules from a group in one request. */
  async takeOut(groupId: number, ruleIds: readonly number[]): Promise<void> {
    const { isProven } = await this.request.send({ fc_id: groupId }, { removed: [...ruleIds] }, []);
    if (isProven) return;
    const isOut = await seenWithin(async () => {
      const live = await this.of(groupId);
      return live.some(({ rule_id }) => ruleIds.includes(rule_id)) ? undefined : true;
    }, this.lost);
    if (isOut === undefined) throw new Refusal(`the gateway still lists the rules ${ruleIds.join(", ")}`);
  }

  /** Sends a change. Returns the error if the change may have been applied, and throws any other error. */
  async #send(
    fc_id: number,
    change: Partial<RuleChange>,
    before: readonly RuleReply[],
  ): Promise<UpdateOutcome | Error> {
    try {
      return await this.request.send({ fc_id }, change, before);
    } catch (error) {
      if (mayBeApplied(error) && error instanceof Error) return error;
      throw error;
    }
  }
}

/** Whether the rules that existed have other ids now. It looks the same if they were removed in the meantime. */
function haveChanged(before: readonly RuleReply[], live: readonly RuleReply[]): boolean | undefined {
  if (before.length === 0) return undefined;
  const ids = new Set(live.map(({ rule_id }) => rule_id));
  return !before.some(({ rule_id }) => ids.has(rule_id));
}

/** Ids of equal rules beyond those that existed before. If all ids have changed, these are the highest ones. */
function newOnes(before: readonly RuleReply[], live: readonly RuleReply[], rule: RuleFields): number[] {
  const idsOf = (rules: readonly RuleReply[]): number[] =>
    rules.filter((one) => isSameRule(one, rule)).map(({ rule_id }) => rule_id);
  const known = idsOf(before);
  const equal = idsOf(live);
  if (haveChanged(before, live) !== true) return equal.filter((id) => !known.includes(id));
  return equal.sort((one, other) => one - other).slice(known.length);
}

function warningsOf(outcome: UpdateOutcome | Error): readonly string[] {
  return outcome instanceof Error ? [] : outcome.warnings;
}

function notListed(): Refusal {
  return new Refusal(
    "the gateway accepted the rule, but does not list it among the rules of the group. Run pulumi up again: if the rule " +
      "exists by then, the error says how to take it over.",
  );
}
