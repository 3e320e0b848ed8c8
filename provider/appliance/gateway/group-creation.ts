import { setTimeout as sleep } from "node:timers/promises";
import { BusyError, CredentialsError, RefusedError, UnknownOutcomeError } from "../../errors/errors";
import type { GatewayClient } from "../../gateway/client";
import type { SavedIpGroup } from "../../gateway/ip-groups";
import { isSameRule } from "../../values/rule-meaning";
import type { RuleFields, RuleReply } from "../../gateway/rule-forms";
import { AlreadyExistsError, Refusal } from "../../errors/refusal";
import { isCutSpellingOf } from "../../values/spellings";
import { type Patience, seenWithin } from "../../change/patience";
import type { Limiter } from "../limiter";
import { mayBeApplied } from "../../http/retry";
import { takeOutOfForeign, wordsOf } from "./foreign-group";
import type { GroupList, Moment } from "./group-list";
import type { GroupRules } from "./group-rules";
import type { GroupSight } from "./group-sight";
import { areEqualRules, compareRules, newestOf } from "./rule-comparison";
import type { RequestSize } from "./update-request";

/** A created group, as the gateway's response describes it. */
export interface CreatedGroup {
  groupId: number;
  ruleCount: number;
  /** How many of the rules were sent with it: the first ones. */
  sent: number;
  warnings: readonly string[];
  /** Its name as the gateway shows it. */
  name: string;
}

/** What all creations on one gateway use. */
export interface CreationTools {
  readonly client: GatewayClient;
  readonly limiter: Limiter;
  readonly sight: GroupSight;
  readonly rules: GroupRules;
  readonly patience: Patience;
  readonly size: RequestSize;
}

/**
 * One creation of an IP group. If the response is lost, new lists decide. A group of that name that did not exist
 * before is ours if its rules are those that were sent, and belongs to others if not. If there is none, the request is
 * sent again.
 */
export class GroupCreation {
  #sent = 0;
  #before: Moment = { wasThere: () => false, highest: 0 };
  /** The rules in the request. The others follow if one request cannot carry all. */
  #rules: readonly RuleFields[];

  constructor(
    private readonly tools: CreationTools,
    private readonly name: string,
    rules: readonly RuleFields[],
    /** Called once it is certain which group is ours; later steps may still fail. */
    private readonly recordPartial: (group: CreatedGroup) => void,
  ) {
    this.#rules = rules.slice(0, tools.size.most);
  }

  /** Creates the group with as many of its rules as one request can carry. */
  async run(): Promise<CreatedGroup> {
    this.#before = await this.tools.sight.moment();
    try {
      return this.#isOurs(await this.#saveRule());
    } catch (error) {
      if (!mayBeApplied(error)) throw error;
      const found = await this.#appeared(error);
      if (found !== undefined) return this.#isOurs(found);
      // The gateway responded, but about another group. The same request would get the same response again.
      if (error instanceof OtherGroupError) throw error;
    }
    const created = this.#isOurs(await this.#sendAgain());
    // The first request may have arrived late, after the second.
    await sleep(this.tools.patience.againMs);
    await this.#refuseSecond(created);
    await this.#takeOutSurplus(created);
    return created;
  }

  #isOurs(group: CreatedGroup): CreatedGroup {
    this.recordPartial(group);
    return group;
  }

  async #sendAgain(): Promise<CreatedGroup> {
    try {
      return await this.#saveRule();
    } catch (error) {
      const isPlain = error instanceof CredentialsError || error instanceof BusyError;
      if (isPlain || !(mayBeApplied(error) || error instanceof RefusedError)) throw error;
      // Lost as well, or refused because of what the first request has created.
      const found = await this.#appeared(error);
      if (found !== undefined) return found;
      throw error;
    }
  }

  async #saveRule(): Promise<CreatedGroup> {
    const { client, limiter, sight, size } = this.tools;
    this.#sent += 1;
    try {
      const sent = { new_fc: this.name, added: this.#rules };
      return await this.#settle(await limiter.run(() => client.ipGroups.saveRule(sent)));
    } catch (error) {
      if (mayBeApplied(error)) sight.expire();
      if (!size.shrinksAfter(error, this.#rules.length)) throw error;
      this.#sent -= 1;
      this.#rules = this.#rules.slice(0, size.most);
      return await this.#saveRule();
    }
  }

  /**
   * Returns the group in the response if it is new. That is proven by a number that no list had and that is above all
   * listed numbers, together with a total equal to what was sent. What is not proven is read back.
   */
  async #settle(reply: SavedIpGroup): Promise<CreatedGroup> {
    const { fc_id, fc_name, added, total } = reply;
    const { sight } = this.tools;
    const wasThere = this.#before.wasThere(fc_id);
    if (wasThere && fc_name !== undefined && !isCutSpellingOf(fc_name, this.name)) throw this.#aboutOther(fc_name);
    const name = wasThere ? this.name : await this.#nameOf(reply);
    const warnings = [...reply.warnings, ...(reply.objection === undefined ? [] : [reply.objection])];
    const count = added?.length ?? total ?? this.#rules.length;
    const group = { groupId: fc_id, ruleCount: count, sent: this.#rules.length, warnings, name };
    if (wasThere) await sight.meets(fc_id, this.name);
    else sight.set(fc_id, name);
    const isWhole = total !== undefined && total <= (added?.length ?? this.#rules.length);
    if (!wasThere && isWhole && fc_id > this.#before.highest) return group;
    const live = await this.#settleForeign(fc_id, added, wasThere);
    return live === undefined ? group : { ...group, ruleCount: live.length };
  }

  /** The name in the response, or in a new list if the response has none. Throws if it is the name of another group. */
  async #nameOf({ fc_id, fc_name }: SavedIpGroup): Promise<string> {
    if (fc_name !== undefined && isCutSpellingOf(fc_name, this.name)) return fc_name;
    const { sight, rules, patience } = this.tools;
    const listed = await seenWithin(async () => {
      sight.expire();
      const seen = await sight.of(fc_id);
      return typeof seen === "object" ? seen.name : undefined;
    }, patience);
    if (listed !== undefined && isCutSpellingOf(listed, this.name)) return listed;
    if (fc_name === undefined && listed === undefined) return this.name;
    // The gateway may spell names in a way that this package does not know: then number and rules decide.
    if (fc_name === undefined || listed === fc_name) {
      if (areEqualRules((await rules.shown(fc_id)) ?? [], this.#rules)) return listed ?? this.name;
    }
    throw this.#aboutOther(fc_name ?? listed ?? "");
  }

  #aboutOther(name: string): OtherGroupError {
    return new OtherGroupError({
      appliance: "gateway",
      host: this.tools.client.host,
      action: "ipgroups/saveRule",
      words: `the answer is about another IP group, "${name}"`,
      advice: `Check whether the IP group "${this.name}" was created`,
    });
  }

  /**
   * Checks whether the group belongs to others and the gateway has added our rules to it; if so, removes them again and
   * throws. After a second request the other rules may be those of the first, which arrived late. Returns the rules if
   * the group is ours.
   */
  async #settleForeign(
    groupId: number,
    added: readonly RuleReply[] | undefined,
    wasThere: boolean,
  ): Promise<RuleReply[] | undefined> {
    const { rules, patience } = this.tools;
    let live: RuleReply[] | undefined;
    const isWhole = await seenWithin(async () => {
      live = await rules.shown(groupId);
      const isThere =
        added === undefined
          ? compareRules(live ?? [], this.#rules).missing.length === 0
          : added.every((id) => live?.some((one) => one.rule_id === id.rule_id) === true);
      return live !== undefined && isThere ? true : undefined;
    }, patience);
    const isOurRule = ({ rule_id }: RuleReply): boolean => added?.some((one) => one.rule_id === rule_id) === true;
    const ours = added === undefined ? newestOf(live ?? [], this.#rules) : (live ?? []).filter(isOurRule);
    const before = isWhole === undefined ? [] : (live ?? []).filter((rule) => !ours.includes(rule));
    const perhapsOurs = this.#sent > 1 || this.#rules.length === 0;
    const isNew = before.length === 0 || (perhapsOurs && areEqualRules(before, this.#rules));
    if (!wasThere && isNew && !(await this.#isNestedOne(groupId))) return live;
    // If the response lists no rules, a rule that is there twice may have existed before.
    const isUnsure = added === undefined && before.some((one) => this.#rules.some((rule) => isSameRule(one, rule)));
    await takeOutOfForeign(rules, groupId, live === undefined ? (added ?? []) : ours, isUnsure);
    throw new AlreadyExistsError("an IP group of that name exists", String(groupId));
  }

  /**
   * Whether the list hides the group because it is nested below another one. Asked for a number that is not above all
   * listed numbers: either the group is nested, or the gateway gives numbers again. In the latter case the list shows
   * the group as soon as it exists.
   */
  async #isNestedOne(groupId: number): Promise<boolean> {
    if (groupId > this.#before.highest) return false;
    const { sight, patience } = this.tools;
    const isListed = await seenWithin(async () => {
      return (await sight.fresh()).nameOf(groupId) === undefined ? undefined : true;
    }, patience);
    return isListed === undefined && (await sight.isNested(groupId));
  }

  /** Looks for the group that the lost request created until it shows. Throws if it finds only one of others. */
  async #appeared(cause: unknown): Promise<CreatedGroup | undefined> {
    let foreign: number | undefined;
    const found = await seenWithin(async () => {
      const fresh = await this.#freshOnes(cause);
      const ours = fresh.filter(({ isOurs }) => isOurs);
      if (ours.length > 1)
        throw severalAppeared(
          ours.map(({ groupId }) => groupId),
          cause,
        );
      foreign = fresh.find(({ isOurs }) => !isOurs)?.groupId;
      return ours[0];
    }, this.tools.patience);
    if (found !== undefined) {
      const { length } = this.#rules;
      return { ...found, ruleCount: length, sent: length, warnings: [] };
    }
    if (foreign === undefined) return undefined;
    throw new AlreadyExistsError("an IP group of that name appeared", String(foreign), { cause });
  }

  /** Groups of that name that did not exist before, and whether their rules are those that were sent. */
  async #freshOnes(cause: unknown): Promise<FreshGroup[]> {
    const list = await this.tools.sight.fresh().catch((error: unknown) => {
      throw new Refusal(
        "outcome unknown: the answer to the creation was lost, and the list that would show whether it exists could " +
          `not be read (${wordsOf(error)}). Run pulumi up again: if the IP group exists by then, the error says how ` +
          "to take it over.",
        { cause },
      );
    });
    return await this.#compared(list);
  }

  async #compared(list: GroupList): Promise<FreshGroup[]> {
    const { rules } = this.tools;
    const fresh: FreshGroup[] = [];
    for (const groupId of list.ids) {
      const name = list.nameOf(groupId) ?? "";
      if (this.#before.wasThere(groupId) || !isCutSpellingOf(name, this.name)) continue;
      const live = await rules.shown(groupId);
      if (live === undefined) continue;
      const { missing, others, surplus } = compareRules(live, this.#rules);
      // The rules of two requests may have been added to one group.
      const isTwice = this.#sent > 1 && surplus.length <= this.#rules.length;
      const isOurs = missing.length + others.length === 0 && (surplus.length === 0 || isTwice);
      // A group whose name is only similar to ours may belong to others, who are free to use that name.
      if (isOurs || name === this.name) fresh.push({ groupId, name, isOurs });
    }
    return fresh;
  }

  async #refuseSecond({ groupId }: CreatedGroup): Promise<void> {
    const fresh = await this.#compared(await this.tools.sight.fresh());
    const others = fresh.filter((group) => group.isOurs && group.groupId !== groupId).map((group) => group.groupId);
    if (others.length === 0) return;
    throw new Refusal(
      `a second IP group of this name with the same rules appeared (id ${others.join(", ")}) beside this one (id ` +
        `${groupId}): the request whose answer was lost may have arrived late. It may also belong to another client, ` +
        "so it was not deleted. Delete it on the gateway if it is not needed.",
    );
  }

  /**
   * A gateway that adds rules to an existing group of the same name has each of them twice if both requests arrived.
   */
  async #takeOutSurplus({ groupId }: CreatedGroup): Promise<void> {
    const live = await this.tools.rules.shown(groupId);
    const surplus = compareRules(live ?? [], this.#rules).surplus.map(({ rule_id }) => rule_id);
    if (surplus.length > 0) await this.tools.rules.takeOut(groupId, surplus);
  }
}

/** A group of that name, or of a similar one, that no list had before. */
interface FreshGroup {
  groupId: number;
  name: string;
  isOurs: boolean;
}

/** The response to a creation is about another group. */
class OtherGroupError extends UnknownOutcomeError {}

function severalAppeared(ids: readonly number[], cause: unknown): Refusal {
  return new Refusal(
    `several IP groups of this name appeared while its creation was in doubt (ids ${ids.join(", ")}); one may ` +
      "belong to another client, so none was deleted. Delete the surplus one on the gateway, then run pulumi up with " +
      'onExisting: "adopt".',
    { cause },
  );
}
