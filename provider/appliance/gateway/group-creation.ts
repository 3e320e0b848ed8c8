import { setTimeout as sleep } from "node:timers/promises";
import { BusyError, CredentialsError, RefusedError } from "../../errors";
import type { GatewayClient } from "../../gateway/client";
import type { RuleFields, RuleReply } from "../../gateway/rules";
import { AlreadyExistsError, Refusal } from "../../refusal";
import { seenWithin } from "../becomes-visible";
import type { Limiter } from "../limiter";
import { mayBeApplied } from "../retry";
import type { Snapshot } from "../snapshot";
import { areEqualRules, compareRules } from "./equal-rules";
import type { GroupList } from "./group-list";
import type { GroupRules, LostRequests } from "./group-rules";

/** A group that was created, as the gateway tells it. */
export interface CreatedGroup {
  groupId: number;
  ruleCount: number;
  warnings: readonly string[];
}

/** What the creations of one gateway work with. */
export interface CreationTools {
  readonly client: GatewayClient;
  readonly limiter: Limiter;
  readonly list: Snapshot<GroupList>;
  readonly rules: GroupRules;
  readonly lost: LostRequests;
}

/**
 * One creation of an IP group. Where the answer is lost, new lists decide: a group of that name that was not there before
 * is ours if its rules are those that were sent, and somebody else's if not; if there is none, the request is sent again.
 */
export class GroupCreation {
  #sent = 0;
  #wasThere: (groupId: number) => boolean = () => false;

  constructor(
    private readonly tools: CreationTools,
    private readonly name: string,
    private readonly sent: readonly RuleFields[],
    /** Called when it is certain which group is ours; what follows may still fail. */
    private readonly made: (group: CreatedGroup) => void,
  ) {}

  async run(): Promise<CreatedGroup> {
    this.#wasThere = (await this.tools.list.get()).moment();
    try {
      return this.#isOurs(await this.#saveRule());
    } catch (error) {
      if (!mayBeApplied(error)) throw error;
      const found = await this.#appeared(error);
      if (found !== undefined) return this.#isOurs(found);
    }
    const created = this.#isOurs(await this.#sendAgain());
    // The first request may have arrived late, after the second.
    await sleep(this.tools.lost.againMs);
    await this.#refuseSecond(created);
    await this.#takeOutSurplus(created);
    return created;
  }

  #isOurs(group: CreatedGroup): CreatedGroup {
    this.made(group);
    return group;
  }

  async #sendAgain(): Promise<CreatedGroup> {
    try {
      return await this.#saveRule();
    } catch (error) {
      const isPlain = error instanceof CredentialsError || error instanceof BusyError;
      if (isPlain || !(mayBeApplied(error) || error instanceof RefusedError)) throw error;
      // Lost as well, or refused because of what the first request has made.
      const found = await this.#appeared(error);
      if (found !== undefined) return found;
      throw error;
    }
  }

  async #saveRule(): Promise<CreatedGroup> {
    const { client, limiter, list } = this.tools;
    this.#sent += 1;
    try {
      const reply = await limiter.run(() => client.ipGroups.saveRule({ new_fc: this.name, added: this.sent }));
      const wasThere = this.#wasThere(reply.fc_id);
      list.patch((groups) => {
        groups.set(reply.fc_id, this.name);
      });
      const group = { groupId: reply.fc_id, ruleCount: reply.added.length, warnings: reply.warnings };
      if (wasThere || (reply.total ?? 0) > reply.added.length) {
        const added = (reply.added as readonly RuleReply[]).map(({ rule_id }) => rule_id);
        await this.#settleAppended(reply.fc_id, added, wasThere);
      }
      return group;
    } catch (error) {
      if (mayBeApplied(error)) list.expire();
      throw error;
    }
  }

  /**
   * The group has more rules than the answer says were added: the gateway may have put ours into a group of others. They
   * are taken out of it again. After a second request the others may be those of the first, which arrived late.
   */
  async #settleAppended(groupId: number, added: readonly number[], wasThere: boolean): Promise<void> {
    const { rules, lost } = this.tools;
    const showsAll = async (): Promise<RuleReply[] | undefined> => {
      const live = await rules.shown(groupId);
      return live !== undefined && added.every((id) => live.some(({ rule_id }) => rule_id === id)) ? live : undefined;
    };
    const before = ((await seenWithin(showsAll, lost)) ?? []).filter(({ rule_id }) => !added.includes(rule_id));
    const perhapsOurs = this.#sent > 1 || added.length === 0;
    if (!wasThere && (before.length === 0 || (perhapsOurs && areEqualRules(before, this.sent)))) return;
    try {
      if (added.length > 0) await rules.takeOut(groupId, added);
    } catch (error) {
      const words = (error instanceof Error ? error.message : String(error)).replace(/\.$/u, "");
      throw new Refusal(
        `the gateway added the rules to an IP group of that name that others made (id ${groupId}), and they could not be ` +
          `taken out again (${words}). Remove the rules ${added.join(", ")} of that group on the gateway.`,
        { cause: error },
      );
    }
    throw new AlreadyExistsError("an IP group of that name exists", String(groupId));
  }

  /** The group that the lost request has made, looked for until it shows. Throws where there is only one of others. */
  async #appeared(cause: unknown): Promise<CreatedGroup | undefined> {
    let foreign: number | undefined;
    const found = await seenWithin(async () => {
      const fresh = await this.#freshOnes(cause);
      const ours = fresh.filter(({ isOurs }) => isOurs).map(({ groupId }) => groupId);
      if (ours.length > 1) throw severalAppeared(ours, cause);
      foreign = fresh.find(({ isOurs }) => !isOurs)?.groupId;
      return ours[0];
    }, this.tools.lost);
    if (found !== undefined) return { groupId: found, ruleCount: this.sent.length, warnings: [] };
    if (foreign === undefined) return undefined;
    throw new AlreadyExistsError("an IP group of that name appeared", String(foreign), { cause });
  }

  /** Groups of that name that were not there before, and whether their rules are those that were sent. */
  async #freshOnes(cause: unknown): Promise<{ groupId: number; isOurs: boolean }[]> {
    const list = await this.tools.list.fresh().catch((error: unknown) => {
      const words = (error instanceof Error ? error.message : String(error)).replace(/\.$/u, "");
      throw new Refusal(
        "outcome unknown: the answer to the creation was lost, and so was the list that would have decided " +
          `(${words}). Run pulumi up again: if the IP group exists by then, the error says how to take it over.`,
        { cause },
      );
    });
    return this.#compared(list);
  }

  async #compared(list: GroupList): Promise<{ groupId: number; isOurs: boolean }[]> {
    const { rules } = this.tools;
    const fresh: { groupId: number; isOurs: boolean }[] = [];
    for (const groupId of list.idsNamed(this.name).filter((id) => !this.#wasThere(id))) {
      const live = await rules.shown(groupId);
      if (live === undefined) continue;
      const { missing, others, surplus } = compareRules(live, this.sent);
      // Two requests may have been added up in one group.
      const isTwice = this.#sent > 1 && surplus.length <= this.sent.length;
      fresh.push({ groupId, isOurs: missing.length + others.length === 0 && (surplus.length === 0 || isTwice) });
    }
    return fresh;
  }

  async #refuseSecond({ groupId }: CreatedGroup): Promise<void> {
    const fresh = await this.#compared(await this.tools.list.fresh());
    const others = fresh.filter((group) => group.isOurs && group.groupId !== groupId).map((group) => group.groupId);
    if (others.length === 0) return;
    throw new Refusal(
      `a second IP group of this name with the same rules appeared (id ${others.join(", ")}) beside this one (id ` +
        `${groupId}): the request whose answer was lost may have arrived late. It may as well belong to others, ` +
        "so it was not deleted. Delete it on the gateway if nobody needs it.",
    );
  }

  /** A gateway that adds rules to a group of the same name has each of them twice where both requests arrived. */
  async #takeOutSurplus({ groupId }: CreatedGroup): Promise<void> {
    const live = await this.tools.rules.shown(groupId);
    const surplus = compareRules(live ?? [], this.sent).surplus.map(({ rule_id }) => rule_id);
    if (surplus.length > 0) await this.tools.rules.takeOut(groupId, surplus);
  }
}

function severalAppeared(ids: readonly number[], cause: unknown): Refusal {
  return new Refusal(
    `several IP groups of this name appeared while its creation was in doubt (ids ${ids.join(", ")}); one may ` +
      "belong to somebody else, so none was deleted. Delete the one that is too many on the gateway, then run " +
      'pulumi up with onExisting: "adopt".',
    { cause },
  );
}
