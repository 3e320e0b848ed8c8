import { RefusedError } from "../../errors/errors";
import { isSameRule } from "../../values/rule";
import { Refusal, ifRulesAreMissing } from "../../errors/refusal";
import type { RuleFields, RuleReply, StoredRule } from "../../gateway/rule-forms";
import { changeGroup, type GroupTools, isEmpty, nothing } from "./group-change";
import { haveOtherIds, idNowOf, newOnes } from "./rule-ids";
import { compareRules, type RuleChange } from "./update-request";
import { clauseBy } from "../../values/said";

/** A rule after a change. */
interface ChangedRule {
  ruleId: number;
  warnings: readonly string[];
  /** Whether the change gave other rules of the group new ids too; undefined if there were no others to show it. */
  idsChange: boolean | undefined;
}

/** A rule that was added. */
interface AddedRule extends ChangedRule {
  /** Ids of equal rules that were added as well, because the request was carried out twice. */
  surplus: number[];
}

/** A group with its declared name and rules. */
interface GroupToUpdate {
  groupId: number;
  /** Its name as the gateway shows it. */
  currentName: string;
  /** The declared name; equal to the current one if it stays. */
  name: string;
}

/** Computes the change to send from the live rules. */
type ChangeFrom = (live: readonly RuleReply[]) => RuleChange;

/** The changes of the rules of IP groups. Nothing is cached. */
export class GroupRules {
  constructor(private readonly tools: GroupTools) {}

  /**
   * The rules of a group, or undefined if the gateway refuses to return them: it may not show the group yet, or no
   * more.
   */
  async shown(groupId: number): Promise<RuleReply[] | undefined> {
    try {
      return await this.tools.rulesOf(groupId);
    } catch (error) {
      if (error instanceof RefusedError) return undefined;
      throw error;
    }
  }

  /** Brings the name and rules of a group to what is declared. Returns the name that the gateway shows, and warnings. */
  async converge(group: GroupToUpdate, left: ChangeFrom): Promise<{ name: string; warnings: readonly string[] }> {
    const { groupId, currentName, name } = group;
    const before = await this.tools.rulesOf(groupId);
    const first = left(before);
    const rename = name === currentName ? undefined : { from: currentName, to: name };
    if (rename === undefined && isEmpty(first)) return { name, warnings: [] };
    const changed = await changeGroup(this.tools, {
      groupId,
      before,
      first,
      left,
      rename,
      isComputedAgain: true,
      notShown,
      takeBack: async (live) => {
        const { added, updated, removed } = left(live);
        if (added.length + updated.length > 0) return false;
        if (removed.length > 0) await this.takeOut(groupId, removed, (now) => left(now).removed);
        return true;
      },
    });
    return { name: changed.name ?? currentName, warnings: changed.warnings };
  }

  /**
   * Adds one rule and returns its id: that of an equal rule which did not exist before. A lost response is settled in
   * the same way, and the rule is sent once more if it does not show.
   */
  add(groupId: number, rule: RuleFields): Promise<AddedRule> {
    return this.tools.request.ids.inTurn(groupId, true, () => this.#add(groupId, rule));
  }

  async #add(groupId: number, rule: RuleFields): Promise<AddedRule> {
    const before = await this.tools.rulesOf(groupId);
    const first = { ...nothing, added: [rule] };
    let added: number[] = [];
    const { live, warnings } = await changeGroup(this.tools, {
      groupId,
      before,
      first,
      left: (now) => {
        added = newOnes(before, now, rule);
        return added.length > 0 ? nothing : first;
      },
      isProvable: false,
      notShown: notListed,
      takeBack: (now) => {
        added = [...new Set([...added, ...newOnes(before, now, rule)])];
        return Promise.resolve(true);
      },
    });
    const [ruleId = 0, ...surplus] = added;
    this.tools.request.ids.learn(before, live ?? []);
    return { ruleId, surplus, warnings, idsChange: haveOtherIds(before, live ?? []) };
  }

  /**
   * Changes one rule of a group whose rules are known, and returns its id after the change. The type of a rule cannot
   * change, so a rule that the gateway keeps under another type is removed and added. With `mayMove`, the gateway may
   * have given the rule another id since.
   */
  change(groupId: number, rule: StoredRule, before: readonly RuleReply[], mayMove: boolean): Promise<ChangedRule> {
    return this.tools.request.ids.inTurn(groupId, mayMove, () => this.#change(groupId, rule, before, mayMove));
  }

  async #change(
    groupId: number,
    rule: StoredRule,
    before: readonly RuleReply[],
    mayMove: boolean,
  ): Promise<ChangedRule> {
    const { rule_id, ...fields } = rule;
    const known = before.find((one) => one.rule_id === rule_id);
    const isOfType = known?.type === rule.type;
    const others = before.filter((one) => one !== known);
    let ruleId = rule_id;
    const left = (live: readonly RuleReply[]): RuleChange => {
      if (live.some((one) => one.rule_id === rule_id && isSameRule(one, rule))) return nothing;
      const old = known === undefined ? undefined : idNowOf(known, before, live);
      const fresh = newOnes(others, live, fields)[0];
      ruleId = fresh ?? rule_id;
      if (isOfType && old !== undefined) return { ...nothing, updated: [{ ...fields, rule_id: old }] };
      // The old rule may still show beside the new one, if the removal lags behind.
      return { ...nothing, added: fresh === undefined ? [fields] : [], removed: old === undefined ? [] : [old] };
    };
    const { live, warnings } = await changeGroup(this.tools, {
      groupId,
      before,
      first: isOfType ? { ...nothing, updated: [rule] } : { ...nothing, added: [fields], removed: [rule_id] },
      left,
      isProvable: isOfType,
      isComputedAgain: mayMove,
      notShown: notListed,
    });
    return { ruleId, warnings, idsChange: live === undefined ? undefined : haveOtherIds(others, live) };
  }

  /** Adds the rules that one creation could not carry. Returns how many the group has then, and warnings. */
  async addRest(
    groupId: number,
    all: readonly RuleFields[],
    sent: number,
  ): Promise<{ ruleCount: number; warnings: readonly string[] }> {
    // Nothing is read first: a gateway may not show the group yet.
    const { live, warnings } = await changeGroup(this.tools, {
      groupId,
      before: [],
      first: { ...nothing, added: all.slice(sent) },
      left: (now) => ({ ...nothing, added: compareRules(now, all).missing }),
      notShown: () => undefined,
    });
    return { ruleCount: live?.length ?? all.length, warnings };
  }

  /** Removes rules from a group. `left`: the ids of those that a later reading still shows. */
  async takeOut(
    groupId: number,
    ruleIds: readonly number[],
    left = (live: readonly RuleReply[]): number[] => ruleIds.filter((id) => live.some(({ rule_id }) => rule_id === id)),
  ): Promise<void> {
    await changeGroup(this.tools, {
      groupId,
      before: [],
      first: { ...nothing, removed: [...ruleIds] },
      left: (live) => ({ ...nothing, removed: left(live) }),
      notShown: () => new Refusal(`the gateway still lists the rules ${ruleIds.join(", ")}`),
    });
  }

  /**
   * Removes our rules from a group of others that the gateway has added them to. With `isUnsure`, nothing distinguishes
   * our rules from theirs: then none is removed, and the error names them.
   */
  async takeOutOfForeign(groupId: number, ours: readonly RuleReply[], isUnsure: boolean): Promise<void> {
    const ids = ours.map(({ rule_id }) => rule_id);
    if (ids.length === 0) return;
    try {
      if (isUnsure) throw new Refusal("the answer does not name them, and the group already had some equal rules");
      await this.takeOut(groupId, ids);
    } catch (error) {
      throw new Refusal(
        `the gateway added the rules to an IP group of that name that another client created (id ${groupId}), and ` +
          `they could not be removed again (${clauseBy(error)}). Remove the rules ${ids.join(", ")} of that group on the ` +
          "gateway.",
        { cause: error },
      );
    }
  }
}

function notShown({ added, updated, removed }: RuleChange): Refusal {
  const counts = [`${added.length} to add`, `${updated.length} to change`, `${removed.length} to remove`];
  return new Refusal(
    "the gateway answered the change without an error, but the group's rules do not show it (still " +
      `${counts.join(", ")}). ${ifRulesAreMissing}`,
  );
}

function notListed(): Refusal {
  return new Refusal(
    "the gateway accepted the rule, but does not list it among the rules of the group. Run pulumi up again: if the rule " +
      "exists by then, the error says how to take it over.",
  );
}
