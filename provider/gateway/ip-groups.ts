import { ApplianceError } from "../errors/errors";
import type { GatewayCaller } from "./caller";
import {
  anyObject,
  deletedGroups,
  deletedRule,
  groupList,
  groupPage,
  ruleList,
  savedGroup,
  type DeletedIpGroups,
  type DeletedRule,
  type IpGroupEntry,
  type Listed,
  type SavedIpGroup,
  type UnshownReply,
} from "./replies";
import type { RuleFields, RuleReply, StoredRule } from "./rules";

/** Changes for `update`; a field that is left out stays unchanged. */
export interface IpGroupChange {
  fc_id: number;
  name?: string | undefined;
  added?: readonly RuleFields[] | undefined;
  /** The type of a rule cannot change: remove it and add another. */
  updated?: readonly StoredRule[] | undefined;
  removed?: readonly number[] | undefined;
}

/** Query of `search`. */
export interface IpGroupSearch {
  /** Full name or part of it. */
  name: string;
  fc_name_comp: "like" | "notLike";
  /** Page number, from 1 (default). */
  page?: number | undefined;
  maxRows?: number | undefined;
}

/** The fields in which a gateway may expect the group whose rules are requested. The document does not specify it. */
export const rulesFields = ["fc_id", "id"] as const;
export type RulesField = (typeof rulesFields)[number];

/** Rows requested per page of a search, so that all groups of one gateway fit in one answer. */
const ROWS_OF_A_PAGE = 5_000;
/** Maximum number of pages of a search before it counts as endless. */
const MOST_PAGES = 100;

/** The actions of `rm=ipgroups`. Management gateway, "Endpoints", `rm=ipgroups`. */
export class IpGroupsApi {
  constructor(
    private readonly caller: GatewayCaller,
    private readonly rulesField: RulesField = "fc_id",
  ) {}

  /** Creates a group. It is not documented what the appliance does if the name exists, so look it up first. */
  saveRule(group: { new_fc: string; added: readonly RuleFields[] }): Promise<SavedIpGroup> {
    const fields = { new_fc: group.new_fc, added: group.added.map(wireRule) };
    return this.caller.call("ipgroups/saveRule", fields, savedGroup);
  }

  /** Renames, adds, changes and removes rules in one request. Its answer is not documented: read what was changed. */
  update(change: IpGroupChange): Promise<UnshownReply> {
    const { added, updated, ...others } = change;
    const fields = { ...others, added: added?.map(wireRule), updated: updated?.map(wireRule) };
    return this.caller.call("ipgroups/update", fields, anyObject);
  }

  /** Names and ids of all groups. Without the permission `IPGroups` it may be empty, so an empty list proves nothing. */
  loadTreeRootFast(): Promise<IpGroupEntry[]> {
    return this.caller.call("ipgroups/loadTreeRootFast", {}, groupList);
  }

  /** One page of the groups whose name contains a text, or does not. */
  search(question: IpGroupSearch): Promise<Listed<IpGroupEntry>> {
    return this.caller.call("ipgroups/search", { maxRows: ROWS_OF_A_PAGE, ...question }, groupPage);
  }

  /** All pages of {@link search}. Ends when all groups that the answer counts are there, or a page has nothing new. */
  async searchAll(question: Omit<IpGroupSearch, "page">): Promise<IpGroupEntry[]> {
    const found = new Map<number, IpGroupEntry>();
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const before = found.size;
      const { entries, total } = await this.search({ ...question, page });
      for (const group of entries) found.set(group.fc_id, group);
      if (found.size === before || found.size >= (total ?? Number.POSITIVE_INFINITY)) return [...found.values()];
      if (total === undefined && entries.length < (question.maxRows ?? ROWS_OF_A_PAGE)) return [...found.values()];
    }
    const words = `the list did not end within ${String(MOST_PAGES)} pages`;
    throw new ApplianceError(this.caller.place("ipgroups/search"), "none", words);
  }

  /** All rules of a group. */
  loadRules(group: { fc_id: number }): Promise<RuleReply[]> {
    return this.caller.call("ipgroups/loadRules", { [this.rulesField]: group.fc_id }, ruleList);
  }

  /** Removes one rule from its group. */
  deleteRule(rule: { rule_id: number }): Promise<DeletedRule> {
    return this.caller.call("ipgroups/deleteRule", { rule_id: rule.rule_id }, deletedRule);
  }

  /** Deletes groups. An empty list is refused here, because the document does not say what it deletes. */
  delete(groups: readonly number[]): Promise<DeletedIpGroups> {
    if (groups.length === 0) throw new RangeError("ipgroups/delete needs at least one IP group.");
    return this.caller.call("ipgroups/delete", { json: groups.map((fc_id) => ({ id: String(fc_id) })) }, deletedGroups);
  }

  /** Deletes every group of the appliance, including those that came with it. */
  deleteAll(): Promise<UnshownReply> {
    return this.caller.call("ipgroups/deleteAll", {}, anyObject);
  }
}

/** A rule in the form in which it is sent: `child_id` is documented as a string. */
function wireRule(rule: RuleFields | StoredRule): object {
  return rule.type === "child" ? { ...rule, child_id: String(rule.child_id) } : rule;
}
