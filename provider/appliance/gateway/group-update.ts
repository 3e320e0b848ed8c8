import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { RefusedError } from "../../errors";
import type { RuleReply } from "../../gateway/rule-forms";
import { Refusal } from "../../refusal";
import { isCutSpellingOf, isSpellingOf } from "../../values/spellings";
import { seenWithin } from "../becomes-visible";
import { mayBeApplied } from "../../http/retry";
import type { GroupRules, LostRequests } from "./group-rules";
import type { GroupSight } from "./group-sight";
import type { RuleChange, UpdateOutcome, UpdateRequest } from "./update-request";

/** A group with the name and rules that are declared. */
export interface GroupToUpdate {
  groupId: number;
  /** Its name as the gateway shows it. */
  currentName: string;
  /** The name that it shall have; the current one where it stays. */
  name: string;
}

/** A group that is as declared. */
export interface UpdatedGroup {
  /** Its name as the gateway shows it. */
  name: string;
  warnings: readonly string[];
}

/** What updates of groups work with. */
export interface UpdateTools {
  readonly sight: GroupSight;
  readonly rules: GroupRules;
  readonly request: UpdateRequest;
  readonly lost: LostRequests;
}

/** Computes from the live rules what to send. */
export type ChangeFrom = (live: readonly RuleReply[]) => RuleChange;

/** Most times that a change is computed anew because the group changed in the meantime. */
const MOST_RECOMPUTATIONS = 3;

/**
 * One update of name and rules of a group. It is believed when the answer proves it or a reading shows it; it is computed
 * anew from the live rules where the answer is lost or another client was faster.
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

  /** A gateway may spell the name otherwise than it was sent: once it has taken it, it is not sent again. */
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

  /** Takes the name in the answer, or else the one that new lists show. */
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

  /** What a reading shows to be left of the change, looked for a while; undefined where nothing is. */
  async #leftOver(): Promise<RuleChange | undefined> {
    let left: RuleChange | undefined;
    await seenWithin(async () => {
      left = this.changeFrom(await this.tools.rules.of(this.group.groupId));
      return isEmpty(left) ? true : undefined;
    }, this.tools.lost);
    return left === undefined || isEmpty(left) ? undefined : left;
  }

  /** The rules after an update whose answer was lost: as they are once they show it, or as they are at last. */
  async #rulesAfter(): Promise<RuleReply[]> {
    let live: RuleReply[] = [];
    const shows = async (): Promise<true | undefined> => {
      live = await this.tools.rules.of(this.group.groupId);
      return isEmpty(this.changeFrom(live)) ? true : undefined;
    };
    await seenWithin(shows, this.tools.lost);
    return live;
  }

  /** Removes what a first request has added that arrived after the second one. What does not show yet is left alone. */
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
    `the gateway answered the change without an error, but its rules do not show it: ${counts.join(", ")} are left. The ` +
      "next pulumi up sends what is missing.",
  );
}

function stillNamed(name: string): Refusal {
  return new Refusal(
    `the gateway answered the renaming without an error, but still lists the group as "${name}". The next pulumi up ` +
      "sends the name again.",
  );
}
