import { UnknownOutcomeError } from "../../errors/errors";
import { AlreadyExistsError, Refusal } from "../../errors/refusal";
import type { GatewayClient } from "../../gateway/client";
import type { SavedIpGroup } from "../../gateway/ip-groups";
import type { RuleFields, RuleReply } from "../../gateway/rule-forms";
import { type Change, over, type Tried } from "../../change/change";
import { meaningOf } from "../../values/rule";
import { isCutSpellingOf } from "../../values/names";
import type { Limiter } from "../client-layer";
import type { GroupList, Moment } from "./group-list";
import type { GroupRules } from "./group-rules";
import type { GroupSight } from "./group-sight";
import { areEqualRules, compareRules, newestOf, type RequestSize } from "./update-request";
import { clauseBy } from "../../values/said";

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
interface CreationTools {
  readonly client: GatewayClient;
  readonly limiter: Limiter;
  readonly sight: GroupSight;
  readonly rules: GroupRules;
  readonly size: RequestSize;
}

/** What a reading shows after a creation. What the response has settled is not read. */
interface Seen {
  /** Whether the list has the group of the response. */
  readonly isListed: boolean;
  /** The name that the list or a search has for the group of the response. */
  readonly shown?: string | undefined;
  /** The rules of the group of the response; undefined if the gateway does not show it. */
  readonly live?: readonly RuleReply[] | undefined;
  /** Groups of that name that did not exist before. */
  readonly fresh: readonly FreshGroup[];
}

/** A group of that name, or of a similar one, that no list had before. */
interface FreshGroup {
  readonly groupId: number;
  readonly name: string;
  /** Whether its rules are those that were sent. */
  readonly isOurs: boolean;
}

/**
 * One creation of an IP group. A response proves it by a number that no list had and that is above all listed numbers,
 * together with a total equal to what was sent. Without such a response, new lists decide: a group of that name that
 * did not exist before is ours if its rules are those that were sent, and belongs to others if not.
 */
export class GroupCreation implements Change<SavedIpGroup, Seen, CreatedGroup> {
  #sent = 0;
  /** The rules in the request. The others follow if one request cannot carry all. */
  #rules: readonly RuleFields[];

  constructor(
    private readonly tools: CreationTools,
    private readonly name: string,
    rules: readonly RuleFields[],
    /** What existed before. */
    private readonly before: Moment,
    /** Called once it is certain which group is ours; later steps may still fail. */
    private readonly recordPartial: (group: CreatedGroup) => void,
  ) {
    this.#rules = rules.slice(0, tools.size.most);
  }

  /** Sends as many of the rules as one request can carry. */
  async send(): Promise<SavedIpGroup> {
    const { client, limiter, size } = this.tools;
    this.#sent += 1;
    for (;;) {
      const sent = { new_fc: this.name, added: this.#rules };
      try {
        return await limiter.execute(() => client.ipGroups.saveRule(sent));
      } catch (error) {
        if (!size.shrinksAfter(error, this.#rules.length)) throw error;
        this.#rules = this.#rules.slice(0, size.most);
      }
    }
  }

  proves(reply: SavedIpGroup): CreatedGroup | undefined {
    const { fc_id, fc_name, added, total } = reply;
    const isWhole = total !== undefined && total <= (added?.length ?? this.#rules.length);
    const isNamed = fc_name !== undefined && this.#isNameOfOurs(fc_name);
    return isWhole && isNamed && this.#isAboveAll(fc_id) ? this.#groupOf(reply, fc_name) : undefined;
  }

  async read({ answer, failure }: Partial<Tried<SavedIpGroup>> = {}): Promise<Seen> {
    const { sight, rules } = this.tools;
    if (answer === undefined) return { isListed: false, fresh: await this.#compared(await this.#list(failure)) };
    const { fc_id, fc_name } = answer;
    const live = await rules.shown(fc_id);
    const isNamed = fc_name === undefined ? this.before.wasThere(fc_id) : this.#isNameOfOurs(fc_name);
    if (isNamed && (this.before.wasThere(fc_id) || this.#isAboveAll(fc_id)))
      return { isListed: false, live, fresh: [] };
    const list = await this.#list(failure);
    const isListed = list.nameOf(fc_id) !== undefined;
    if (isNamed) return { isListed, live, fresh: [] };
    const seen = await sight.of(fc_id);
    const shown = typeof seen === "object" ? seen.name : undefined;
    return { isListed, shown, live, fresh: await this.#compared(list) };
  }

  shows(seen: Seen, { answer, failure }: Tried<SavedIpGroup>): CreatedGroup | typeof over | undefined {
    if (answer === undefined) return this.#ours(seen.fresh, failure);
    const name = this.#nameIn(answer, seen);
    if (name === undefined) return this.#ours(seen.fresh, this.#aboutOther(answer, seen));
    if (!this.#isWhole(answer, seen)) return undefined;
    if (!this.#isNew(answer, seen)) return over;
    return seen.isListed || this.#isAboveAll(answer.fc_id) ? this.#groupOf(answer, name, seen.live) : undefined;
  }

  async otherwise({ answer, failure }: Tried<SavedIpGroup>, seen: Seen): Promise<CreatedGroup | Error | undefined> {
    if (answer === undefined) {
      const foreign = seen.fresh.find(({ isOurs }) => !isOurs)?.groupId;
      if (foreign === undefined) return undefined;
      return new AlreadyExistsError("an IP group of that name appeared", String(foreign), { cause: failure });
    }
    const { fc_id, fc_name, added } = answer;
    const isUnnamed = fc_name === undefined && seen.shown === undefined;
    const name = this.#nameIn(answer, seen) ?? (isUnnamed ? this.name : undefined);
    // The same request would get the same response again.
    if (name === undefined) return this.#aboutOther(answer, seen);
    if (this.#isNew(answer, seen) && !(await this.#isNested(fc_id, seen)))
      return this.#groupOf(answer, name, seen.live);
    if (this.before.wasThere(fc_id)) await this.tools.sight.meets(fc_id, this.name);
    // If the response lists no rules, a rule that is there twice may have existed before.
    const sent = new Set(this.#rules.map(meaningOf));
    const isUnsure = added === undefined && this.#othersIn(answer, seen).some((one) => sent.has(meaningOf(one)));
    const ours = seen.live === undefined ? (added ?? []) : this.#rulesOfOurs(answer, seen);
    await this.tools.rules.takeOutOfForeign(fc_id, ours, isUnsure);
    return new AlreadyExistsError("an IP group of that name exists", String(fc_id));
  }

  certain(group: CreatedGroup): void {
    this.tools.sight.makes(group.groupId, group.name);
    this.recordPartial(group);
  }

  /** The first request may have arrived late: it created a second group, or added its rules to this one. */
  async takeBack({ fresh }: Seen, { groupId }: CreatedGroup): Promise<boolean> {
    const second = fresh.filter((group) => group.isOurs && group.groupId !== groupId);
    if (second.length > 0)
      throw secondAppeared(
        second.map((group) => group.groupId),
        groupId,
      );
    const live = await this.tools.rules.shown(groupId);
    const surplusIn = (rules: readonly RuleReply[]): number[] =>
      compareRules(rules, this.#rules).surplus.map(({ rule_id }) => rule_id);
    const surplus = surplusIn(live ?? []);
    if (surplus.length > 0) await this.tools.rules.takeOut(groupId, surplus, surplusIn);
    return true;
  }

  #groupOf({ fc_id, added, total, ...reply }: SavedIpGroup, name: string, live?: readonly RuleReply[]): CreatedGroup {
    const warnings = [...reply.warnings, ...(reply.objection === undefined ? [] : [reply.objection])];
    const ruleCount = live?.length ?? added?.length ?? total ?? this.#rules.length;
    return { groupId: fc_id, ruleCount, sent: this.#rules.length, warnings, name };
  }

  #isAboveAll(groupId: number): boolean {
    return !this.before.wasThere(groupId) && groupId > this.before.highest;
  }

  #isNameOfOurs(name: string): boolean {
    return isCutSpellingOf(name, this.name);
  }

  /** The name of the group in the response, as far as it is shown to be ours; undefined if it is not. */
  #nameIn({ fc_id, fc_name }: SavedIpGroup, { shown, live = [] }: Seen): string | undefined {
    if (fc_name !== undefined && this.#isNameOfOurs(fc_name)) return fc_name;
    if (this.before.wasThere(fc_id)) return fc_name === undefined ? this.name : undefined;
    if (shown !== undefined && this.#isNameOfOurs(shown)) return shown;
    // The gateway may spell names in a way that this package does not know: then number and rules decide.
    const isSame = shown !== undefined && (fc_name === undefined || shown === fc_name);
    return isSame && areEqualRules(live, this.#rules) ? shown : undefined;
  }

  /** Whether the group of the response shows all rules that were sent. */
  #isWhole({ added }: SavedIpGroup, { live }: Seen): boolean {
    if (live === undefined) return false;
    if (added === undefined) return compareRules(live, this.#rules).missing.length === 0;
    return added.every(({ rule_id }) => live.some((one) => one.rule_id === rule_id));
  }

  #rulesOfOurs({ added }: SavedIpGroup, { live = [] }: Seen): readonly RuleReply[] {
    if (added === undefined) return newestOf(live, this.#rules);
    return live.filter(({ rule_id }) => added.some((one) => one.rule_id === rule_id));
  }

  /** The rules of the group that this request did not add. */
  #othersIn(answer: SavedIpGroup, seen: Seen): readonly RuleReply[] {
    const ours = this.#rulesOfOurs(answer, seen);
    return this.#isWhole(answer, seen) ? (seen.live ?? []).filter((rule) => !ours.includes(rule)) : [];
  }

  /**
   * Whether the group of the response did not exist before. After a second request its other rules may be those of the
   * first, which arrived late.
   */
  #isNew(answer: SavedIpGroup, seen: Seen): boolean {
    const others = this.#othersIn(answer, seen);
    const perhapsOurs = this.#sent > 1 || this.#rules.length === 0;
    const isNew = others.length === 0 || (perhapsOurs && areEqualRules(others, this.#rules));
    return isNew && !this.before.wasThere(answer.fc_id);
  }

  /**
   * Whether the list hides the group because it is nested below another one. A number that is not above all listed ones
   * means that, or that the gateway gives numbers again. In the latter case the list shows the group as soon as it
   * exists.
   */
  async #isNested(groupId: number, { isListed }: Seen): Promise<boolean> {
    return !isListed && !this.#isAboveAll(groupId) && (await this.tools.sight.isNested(groupId));
  }

  /** The group that a lost request created, if a list shows it. */
  #ours(fresh: readonly FreshGroup[], cause: unknown): CreatedGroup | undefined {
    const [found, ...more] = fresh.filter(({ isOurs }) => isOurs);
    if (found === undefined) return undefined;
    if (more.length > 0) throw severalAppeared([found, ...more], cause);
    const { length } = this.#rules;
    return { groupId: found.groupId, name: found.name, ruleCount: length, sent: length, warnings: [] };
  }

  async #list(failure: Error | undefined): Promise<GroupList> {
    return await this.tools.sight.fresh().catch((error: unknown) => {
      if (failure === undefined) throw error;
      throw new Refusal(
        "outcome unknown: the answer to the creation was lost, and the list that would show whether it exists could " +
          `not be read (${clauseBy(error)}). Run pulumi up again: if the IP group exists by then, the error says how ` +
          "to take it over.",
        { cause: failure },
      );
    });
  }

  /** Groups of that name that did not exist before, and whether their rules are those that were sent. */
  async #compared(list: GroupList): Promise<FreshGroup[]> {
    const fresh: FreshGroup[] = [];
    for (const groupId of list.ids) {
      const name = list.nameOf(groupId) ?? "";
      if (this.before.wasThere(groupId) || !this.#isNameOfOurs(name)) continue;
      const live = await this.tools.rules.shown(groupId);
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

  #aboutOther({ fc_name }: SavedIpGroup, { shown }: Seen): UnknownOutcomeError {
    return new UnknownOutcomeError({
      appliance: "gateway",
      host: this.tools.client.host,
      action: "ipgroups/saveRule",
      words: `the answer is about another IP group, "${fc_name ?? shown ?? ""}"`,
      advice: `Check whether the IP group "${this.name}" was created`,
    });
  }
}

function secondAppeared(others: readonly number[], groupId: number): Refusal {
  return new Refusal(
    `a second IP group of this name with the same rules appeared (id ${others.join(", ")}) beside this one (id ` +
      `${groupId}): the request whose answer was lost may have arrived late. It may also belong to another client, ` +
      "so it was not deleted. Delete it on the gateway if it is not needed.",
  );
}

function severalAppeared(groups: readonly FreshGroup[], cause: unknown): Refusal {
  const ids = groups.map(({ groupId }) => groupId).join(", ");
  return new Refusal(
    `several IP groups of this name appeared while its creation was in doubt (ids ${ids}); one may belong to another ` +
      "client, so none was deleted. Delete the surplus one on the gateway, then run pulumi up with " +
      'onExisting: "adopt".',
    { cause },
  );
}
