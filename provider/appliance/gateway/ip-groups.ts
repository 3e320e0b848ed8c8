import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { RefusedError } from "../../errors";
import type { GatewayClient } from "../../gateway/client";
import type { RuleFields, RuleReply, StoredRule } from "../../gateway/rules";
import { Refusal } from "../../refusal";
import { Batcher, type Settled } from "../batcher";
import { seenWithin } from "../becomes-visible";
import type { Ledger } from "../ledger";
import type { Limiter } from "../limiter";
import { mayBeApplied } from "../retry";
import { ipGroup, ipGroupRule } from "../../values/things";
import { Snapshot } from "../snapshot";
import { type CreatedGroup, GroupCreation } from "./group-creation";
import { GroupList } from "./group-list";
import { type AddedRule, GroupRules, type LostRequests, lostRequests } from "./group-rules";

/** What has to be sent so that a group is as declared; the group's own rules by their ids. */
export interface RuleChange {
  added: RuleFields[];
  updated: StoredRule[];
  removed: number[];
}

/** Most times that a change is computed anew because the group changed in the meantime. */
const MOST_RECOMPUTATIONS = 3;

/** The IP groups of one gateway: one list for all resources, patched by our own writes. `rm=ipgroups`. */
export class IpGroups {
  readonly #list: Snapshot<GroupList>;
  readonly #deletions: Batcher<number, undefined>;
  /** Names of the groups whose creation is under way. */
  readonly #creating = new Set<string>();
  readonly #rules: GroupRules;

  constructor(
    private readonly client: GatewayClient,
    private readonly limiter: Limiter,
    private readonly ledger: Ledger,
    private readonly lost: LostRequests = lostRequests,
  ) {
    this.#rules = new GroupRules(client, limiter, lost);
    this.#list = new Snapshot(() => this.#load());
    this.#deletions = new Batcher<number, undefined>(
      String,
      (operation) => limiter.run(operation),
      (ids) => this.#delete(ids),
    );
  }

  /** Ids of the groups that have exactly this name. The service may allow several. */
  async idsNamed(name: string): Promise<number[]> {
    return (await this.#list.get()).idsNamed(name);
  }

  /**
   * Creates a group, and reports it as soon as it is certain which one is ours. Throws {@link AlreadyExistsError} where
   * others made one of that name in the meantime.
   */
  async create(name: string, rules: RuleFields[], made: (group: CreatedGroup) => void): Promise<CreatedGroup> {
    // Two at once would both find no group of that name, and an appliance may add the rules of one to the other's.
    if (this.#creating.has(name))
      throw new Refusal("another resource of this program creates an IP group of that name.");
    this.#creating.add(name);
    try {
      const { client, limiter, lost } = this;
      const tools = { client, limiter, lost, list: this.#list, rules: this.#rules };
      return await new GroupCreation(tools, name, rules, made).run();
    } finally {
      this.#creating.delete(name);
    }
  }

  /** The name of a group, or undefined where the list and a search of all groups agree that it is gone. */
  async nameOf(groupId: number, lastName: string): Promise<string | undefined> {
    const listed = (await this.#list.get()).nameOf(groupId);
    if (listed !== undefined) return listed;
    // The document does not say that nested groups are in the list. Those that match a name and those that do not are all.
    let seen = 0;
    for (const fc_name_comp of ["like", "notLike"] as const) {
      const hits = await this.limiter.run(() => this.client.ipGroups.searchAll({ name: lastName, fc_name_comp }));
      const found = hits.find((group) => group.fc_id === groupId);
      if (found !== undefined) return found.fc_name;
      seen += hits.length;
    }
    if (seen > 0) return undefined;
    throw new Refusal("the gateway lists IP groups, but its search finds none at all. It is not taken for removed.");
  }

  rules(groupId: number): Promise<RuleReply[]> {
    return this.#rules.of(groupId);
  }

  /**
   * Brings name and rules of a group to what is declared, in one request. The change is computed from the live rules,
   * and anew where the answer is lost or another client was faster.
   */
  async converge(
    group: { groupId: number; currentName: string; name: string },
    changeFrom: (live: readonly RuleReply[]) => RuleChange,
  ): Promise<void> {
    let { currentName } = group;
    let live = await this.rules(group.groupId);
    let lost = false;
    for (let attempt = 1; ; attempt += 1) {
      const change = changeFrom(live);
      const renamed = group.name !== currentName;
      if (!renamed && isEmpty(change)) return;
      try {
        await this.#update(group, renamed, change);
        break;
      } catch (error) {
        const repeatable = mayBeApplied(error) || error instanceof RefusedError;
        if (!repeatable || attempt === MOST_RECOMPUTATIONS) throw error;
        const next = mayBeApplied(error)
          ? await this.#rulesAfter(group.groupId, changeFrom)
          : await this.rules(group.groupId);
        // Refused, and nothing has changed since: it would be refused again.
        if (!mayBeApplied(error) && isDeepStrictEqual(next, live)) throw error;
        lost ||= mayBeApplied(error);
        live = next;
        currentName = (await this.#list.fresh()).nameOf(group.groupId) ?? currentName;
      }
    }
    if (lost) await this.#removeLate(group.groupId, changeFrom);
  }

  /** The rules after an update whose answer was lost: as they are once they show it, or as they are at last. */
  async #rulesAfter(groupId: number, changeFrom: (live: readonly RuleReply[]) => RuleChange): Promise<RuleReply[]> {
    let live: RuleReply[] = [];
    const shows = async (): Promise<true | undefined> => {
      live = await this.rules(groupId);
      return isEmpty(changeFrom(live)) ? true : undefined;
    };
    await seenWithin(shows, this.lost);
    return live;
  }

  /** Removes what a first request has added that arrived after the second one. What does not show yet is left alone. */
  async #removeLate(groupId: number, changeFrom: (live: readonly RuleReply[]) => RuleChange): Promise<void> {
    await sleep(this.lost.againMs);
    const surplus = await seenWithin(async () => {
      const { added, updated, removed } = changeFrom(await this.rules(groupId));
      return added.length + updated.length === 0 ? removed : undefined;
    }, this.lost);
    if (surplus !== undefined && surplus.length > 0) await this.#rules.takeOut(groupId, surplus);
  }

  /** The rules of a group, or undefined where it refuses to tell them and the list does not have the group. */
  async rulesIfThere(groupId: number): Promise<RuleReply[] | undefined> {
    try {
      return await this.rules(groupId);
    } catch (error) {
      const isGone = error instanceof RefusedError && (await this.#list.get()).nameOf(groupId) === undefined;
      if (isGone) return undefined;
      throw error;
    }
  }

  /** Adds one rule and gives its id, and those of equal ones that came with it. */
  addRule(groupId: number, rule: RuleFields): Promise<AddedRule> {
    return this.#rules.add(groupId, rule);
  }

  /** Changes one rule; its type must stay the same. */
  changeRule(groupId: number, rule: StoredRule): Promise<void> {
    return this.#rules.change(groupId, rule);
  }

  /** Removes one rule that no other resource holds, and leaves the others. */
  async removeRule(groupId: number, ruleId: number): Promise<void> {
    await this.ledger.release([ipGroupRule(groupId, ruleId)], () => this.#removeRule(groupId, ruleId));
  }

  /** A repetition after a lost answer is refused: then the rules decide. */
  async #removeRule(groupId: number, ruleId: number): Promise<void> {
    try {
      await this.limiter.run(() => this.client.ipGroups.deleteRule({ rule_id: ruleId }));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const isGone = await seenWithin(async () => {
        const left = await this.rulesIfThere(groupId);
        return left?.some(({ rule_id }) => rule_id === ruleId) === true ? undefined : true;
      }, this.lost);
      if (isGone === undefined) throw error;
    }
  }

  /** Deletes a group that no other resource holds. */
  async remove(groupId: number): Promise<void> {
    await this.ledger.release([ipGroup(groupId)], () => this.#deletions.add(groupId));
  }

  async #load(): Promise<GroupList> {
    const groups = await this.limiter.run(() => this.client.ipGroups.loadTreeRootFast());
    if (groups.length === 0) {
      throw new Refusal(
        "the gateway lists no IP groups at all, although factory groups always exist: the token lacks the " +
          "permission IPGroups. Nothing is taken for removed.",
      );
    }
    return new GroupList(groups);
  }

  async #update(group: { groupId: number; name: string }, renamed: boolean, change: RuleChange): Promise<void> {
    const fields = {
      fc_id: group.groupId,
      ...(renamed ? { name: group.name } : {}),
      ...(change.added.length > 0 ? { added: change.added } : {}),
      ...(change.updated.length > 0 ? { updated: change.updated } : {}),
      ...(change.removed.length > 0 ? { removed: change.removed } : {}),
    };
    try {
      await this.limiter.run(() => this.client.ipGroups.update(fields));
    } catch (error) {
      if (mayBeApplied(error)) this.#list.expire();
      throw error;
    }
    if (!renamed) return;
    this.#list.patch((list) => {
      list.set(group.groupId, group.name);
    });
  }

  /** Deletes a batch; what the answer does not name is looked up before it is called failed. */
  async #delete(ids: number[]): Promise<ReadonlyMap<string, Settled<undefined>>> {
    const reply = await this.client.ipGroups.delete(ids);
    const removed = new Set(reply.removed);
    this.#list.patch((list) => {
      for (const id of removed) list.delete(id);
    });
    const unconfirmed = ids.filter((id) => !removed.has(id));
    const left = unconfirmed.length === 0 ? undefined : await this.#leftOf(unconfirmed, removed.size === 0);
    const failure = new Refusal("the gateway did not delete it, and gives no reason");
    return new Map(ids.map((id) => [String(id), left?.has(id) === true ? { error: failure } : { ok: undefined }]));
  }

  /**
   * Which of these groups new readings list, within the slot that the deletion holds. Where it deleted nothing at all it
   * may be the repetition of a lost one, which does not show yet.
   */
  async #leftOf(ids: readonly number[], perhapsRepeated: boolean): Promise<ReadonlySet<number>> {
    let left: ReadonlySet<number> = new Set();
    const look = async (): Promise<true | undefined> => {
      this.#list.expire();
      const listed = new Set((await this.client.ipGroups.loadTreeRootFast()).map(({ fc_id }) => fc_id));
      left = new Set(ids.filter((id) => listed.has(id)));
      return left.size === 0 || !perhapsRepeated ? true : undefined;
    };
    await seenWithin(look, this.lost);
    return left;
  }
}

function isEmpty({ added, updated, removed }: RuleChange): boolean {
  return added.length + updated.length + removed.length === 0;
}
