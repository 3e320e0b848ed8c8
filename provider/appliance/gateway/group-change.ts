import { isDeepStrictEqual } from "node:util";
import { type Change, change, type Patience, seenWithin, type Tried } from "../../change/change";
import type { RuleListing, RuleReply } from "../../gateway/rule-forms";
import { RefusedError } from "../../errors/errors";
import { Refusal } from "../../errors/refusal";
import { isCutSpellingOf, isSpellingOf } from "../../values/names";
import type { GroupSight } from "./group-sight";
import type { Between, RuleChange, UpdateOutcome, UpdateRequest } from "./update-request";

/** What all changes of groups on one gateway use. */
export interface GroupTools {
  readonly sight: GroupSight;
  readonly request: UpdateRequest;
  readonly rulesOf: (groupId: number) => Promise<RuleReply[]>;
  readonly patience: Patience;
}

/** A change of one group: of its rules, its name, or both. */
interface GroupGoal {
  readonly groupId: number;
  /** The rules before the change. */
  readonly before: readonly RuleReply[];
  /** What to send first, without the name. */
  readonly first: RuleChange;
  /** What is still to send, judged by the live rules. */
  left(live: readonly RuleReply[]): RuleChange;
  readonly rename?: { readonly from: string; readonly to: string } | undefined;
  /** Whether a response can prove the change; if not, the caller needs what only a reading shows. Default true. */
  readonly isProvable?: boolean;
  /** Whether a refused change is computed again if others have changed the group since. Default false. */
  readonly isComputedAgain?: boolean;
  /** The error if the response has no objection, but the rules do not show the change; undefined to believe it. */
  notShown(left: RuleChange): Error | undefined;
  /** Removes what a lost first request added after the second one. Returns false if the rules do not show it yet. */
  readonly takeBack?: (live: readonly RuleReply[]) => Promise<boolean>;
}

/** A group after a change. */
interface ChangedGroup {
  /** Its new name as the gateway shows it; undefined if it was not renamed. */
  readonly name: string | undefined;
  readonly warnings: readonly string[];
  /** The rules that show the change; undefined if the response proved it. */
  readonly live: readonly RuleReply[] | undefined;
}

/** What a reading shows of a group. What the response has settled is not read. */
interface Live {
  readonly rules?: readonly RuleReply[];
  readonly name?: string | undefined;
}

/**
 * Changes a group. The change counts as done if the response proves it or a reading shows it. After a lost response, or
 * if another client was faster, it is computed again from the live rules.
 */
export function changeGroup(tools: GroupTools, goal: GroupGoal): Promise<ChangedGroup> {
  return change(new GroupChange(tools, goal), tools.patience);
}

class GroupChange implements Change<UpdateOutcome, Live, ChangedGroup> {
  readonly isStale?: (live: Live) => boolean;
  readonly takeBack?: (live: Live) => Promise<boolean>;
  readonly #warnings: string[] = [];
  /** The rules that the last request was computed from. */
  #base: readonly RuleReply[];
  /** The new name as the gateway shows it, once it has accepted one. */
  #name: string | undefined;

  constructor(
    private readonly tools: GroupTools,
    private readonly goal: GroupGoal,
  ) {
    this.#base = goal.before;
    const { takeBack } = goal;
    if (takeBack !== undefined) this.takeBack = ({ rules = [] }) => takeBack(rules);
    if (goal.isComputedAgain === true) this.isStale = ({ rules }) => !isDeepStrictEqual(rules, this.#base);
  }

  async send(live: Live | undefined): Promise<UpdateOutcome> {
    const { groupId: fc_id, rename, first } = this.goal;
    this.#base = live?.rules ?? this.#base;
    const parts = live === undefined ? first : this.goal.left(this.#base);
    const group = this.#isUnnamed ? { fc_id, name: rename?.to } : { fc_id };
    return await this.tools.request.send(group, parts, this.#base, (most) => this.#between(most));
  }

  /** What is left to send, once a reading shows that it is at most so many changes of rules. */
  async #between(most: number): Promise<Between> {
    const { rules, isShown } = await this.#rulesWithin((live) => sizeOf(this.goal.left(live)) <= most);
    this.#base = rules;
    return { live: rules, left: this.goal.left(rules), isShown };
  }

  proves({ isProven, name, warnings }: UpdateOutcome): ChangedGroup | undefined {
    this.#warnings.push(...warnings);
    if (name !== undefined && this.#isTaken(name)) this.#takes(name);
    return isProven && this.#isProvable && !this.#isUnnamed ? this.#done() : undefined;
  }

  /** Reads the name if it is still to be seen, and the rules unless the response has proved them. */
  async read({ answer, failure }: Partial<Tried<UpdateOutcome>> = {}): Promise<Live> {
    const { groupId, rename } = this.goal;
    const { sight } = this.tools;
    if (failure !== undefined || this.#isUnnamed) sight.expire();
    if (this.#isUnnamed) {
      const shown = await sight.nameOf(groupId);
      // After a response, any other name than the former one is the new one, as the gateway spells it.
      const isOther = failure === undefined && shown !== rename?.from;
      if (shown !== undefined && (isOther || this.#isTaken(shown))) this.#takes(shown);
    }
    if (answer?.isProven === true && this.#isProvable) return {};
    return { rules: failure instanceof RefusedError ? await this.#afterRefusal() : await this.tools.rulesOf(groupId) };
  }

  /** The rules after a refusal: they may have got other ids by an earlier change that no reading shows yet. */
  async #afterRefusal(): Promise<readonly RuleReply[]> {
    const { ids } = this.tools.request;
    const isNew = (rules: readonly RuleReply[]): boolean =>
      this.isStale === undefined || !ids.mayLag(this.goal.groupId) || this.isStale({ rules });
    return (await this.#rulesWithin(isNew)).rules;
  }

  /** Reads the rules until they are as asked, or the patience ends. */
  async #rulesWithin(isAsked: (rules: RuleListing) => boolean): Promise<{ rules: RuleListing; isShown: boolean }> {
    let rules: RuleListing = [];
    let isShown = false;
    const look = async (): Promise<true | undefined> => {
      rules = await this.tools.rulesOf(this.goal.groupId);
      isShown = isAsked(rules);
      return isShown || undefined;
    };
    await seenWithin(look, this.tools.patience);
    return { rules, isShown };
  }

  shows({ rules }: Live): ChangedGroup | undefined {
    return isEmpty(this.#left(rules)) && !this.#isUnnamed ? this.#done(rules) : undefined;
  }

  otherwise({ failure }: Tried<UpdateOutcome>, live: Live | undefined): ChangedGroup | Error | undefined {
    if (failure !== undefined) return undefined;
    if (this.#isUnnamed) return stillNamed(this.goal.rename?.from ?? "");
    return this.goal.notShown(this.#left(live?.rules)) ?? this.#done(live?.rules);
  }

  get #isProvable(): boolean {
    return this.goal.isProvable !== false;
  }

  get #isUnnamed(): boolean {
    return this.goal.rename !== undefined && this.#name === undefined;
  }

  #isTaken(name: string): boolean {
    const { rename } = this.goal;
    if (rename === undefined) return false;
    return isSpellingOf(name, rename.to) || (name !== rename.from && isCutSpellingOf(name, rename.to));
  }

  #takes(name: string): void {
    this.#name = name;
    this.tools.sight.set(this.goal.groupId, name);
  }

  #left(live: readonly RuleReply[] | undefined): RuleChange {
    return live === undefined ? nothing : this.goal.left(live);
  }

  #done(live?: readonly RuleReply[]): ChangedGroup {
    return { name: this.#name, warnings: this.#warnings, live };
  }
}

/** No change of any rule. */
export const nothing: RuleChange = { added: [], updated: [], removed: [] };

export function isEmpty(change: RuleChange): boolean {
  return sizeOf(change) === 0;
}

function sizeOf({ added, updated, removed }: RuleChange): number {
  return added.length + updated.length + removed.length;
}

function stillNamed(name: string): Refusal {
  return new Refusal(
    `the gateway answered the renaming without an error, but still lists the group as "${name}". The next pulumi up ` +
      "sends the name again.",
  );
}
