import { z } from "zod";
import { RefusedError, UnknownOutcomeError } from "../errors";
import { isJsonObject } from "../http/json";
import { id, numeric, optionalNumber, text } from "../http/schemas";
import type { GatewayCaller } from "./caller";
import { everyPage } from "./paging";
import { encodeRule, ruleReply, type RuleFields, type RuleReply, type StoredRule } from "./rules";

/** An IP group in a list. */
export interface IpGroupEntry {
  fc_id: number;
  fc_name: string;
}

/** Answer of `saveRule`. */
export interface SavedIpGroup extends IpGroupEntry {
  added: RuleReply[];
  /** Empty on creation. */
  updated: unknown[];
  /** Empty on creation. */
  removed: unknown[];
  /** Remarks of the appliance; the group is there all the same. */
  warnings: string[];
  /** Summary of the rules; empty when there are none. */
  myrules: string | undefined;
  /** Shown when one rule was given. */
  rule_id: number | undefined;
  /** Number of rules the group now has. */
  total: number | undefined;
}

/** Changes for `update`; what is left out stays as it is. */
export interface IpGroupChange {
  fc_id: number;
  name?: string | undefined;
  added?: readonly RuleFields[] | undefined;
  /** The type of a rule cannot change: remove it and add another. */
  updated?: readonly StoredRule[] | undefined;
  removed?: readonly number[] | undefined;
}

/** Question of `search`. */
export interface IpGroupSearch {
  /** Full name or part of it. */
  name: string;
  fc_name_comp: "like" | "notLike";
  /** From 1, the default. */
  page?: number | undefined;
  maxRows?: number | undefined;
}

/** Answer of `deleteRule`. */
export interface DeletedRule {
  fc_id: number;
  /** 1 on success. */
  success: number;
  myrules: string | undefined;
  rule_id: string;
  total: number | undefined;
}

/** Answer of `delete`. */
export interface DeletedIpGroups {
  processedCount: number;
  removed: number[];
}

const entry = z.object({ fc_id: id, fc_name: text });
const summary = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);
const remarks = z
  .array(z.unknown())
  .nullish()
  .transform((list) => (list ?? []).map((remark) => (typeof remark === "string" ? remark : JSON.stringify(remark))));
const untyped = z
  .array(z.unknown())
  .nullish()
  .transform((list) => list ?? []);

const saved = z.object({
  ...entry.shape,
  added: z
    .array(ruleReply)
    .nullish()
    .transform((list) => list ?? []),
  updated: untyped,
  removed: untyped,
  warnings: remarks,
  myrules: summary,
  rule_id: id.nullish().transform((value) => value ?? undefined),
  total: optionalNumber,
});
const deletedRule = z.object({ fc_id: id, success: numeric, myrules: summary, rule_id: text, total: optionalNumber });
const deleted = z.object({ processedCount: numeric, removed: z.array(id) });

/** The actions of `rm=ipgroups`. Management gateway, "Endpoints", `rm=ipgroups`. */
export class IpGroupsApi {
  readonly #call: GatewayCaller;

  constructor(call: GatewayCaller) {
    this.#call = call;
  }

  /**
   * Creates a group. What the appliance does with a name that exists is not documented: look before. Throws
   * UnknownOutcomeError when the answer names another group.
   */
  async saveRule(group: { new_fc: string; added: readonly RuleFields[] }): Promise<SavedIpGroup> {
    const fields = { new_fc: group.new_fc, added: group.added.map(encodeRule) };
    const answer = await this.#call.read("ipgroups/saveRule", fields, saved);
    if (sameName(answer.fc_name, group.new_fc)) return answer;
    throw new UnknownOutcomeError({
      ...this.#call.place("ipgroups/saveRule"),
      words: `the answer is about another IP group, "${answer.fc_name}"`,
      advice: `See whether the IP group "${group.new_fc}" was made`,
    });
  }

  /** Renames, adds, changes and removes rules in one request. Its answer is not documented: read the rules again. */
  async update(change: IpGroupChange): Promise<void> {
    await this.#call.read(
      "ipgroups/update",
      {
        fc_id: change.fc_id,
        name: change.name,
        added: change.added?.map(encodeRule),
        updated: change.updated?.map(encodeRule),
        removed: change.removed,
      },
      anyObject,
    );
  }

  /** Names and ids of all groups. Without the permission `IPGroups` the list may be empty: that is no evidence. */
  loadTreeRootFast(): Promise<IpGroupEntry[]> {
    return this.#call.read("ipgroups/loadTreeRootFast", {}, listOf(entry));
  }

  /** One page of the groups whose name holds a text, or does not. */
  search(question: IpGroupSearch): Promise<IpGroupEntry[]> {
    return this.#call.read("ipgroups/search", { ...question }, listOf(entry));
  }

  /** All pages of {@link search}, at most 100. */
  searchAll(question: Omit<IpGroupSearch, "page">): Promise<IpGroupEntry[]> {
    const load = (page: number): Promise<IpGroupEntry[]> => this.search({ ...question, page });
    return everyPage(load, (group) => group.fc_id, this.#call.place("ipgroups/search"));
  }

  /** All rules of a group. */
  loadRules(group: { fc_id: number }): Promise<RuleReply[]> {
    return this.#call.read("ipgroups/loadRules", { fc_id: group.fc_id }, listOf(ruleReply));
  }

  /** Removes one rule from its group. */
  async deleteRule(rule: { rule_id: number }): Promise<DeletedRule> {
    const answer = await this.#call.read("ipgroups/deleteRule", { rule_id: rule.rule_id }, deletedRule);
    if (answer.success === 1) return answer;
    throw new RefusedError({
      ...this.#call.place("ipgroups/deleteRule"),
      words: `success is ${answer.success}, not 1`,
    });
  }

  /** Deletes groups. An empty list is refused here, because the document does not say what it deletes. */
  async delete(groups: readonly number[]): Promise<DeletedIpGroups> {
    if (groups.length === 0) throw new RangeError("ipgroups/delete needs at least one IP group.");
    return await this.#call.read("ipgroups/delete", { json: groups.map((fc_id) => ({ id: String(fc_id) })) }, deleted);
  }

  /** Deletes every group of the appliance, also those that came with it. Its answer is not documented. */
  async deleteAll(): Promise<void> {
    await this.#call.read("ipgroups/deleteAll", {}, anyObject);
  }
}

const anyObject = z.custom<object>(isJsonObject, "expected an object");

/** A list at top level or under one of the keys that lists are known to come under. */
function listOf<T>(item: z.ZodType<T>): z.ZodType<T[]> {
  const unwrapped = (value: unknown): unknown => {
    if (!isJsonObject(value)) return value;
    return value["results"] ?? value["rules"] ?? value["rows"];
  };
  return z.preprocess(unwrapped, z.array(item));
}

/** Appliances may trim a name or change its letter case. */
function sameName(one: string, other: string): boolean {
  const plain = (name: string): string => name.normalize("NFC").trim().toLowerCase();
  return plain(one) === plain(other);
}
