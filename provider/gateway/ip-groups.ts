import { z } from "zod";
import { BusyError, CredentialsError, RefusedError, ReplyError } from "../errors/errors";
import { isJsonObject } from "../http/json";
import { listing, optionalNumber, optionalText, type Listing } from "../http/schemas";
import type { FormFields, GatewayCaller } from "./caller";
import { changeAnswer, idsOf, isOne, objectionOf, refusalIn, type ChangeAnswer } from "./change-answer";
import { groupEntries, groupPage, type GroupPage, type IpGroupEntry, objectIdOf } from "./records";
import type { RuleFields, RuleReply, StoredRule } from "./rule-forms";
import { ruleReplies, wireRule } from "./rules";

export type { IpGroupEntry } from "./records";

/** Answer of `saveRule`; fields that it does not contain are undefined. */
export interface SavedIpGroup extends ChangeAnswer {
  fc_id: number;
}

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

/** Answer of `deleteRule`; fields that it does not contain are undefined. */
export interface DeletedRule {
  fc_id: number | undefined;
  /** 1 on success. */
  success: 1 | undefined;
  myrules: string | undefined;
  rule_id: string | undefined;
  total: number | undefined;
}

/** Answer of `delete`; fields that it does not contain are undefined. */
export interface DeletedIpGroups {
  processedCount: number | undefined;
  /** Ids of the groups that the answer lists as removed. */
  removed: number[];
  /** What the answer says if nothing in it proves that a group was deleted, in the appliance's words. */
  refusal: string | undefined;
}

/** The fields in which a gateway may expect the group whose rules are requested. The document does not specify it. */
export const rulesFields = ["fc_id", "id", "json"] as const;
export type RulesField = (typeof rulesFields)[number];

/** Rows requested per page of a search, so that all groups of one gateway fit in one answer. */
const ROWS_OF_A_PAGE = 5_000;
/** Maximum number of rows of a search, and of pages with few rows, before the search counts as endless. */
const MOST_ROWS = 100_000;
const MOST_SMALL_PAGES = 100;
const SMALL_PAGE = 10;

/** The actions of `rm=ipgroups`. Management gateway, "Endpoints", `rm=ipgroups`. */
export class IpGroupsApi {
  readonly #call: GatewayCaller;
  /** The field of `loadRules` that this gateway uses, once an answer with rules has shown it. */
  #rulesField: RulesField | undefined;

  constructor(call: GatewayCaller, rulesField?: RulesField) {
    this.#call = call;
    this.#rulesField = rulesField;
  }

  /**
   * Creates a group. It is not documented what the appliance does if the name exists, so look it up first. The name in
   * the answer has the appliance's spelling. Throws RefusedError if the answer has no group but says why.
   */
  async saveRule(group: { new_fc: string; added: readonly RuleFields[] }): Promise<SavedIpGroup> {
    const place = this.#call.place("ipgroups/saveRule");
    const fields = { new_fc: group.new_fc, added: group.added.map(wireRule) };
    const answer = await this.#call.read("ipgroups/saveRule", fields, changeAnswer);
    const { fc_id, objection, refusal } = answer;
    if (fc_id !== undefined) return { ...answer, fc_id };
    if (objection !== undefined) throw new RefusedError({ ...place, words: objection });
    const said = refusal === undefined ? "" : `. It says: ${refusal}`;
    throw new ReplyError({ ...place, words: `the answer names no IP group: $.fc_id is missing or not an id${said}` });
  }

  /**
   * Renames, adds, changes and removes rules in one request. Its answer is not documented: what it contains counts as
   * proof, and the caller must read what it does not contain.
   */
  update(change: IpGroupChange): Promise<ChangeAnswer> {
    return this.#call.read(
      "ipgroups/update",
      {
        fc_id: change.fc_id,
        name: change.name,
        added: change.added?.map(wireRule),
        updated: change.updated?.map(wireRule),
        removed: change.removed,
      },
      changeAnswer,
    );
  }

  /**
   * Names and ids of all groups. Without the permission `IPGroups` the list may be empty, so an empty list proves
   * nothing.
   */
  loadTreeRootFast(): Promise<Listing<IpGroupEntry>> {
    return this.#call.read("ipgroups/loadTreeRootFast", {}, groupEntries);
  }

  /** One page of the groups whose name contains a text, or does not. */
  async search(question: IpGroupSearch): Promise<IpGroupEntry[]> {
    return [...(await this.#page(question)).groups.values()];
  }

  /**
   * All pages of {@link search}. Ends when a page has nothing new, when all groups that the answer counts are there or,
   * without a count, when a page is shorter than those before. Limited by rows, because an endless list would be read
   * forever.
   */
  async searchAll(question: Omit<IpGroupSearch, "page">): Promise<Listing<IpGroupEntry>> {
    const asked = { ...question, maxRows: question.maxRows ?? ROWS_OF_A_PAGE };
    const found = new Map<number, IpGroupEntry>();
    const unreadable: unknown[] = [];
    let longest = 0;
    for (let page = 1; ; page += 1) {
      const before = found.size;
      const { groups, rows, total, unreadable: strange } = await this.#page({ ...asked, page });
      for (const [fc_id, group] of groups) found.set(fc_id, group);
      const fresh = found.size - before;
      if (fresh > 0 || page === 1) unreadable.push(...strange);
      const isComplete = total === undefined ? rows < longest : found.size + unreadable.length >= total;
      if (fresh === 0 || isComplete) return listing([...found.values()], { what: "IP groups", total, unreadable });
      longest = rows;
      if (found.size > MOST_ROWS || (page >= MOST_SMALL_PAGES && fresh < SMALL_PAGE)) break;
    }
    const words = `the list did not end within ${found.size} rows`;
    throw new ReplyError({ ...this.#call.place("ipgroups/search"), words });
  }

  #page(question: IpGroupSearch): Promise<GroupPage> {
    return this.#call.read("ipgroups/search", { ...question }, groupPage);
  }

  /** The field of `loadRules` that contains the group: the configured one, or the one that an answer has shown. */
  get rulesField(): RulesField | undefined {
    return this.#rulesField;
  }

  /**
   * All rules of a group. The field that contains the group is not documented. Until an answer with rules has shown it,
   * the other fields are tried if one is refused or finds nothing.
   */
  async loadRules(group: { fc_id: number }): Promise<Listing<RuleReply>> {
    if (this.#rulesField !== undefined) return await this.#rulesBy(this.#rulesField, group.fc_id);
    let empty: Listing<RuleReply> | undefined;
    let failure: unknown;
    for (const field of rulesFields) {
      try {
        const rules = await this.#rulesBy(field, group.fc_id);
        if (rules.length > 0) this.#rulesField = field;
        if (rules.length > 0) return rules;
        empty ??= rules;
      } catch (error) {
        if (!isOfField(error)) throw error;
        failure ??= error;
      }
    }
    if (empty !== undefined) return empty;
    throw failure;
  }

  #rulesBy(field: RulesField, fc_id: number): Promise<Listing<RuleReply>> {
    const fields = { [field]: field === "json" ? [{ id: String(fc_id) }] : fc_id };
    return this.#call.read("ipgroups/loadRules", fields, ruleReplies);
  }

  /** Removes one rule from its group. Throws RefusedError if the answer says that this was not done. */
  async deleteRule(rule: { rule_id: number }): Promise<DeletedRule> {
    const answer = await this.#call.read("ipgroups/deleteRule", { rule_id: rule.rule_id }, anyObject);
    const words = objectionOf(answer);
    if (words !== undefined) throw new RefusedError({ ...this.#call.place("ipgroups/deleteRule"), words });
    return {
      fc_id: objectIdOf(answer["fc_id"]),
      success: isOne(answer["success"]) ? 1 : undefined,
      myrules: optionalText.safeParse(answer["myrules"]).data,
      rule_id: optionalText.safeParse(answer["rule_id"]).data,
      total: optionalNumber.safeParse(answer["total"]).data,
    };
  }

  /**
   * Deletes groups. A group that the answer does not list as removed may still exist. An empty list is refused here,
   * because the document does not say what it deletes.
   */
  async delete(groups: readonly number[]): Promise<DeletedIpGroups> {
    if (groups.length === 0) throw new RangeError("ipgroups/delete needs at least one IP group.");
    const json = groups.map((fc_id) => ({ id: String(fc_id) }));
    const { isProven: _, ...deleted } = await this.#delete("ipgroups/delete", { json });
    return deleted;
  }

  /**
   * Deletes every group of the appliance, including those that came with it. Its answer is not documented, so read the
   * list afterwards. Throws RefusedError if the answer only says why nothing was done, and ReplyError if it does not
   * show that anything was.
   */
  async deleteAll(): Promise<void> {
    const { refusal, isProven, processedCount } = await this.#delete("ipgroups/deleteAll", {});
    const place = this.#call.place("ipgroups/deleteAll");
    if (refusal !== undefined) throw new RefusedError({ ...place, words: refusal });
    if (isProven || processedCount !== undefined) return;
    throw new ReplyError({ ...place, words: "the answer does not show that the groups were deleted" });
  }

  async #delete(
    action: "ipgroups/delete" | "ipgroups/deleteAll",
    fields: FormFields,
  ): Promise<DeletedIpGroups & { isProven: boolean }> {
    const answer = await this.#call.read(action, fields, anyObject);
    const removed = idsOf(answer["removed"]) ?? [];
    const processedCount = optionalNumber.safeParse(answer["processedCount"]).data;
    const words = objectionOf(answer);
    if (words !== undefined && removed.length === 0) throw new RefusedError({ ...this.#call.place(action), words });
    const isProven = isOne(answer["success"]) || (processedCount ?? 0) > 0 || removed.length > 0;
    return { processedCount, removed, isProven, refusal: isProven ? undefined : refusalIn(answer) };
  }
}

const anyObject = z.custom<Readonly<Record<string, unknown>>>(isJsonObject, "expected an object");

/** Whether a reading may have failed because the gateway expects another field. */
function isOfField(error: unknown): boolean {
  if (error instanceof CredentialsError || error instanceof BusyError) return false;
  return error instanceof RefusedError || error instanceof ReplyError;
}
