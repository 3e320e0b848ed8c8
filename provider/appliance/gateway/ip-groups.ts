import { isDeepStrictEqual } from "node:util";
import { RefusedError } from "../../errors";
import type { GatewayClient } from "../../gateway/client";
import type { RuleFields, RuleReply, StoredRule } from "../../gateway/rules";
import { Refusal } from "../../refusal";
import { Batcher, type Settled } from "../batcher";
import type { Ledger } from "../ledger";
import type { Limiter } from "../limiter";
import { mayBeApplied } from "../retry";
import { ipGroup, ipGroupRule } from "../../values/things";
import { Snapshot } from "../snapshot";
import { GroupList } from "./group-list";

/** What has to be sent so that a group is as declared; the group's own rules by their ids. */
export interface RuleChange {
  added: RuleFields[];
  updated: StoredRule[];
  removed: number[];
}

/** A group that was created, as the gateway tells it. */
export interface CreatedGroup {
  groupId: number;
  ruleCount: number;
  warnings: readonly string[];
}

/** Most times that a change is computed anew because the group changed in the meantime. */
const MOST_RECOMPUTATIONS = 3;

/** The IP groups of one gateway: one list for all resources, patched by our own writes. `rm=ipgroups`. */
export class IpGroups {
  readonly #list: Snapshot<GroupList>;
  readonly #deletions: Batcher<number, undefined>;
  /** Names of the groups whose creation is under way. */
  readonly #creating = new Set<string>();

  constructor(
    private readonly client: GatewayClient,
    private readonly limiter: Limiter,
    private readonly ledger: Ledger,
  ) {
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
   * Creates a group. Where the answer is lost, a new list decides: a group of that name that was not there before is
   * ours; if there is none, the request is sent once more.
   */
  async create(name: string, rules: RuleFields[]): Promise<CreatedGroup> {
    // Two at once would both find no group of that name, and an appliance may add the rules of one to the other's.
    if (this.#creating.has(name))
      throw new Refusal("another resource of this program creates an IP group of that name.");
    this.#creating.add(name);
    try {
      return await this.#createOnce(name, rules);
    } finally {
      this.#creating.delete(name);
    }
  }

  async #createOnce(name: string, rules: RuleFields[]): Promise<CreatedGroup> {
    const wasThere = (await this.#list.get()).moment();
    try {
      return await this.#saveRule(name, rules);
    } catch (error) {
      if (!mayBeApplied(error)) throw error;
      const found = await this.#foundAfter(name, wasThere, error);
      if (found !== undefined) return found;
    }
    try {
      const created = await this.#saveRule(name, rules);
      // The first request may have arrived late, after the second.
      return (await this.#foundAfter(name, wasThere, undefined)) ?? created;
    } catch (error) {
      if (!mayBeApplied(error)) throw error;
      const found = await this.#foundAfter(name, wasThere, error);
      if (found !== undefined) return found;
      throw error;
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
    return this.limiter.run(() => this.client.ipGroups.loadRules({ fc_id: groupId }));
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
    for (let attempt = 1; ; attempt += 1) {
      const change = changeFrom(live);
      const renamed = group.name !== currentName;
      if (!renamed && change.added.length + change.updated.length + change.removed.length === 0) return;
      try {
        await this.#update(group, renamed, change);
        return;
      } catch (error) {
        const repeatable = mayBeApplied(error) || error instanceof RefusedError;
        if (!repeatable || attempt === MOST_RECOMPUTATIONS) throw error;
        const next = await this.rules(group.groupId);
        // Refused, and nothing has changed since: it would be refused again.
        if (!mayBeApplied(error) && isDeepStrictEqual(next, live)) throw error;
        live = next;
        currentName = (await this.#list.fresh()).nameOf(group.groupId) ?? currentName;
      }
    }
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

  /**
   * Adds one rule and gives its id. The answer to `update` is not documented, so the id is that of an equal rule which was
   * not there before; a lost answer is settled the same way, and the rule sent once more if it is not there.
   */
  async addRule(groupId: number, rule: RuleFields): Promise<number> {
    const before = new Set((await this.rules(groupId)).map(({ rule_id }) => rule_id));
    const added = async (): Promise<number | undefined> =>
      (await this.rules(groupId)).find((one) => !before.has(one.rule_id) && isEqualRule(one, rule))?.rule_id;
    const send = (): Promise<void> =>
      this.limiter.run(() => this.client.ipGroups.update({ fc_id: groupId, added: [rule] }));
    try {
      await send();
    } catch (error) {
      if (!mayBeApplied(error)) throw error;
      const found = await added();
      if (found !== undefined) return found;
      await send();
    }
    const ruleId = await added();
    if (ruleId !== undefined) return ruleId;
    throw new Refusal("the gateway accepted the rule, but does not list it among the rules of the group.");
  }

  /** Changes one rule; its type must stay the same. An absolute value: sent once more where the answer is lost. */
  async changeRule(groupId: number, rule: StoredRule): Promise<void> {
    const send = (): Promise<void> =>
      this.limiter.run(() => this.client.ipGroups.update({ fc_id: groupId, updated: [rule] }));
    try {
      await send();
    } catch (error) {
      if (!mayBeApplied(error)) throw error;
      await send();
    }
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
      const left = await this.rulesIfThere(groupId);
      if (left?.some(({ rule_id }) => rule_id === ruleId) === true) throw error;
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

  async #saveRule(name: string, rules: RuleFields[]): Promise<CreatedGroup> {
    try {
      const reply = await this.limiter.run(() => this.client.ipGroups.saveRule({ new_fc: name, added: rules }));
      this.#list.patch((list) => {
        list.set(reply.fc_id, name);
      });
      return { groupId: reply.fc_id, ruleCount: reply.added.length, warnings: reply.warnings };
    } catch (error) {
      if (mayBeApplied(error)) this.#list.expire();
      throw error;
    }
  }

  async #foundAfter(
    name: string,
    wasThere: (groupId: number) => boolean,
    cause: unknown,
  ): Promise<CreatedGroup | undefined> {
    const list = await this.#list.fresh().catch((error: unknown) => {
      const words = (error instanceof Error ? error.message : String(error)).replace(/\.$/u, "");
      throw new Refusal(
        `outcome unknown: the answer to the creation was lost, and so was the list that would have decided (${words}). ` +
          "Run pulumi up again: if the IP group exists by then, the error says how to take it over.",
        { cause },
      );
    });
    const fresh = list.idsNamed(name).filter((id) => !wasThere(id));
    const [groupId, ...others] = fresh;
    if (groupId === undefined) return undefined;
    if (others.length > 0) {
      throw new Refusal(
        `several IP groups of this name appeared while its creation was in doubt (ids ${fresh.join(", ")}); one may ` +
          "belong to somebody else, so none was deleted. Delete the one that is too many on the gateway, then run " +
          'pulumi up with onExisting: "adopt".',
        { cause },
      );
    }
    return { groupId, ruleCount: (await this.rules(groupId)).length, warnings: [] };
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
    const left = unconfirmed.length === 0 ? undefined : await this.#leftAfterDelete();
    const failure = new Refusal("the gateway did not delete it, and gives no reason");
    return new Map(ids.map((id) => [String(id), left?.has(id) === true ? { error: failure } : { ok: undefined }]));
  }

  /** The groups that a new reading lists, within the slot that the deletion holds. */
  async #leftAfterDelete(): Promise<ReadonlySet<number>> {
    this.#list.expire();
    const groups = await this.client.ipGroups.loadTreeRootFast();
    return new Set(groups.map(({ fc_id }) => fc_id));
  }
}

/** Whether a rule of the gateway says the same as one that was sent. */
function isEqualRule(live: RuleReply, sent: RuleFields): boolean {
  const { rule_id: _id, cid: _cid, ...fields } = live;
  return isDeepStrictEqual(fields, sent);
}
