import { RefusedError, TooLargeError } from "../../errors/errors";
import type { ChangeAnswer } from "../../gateway/change-answer";
import type { GatewayClient } from "../../gateway/client";
import { meaningOf } from "../../values/rule";
import type { RuleFields, RuleListing, RuleReply, StoredRule } from "../../gateway/rule-forms";
import type { Limiter } from "../client-layer";
import { idsOf, type RuleIds } from "./rule-ids";

/** The change that brings a group to what is declared. Existing rules are given by their ids. */
export interface RuleChange {
  added: RuleFields[];
  updated: StoredRule[];
  removed: number[];
}

/** What the responses to a change prove. */
export interface UpdateOutcome {
  /** Whether they prove every change of a rule; otherwise only a reading can. */
  readonly isProven: boolean;
  /** The name of the group, if a response has it. */
  readonly name: string | undefined;
  readonly warnings: readonly string[];
}

/** What a reading shows between two requests of one change. */
export interface Between {
  readonly live: RuleListing;
  readonly left: RuleChange;
  /** Whether it shows what was sent so far. */
  readonly isShown: boolean;
}

const MOST_RULES = 10_000;

/** The maximum number of rules per request; reduced once the gateway has found one too large. */
export class RequestSize {
  constructor(public most: number = MOST_RULES) {}

  /**
   * After a request with this many rules failed: returns whether a smaller one may succeed, and reduces the maximum.
   */
  shrinksAfter(error: unknown, rules: number): boolean {
    if (!(error instanceof TooLargeError) || rules <= 1) return false;
    this.most = Math.min(this.most, Math.ceil(rules / 2));
    return true;
  }
}

/** Sends changes of IP groups, in several requests if one would be too large, and checks their responses. */
export class UpdateRequest {
  constructor(
    private readonly client: GatewayClient,
    private readonly limiter: Limiter,
    readonly size: RequestSize,
    readonly ids: RuleIds,
  ) {}

  /**
   * Sends a change of a group whose rules are known. `read` is called between two requests if the second one names
   * rules that may have other ids by then. Throws RefusedError if a response objects; a part of the change may have been
   * applied by then.
   */
  async send(
    group: { fc_id: number; name?: string | undefined },
    change: Partial<RuleChange>,
    before: RuleListing,
    read: (most: number) => Promise<Between>,
  ): Promise<UpdateOutcome> {
    let { name } = group;
    let rest = itemsOf(change);
    let live = before;
    let count = countOf(live);
    let known = idsOf(live);
    const outcome = { isProven: true, name: undefined as string | undefined, warnings: [] as string[] };
    do {
      const items = rest.slice(0, this.size.most);
      const part = changeOf(items);
      let answer: ChangeAnswer;
      try {
        answer = await this.#sendPart({ fc_id: group.fc_id, name }, part);
      } catch (error) {
        if (!this.size.shrinksAfter(error, items.length)) throw error;
        continue;
      }
      this.ids.changes(group.fc_id);
      count += part.added.length - part.removed.length;
      outcome.isProven &&= proves(answer, part, known, count);
      outcome.name = answer.fc_name ?? outcome.name;
      outcome.warnings.push(...answer.warnings);
      for (const { rule_id } of answer.added ?? []) known.add(rule_id);
      rest = rest.slice(items.length);
      name = undefined;
      if (this.ids.areKept || rest.every(([key]) => key === "added")) continue;
      const now = await read(rest.length);
      if (now.isShown) this.ids.learn(live, now.live);
      live = now.live;
      rest = itemsOf(now.left);
      count = countOf(live);
      known = idsOf(live);
    } while (rest.length > 0);
    return outcome;
  }

  async #sendPart(group: { fc_id: number; name: string | undefined }, part: RuleChange): Promise<ChangeAnswer> {
    const lists = Object.entries(part).filter(([, list]) => (list as unknown[]).length > 0);
    const fields = { ...group, ...(Object.fromEntries(lists) as Partial<RuleChange>) };
    const answer = await this.limiter.execute(() => this.client.ipGroups.update(fields));
    if (answer.objection === undefined) return answer;
    const { host } = this.client;
    throw new RefusedError({ appliance: "gateway", host, action: "ipgroups/update", words: answer.objection });
  }
}

type Item = {
  readonly [Key in keyof RuleChange]: readonly [key: Key, item: RuleChange[Key][number]];
}[keyof RuleChange];

function itemsOf({ added = [], updated = [], removed = [] }: Partial<RuleChange>): Item[] {
  return [
    ...updated.map((rule): Item => ["updated", rule]),
    ...added.map((rule): Item => ["added", rule]),
    ...removed.map((id): Item => ["removed", id]),
  ];
}

function countOf({ length, hidden = 0 }: RuleListing): number {
  return length + hidden;
}

function changeOf(items: readonly Item[]): RuleChange {
  const change: RuleChange = { added: [], updated: [], removed: [] };
  for (const [key, item] of items) (change[key] as unknown[]).push(item);
  return change;
}

/** Whether a response names every requested change of a rule, and no other number of rules than expected. */
function proves(answer: ChangeAnswer, change: RuleChange, before: ReadonlySet<number>, count: number): boolean {
  if (answer.total !== undefined && answer.total !== count) return false;
  const named = (answer.added ?? []).filter(({ rule_id }) => !before.has(rule_id)).map(meaningOf);
  const isAdded = change.added.every((rule) => {
    const index = named.indexOf(meaningOf(rule));
    if (index >= 0) named.splice(index, 1);
    return index >= 0;
  });
  const isUpdated = change.updated.every(({ rule_id }) => answer.updated?.includes(rule_id) === true);
  return isAdded && isUpdated && change.removed.every((id) => answer.removed?.includes(id) === true);
}

/** The rules of a group compared with those that were sent. */
interface RuleComparison {
  /** Sent, but not there. */
  missing: RuleFields[];
  /** Equal to a rule that was sent and is already there. */
  surplus: RuleReply[];
  /** Equal to no rule that was sent. */
  others: RuleReply[];
}

export function compareRules(live: readonly RuleReply[], sent: readonly RuleFields[]): RuleComparison {
  const seen = new Set(live.map(meaningOf));
  // A gateway may keep two spellings of the same addresses as one rule.
  const result: RuleComparison = {
    missing: sent.filter((rule) => !seen.has(meaningOf(rule))),
    surplus: [],
    others: [],
  };
  const expected = countsOf(sent);
  for (const rule of live) {
    const meaning = meaningOf(rule);
    const left = expected.get(meaning) ?? 0;
    if (left > 0) expected.set(meaning, left - 1);
    else (expected.has(meaning) ? result.surplus : result.others).push(rule);
  }
  return result;
}

/** Whether the rules of a group are exactly those that were sent. */
export function areEqualRules(live: readonly RuleReply[], sent: readonly RuleFields[]): boolean {
  const { missing, surplus, others } = compareRules(live, sent);
  return missing.length + surplus.length + others.length === 0;
}

/** For each rule that was sent, the newest of the live rules that are equal to it. */
export function newestOf(live: readonly RuleReply[], sent: readonly RuleFields[]): RuleReply[] {
  const left = countsOf(sent);
  const newestFirst = [...live].sort((one, other) => other.rule_id - one.rule_id);
  return newestFirst.filter((rule) => {
    const count = left.get(meaningOf(rule)) ?? 0;
    left.set(meaningOf(rule), count - 1);
    return count > 0;
  });
}

/** How often each meaning occurs. */
function countsOf(rules: readonly RuleFields[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const meaning of rules.map(meaningOf)) counts.set(meaning, (counts.get(meaning) ?? 0) + 1);
  return counts;
}
