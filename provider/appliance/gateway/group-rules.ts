import { setTimeout as sleep } from "node:timers/promises";
import { RefusedError } from "../../errors";
import type { GatewayClient } from "../../gateway/client";
import type { RuleFields, RuleReply, StoredRule } from "../../gateway/rules";
import { Refusal } from "../../refusal";
import { seenWithin, type Visibility } from "../becomes-visible";
import type { Limiter } from "../limiter";
import { mayBeApplied } from "../retry";
import { isEqualRule } from "./equal-rules";

/** How a request whose answer was lost is looked for. */
export interface LostRequests extends Visibility {
  /** After so long it is looked once more whether the first request has arrived after the second. */
  readonly againMs: number;
}

/** Lists of the gateway may be some 1.5 s behind its changes, and a request may arrive after its connection is gone. */
export const lostRequests: LostRequests = { patienceMs: 3000, everyMs: 1000, againMs: 1000 };

/** A rule that was added. */
export interface AddedRule {
  ruleId: number;
  /** Equal rules that came with it, because the request was carried out twice: one too many. */
  surplus: number[];
}

/** The rules of the IP groups of one gateway. Nothing is kept. */
export class GroupRules {
  constructor(
    private readonly client: GatewayClient,
    private readonly limiter: Limiter,
    private readonly lost: LostRequests,
  ) {}

  of(groupId: number): Promise<RuleReply[]> {
    return this.limiter.run(() => this.client.ipGroups.loadRules({ fc_id: groupId }));
  }

  /** The rules of a group, or undefined where the gateway refuses to tell them: it may not show the group yet, or no more. */
  async shown(groupId: number): Promise<RuleReply[] | undefined> {
    try {
      return await this.of(groupId);
    } catch (error) {
      if (error instanceof RefusedError) return undefined;
      throw error;
    }
  }

  /**
   * Adds one rule and gives its id. The answer to `update` is not documented, so the id is that of an equal rule which
   * was not there before; a lost answer is settled the same way, and the rule sent once more if it does not show.
   */
  async add(groupId: number, rule: RuleFields): Promise<AddedRule> {
    const before = new Set((await this.of(groupId)).map(({ rule_id }) => rule_id));
    const added = async (): Promise<number[]> => {
      const equal = (await this.of(groupId)).filter((one) => !before.has(one.rule_id) && isEqualRule(one, rule));
      return equal.map(({ rule_id }) => rule_id);
    };
    const appears = (): Promise<number | undefined> => seenWithin(async () => (await added())[0], this.lost);
    const lost = await this.#send({ fc_id: groupId, added: [rule] });
    const ruleId = await appears();
    if (ruleId !== undefined) return { ruleId, surplus: [] };
    if (lost === undefined) throw notListed();
    const again = await this.#send({ fc_id: groupId, added: [rule] });
    const second = await appears();
    if (second === undefined) throw again ?? notListed();
    // The first request may have arrived late, after the second.
    await sleep(this.lost.againMs);
    return { ruleId: second, surplus: (await added()).filter((id) => id !== second) };
  }

  /** Changes one rule; its type must stay the same. An absolute value: sent once more where the answer is lost. */
  async change(groupId: number, rule: StoredRule): Promise<void> {
    const change = { fc_id: groupId, updated: [rule] };
    const lost = await this.#send(change);
    if (lost !== undefined) await this.limiter.run(() => this.client.ipGroups.update(change));
  }

  /** Takes rules out of a group, in one request. */
  async takeOut(groupId: number, ruleIds: readonly number[]): Promise<void> {
    await this.limiter.run(() => this.client.ipGroups.update({ fc_id: groupId, removed: ruleIds }));
  }

  /** Sends a change; gives the error of one that may have been made, and throws the one of any other. */
  async #send(change: Parameters<GatewayClient["ipGroups"]["update"]>[0]): Promise<Error | undefined> {
    try {
      await this.limiter.run(() => this.client.ipGroups.update(change));
      return undefined;
    } catch (error) {
      if (mayBeApplied(error) && error instanceof Error) return error;
      throw error;
    }
  }
}

function notListed(): Refusal {
  return new Refusal("the gateway accepted the rule, but does not list it among the rules of the group.");
}
