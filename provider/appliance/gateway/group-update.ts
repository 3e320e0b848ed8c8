import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { RefusedError } from "../../errors/errors";
import type { RuleReply } from "../../gateway/rule-forms";
import { Refusal } from "../../errors/refusal";
import { isCutSpellingOf, isSpellingOf } from "../../values/spellings";
import { seenWithin } from "../becomes-visible";
import { mayBeApplied } from "../../http/retry";
import type { GroupRules, LostRequests } from "./group-rules";
import type { GroupSight } from "./group-sight";
import type { RuleChange, UpdateOutcome, UpdateRequest } from "./update-request";

/** A group to update, with its declared name. */
export interface GroupToUpdate {
  groupId: number;
  /** Its name as the gateway shows it. */
  currentName: string;
  /** The declared name; equal to the current one if it stays. */
  name: string;
}

/** A group that is as declared. */
export interface UpdatedGroup {
  /** Its name as the gateway shows it. */
  name: string;
  warnings: readonly string[];
}

/** What all updates of groups use. */
export interface UpdateTools {
  readonly sight: GroupSight;
  readonly rules: GroupRules;
  readonly request: UpdateRequest;
  readonly lost: LostRequests;
}

/** Computes the change to send from the live rules. */
export type ChangeFrom = (live: readonly RuleReply[]) => RuleChange;

/** Maximum number of times that a change is computed and sent, because the group may change in the meantime. */
const MOST_RECOMPUTATIONS = 3;

/**
 * One update of name and rules of a group. It counts as done if the response proves it or a reading shows it. It is
 * computed again from the live rules if the response is lost or another client was faster.
 */
export class GroupUpdate {
  readonly #warnings: string[] = [];
  #currentName: string;

  constructor(
    private readonly tools: UpdateTools,
    private readonly group: GroupToUpdate,
    private readonly changeFrom: ChangeFrom,
  ) {
    this.#currentName = group.currentName;
  }

  async run(): Promise<UpdatedGroup> {
    const { rules } = this.tools;
    let live = await rules.of(this.group.groupId);
    let lost = false;
    for (let attempt = 1; ; attempt += 1) {
      const change = this.changeFrom(live);
      if (!this.#isRenamed && isEmpty(change)) break;
      try {
        await this.#send(change, live);
        break;
      } catch (error) {
        const repeatable = mayBeApplied(error) || error instanceof RefusedError;
        if (!repeatable || attempt === MOST_RECOMPUTATIONS) throw error;
        const next = mayBeApplied(error) ? await this.#rulesAfter() : await rules.of(this.group.groupId);
        // Refused, and nothing has changed since: it would be refused again.
        if (!mayBeApplied(error) && isDeepStrictEqual(next, live)) throw error;
        lost ||= mayBeApplied(error);
        live = next;
        await this.#readName();
      }
    }
    if (lost) await this.#removeLate();
    return { name: this.#currentName, warnings: this.#warnings };
  }

  /** Whether the name still has to be sent. A gateway may spell it differently: once accepted, it is not sent again. */
  get #isRenamed(): boolean {
    const { name, currentName: before } = this.group;
    return name !== this.#currentName && (this.#currentName === before || !isCutSpellingOf(this.#currentName, name));
  }

  async #send(change: RuleChange, live: readonly RuleReply[]): Promise<void> {
    const { groupId, name } = this.group;
    const isRenamed = this.#isRenamed;
    const outcome = await this.#request({ fc_id: groupId, ...(isRenamed ? { name } : {}) }, change, live);
    this.#warnings.push(...outcome.warnings);
    if (isRenamed) await this.#settleName(outcome.name);
    if (outcome.isProven) return;
    const left = await this.#leftOver();
    if (left !== undefined) throw notShown(left);
  }

  async #request(
    group: Parameters<UpdateRequest["send"]>[0],
    change: RuleChange,
    live: readonly RuleReply[],
  ): Promise<UpdateOutcome> {
    try {
      return await this.tools.request.send(group, change, live);
    } catch (error) {
      if (mayBeApplied(error)) this.tools.sight.expire();
      throw error;
    }
  }

  /** Accepts the name in the response, or else the one that new lists show. */
  async #settleName(answered: string | undefined): Promise<void> {
    const { sight, lost } = this.tools;
    const { groupId, name } = this.group;
    const before = this.#currentName;
    const isTaken = (one: string): boolean => isSpellingOf(one, name) || (one !== before && isCutSpellingOf(one, name));
    if (answered !== undefined && isTaken(answered)) {
      this.#setName(answered);
      return;
    }
    const shown = await seenWithin(async () => {
      sight.expire();
      const seen = await sight.nameOf(groupId);
      return seen === undefined || (seen === before && !isTaken(seen)) ? undefined : seen;
    }, lost);
    if (shown === undefined) throw stillNamed(before);
    this.#setName(shown);
  }

  #setName(name: string): void {
    this.#currentName = name;
    this.tools.sight.set(this.group.groupId, name);
  }

  async #readName(): Promise<void> {
    this.tools.sight.expire();
    this.#currentName = (await this.tools.sight.nameOf(this.group.groupId)) ?? this.#currentName;
  }

  /** The part of the change that readings still do not show after a while; undefined if they show all of it. */
  async #leftOver(): Promise<RuleChange | undefined> {
    let left: RuleChange | undefined;
    await seenWithin(async () => {
      left = this.changeFrom(await this.tools.rules.of(this.group.groupId));
      return isEmpty(left) ? true : undefined;
    }, this.tools.lost);
    return left === undefined || isEmpty(left) ? undefined : left;
  }

  /** The rules after an update whose response was lost: those that show the change, or those of the last reading. */
  async #rulesAfter(): Promise<RuleReply[]> {
    let live: RuleReply[] = [];
    const shows = async (): Promise<true | undefined> => {
      live = await this.tools.rules.of(this.group.groupId);
      return isEmpty(this.changeFrom(live)) ? true : undefined;
    };
    await seenWithin(shows, this.tools.lost);
    return live;
  }

  /** Removes what a first request added that arrived after the second one. What does not show yet is left alone. */
  async #removeLate(): Promise<void> {
    const { rules, lost } = this.tools;
    const { groupId } = this.group;
    await sleep(lost.againMs);
    const surplus = await seenWithin(async () => {
      const { added, updated, removed } = this.changeFrom(await rules.of(groupId));
      return added.length + updated.length === 0 ? removed : undefined;
    }, lost);
    if (surplus !== undefined && surplus.length > 0) await rules.takeOut(groupId, surplus);
  }
}

function isEmpty({ added, updated, removed }: RuleChange): boolean {
  return added.length + updated.length + removed.length === 0;
}

function notShown({ added, updated, removed }: RuleChange): Refusal {
  const counts = [`${added.length} to add`, `${updated.length} to change`, `${removed.length} to remove`];
  return new Refusal(
    "the gateway answered the change without an error, but the group's rules do not show it (still " +
      `${counts.join(", ")}). The next pulumi up sends what is missing.`,
  );
}

function stillNamed(name: string): Refusal {
  return new Refusal(
    `the gateway answered the renaming without an error, but still lists the group as "${name}". The next pulumi up ` +
      "sends the name again.",
  );
}
