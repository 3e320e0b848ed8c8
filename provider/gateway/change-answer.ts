import { z } from "zod";
import { isJsonObject } from "../http/json";
import { optionalNumber, optionalText } from "../http/schemas";
import { objectIdOf } from "./records";
import type { RuleReply } from "./rule-forms";
import { ruleReplies } from "./rules";

/** The content of an answer to `saveRule` or `update`; a field is undefined if it is missing or not understood. */
export interface ChangeAnswer {
  fc_id: number | undefined;
  fc_name: string | undefined;
  /** The rules that were added. */
  added: RuleReply[] | undefined;
  /** Ids of the rules that were changed. */
  updated: number[] | undefined;
  /** Ids of the rules that were removed. */
  removed: number[] | undefined;
  /** Warnings of the appliance about a change that it carried out. */
  warnings: string[];
  /** Evidence that the change as a whole was not carried out: `success` other than 1, `error`, `errors`. */
  objection: string | undefined;
  /** What the answer says if it contains no `fc_id`, in the appliance's words. */
  refusal: string | undefined;
  /** Summary of the rules; empty if there are none. */
  myrules: string | undefined;
  /** Present if one rule was given. */
  rule_id: number | undefined;
  /** Number of rules that the group now has. */
  total: number | undefined;
}

/** No field is required: a field that is missing or not understood proves nothing, and does no harm. */
export const changeAnswer: z.ZodType<ChangeAnswer> = z.unknown().transform((answer, context) => {
  if (!isJsonObject(answer)) {
    context.addIssue({ code: "custom", message: "expected an object" });
    return z.NEVER;
  }
  return {
    fc_id: objectIdOf(answer["fc_id"]),
    fc_name: optionalText.safeParse(answer["fc_name"]).data,
    added: addedIn(answer["added"]),
    updated: idsOf(answer["updated"]),
    removed: idsOf(answer["removed"]),
    warnings: remarksOf(answer["warnings"] ?? answer["warning"]),
    objection: objectionOf(answer),
    refusal: refusalIn(answer),
    myrules: optionalText.safeParse(answer["myrules"]).data,
    rule_id: objectIdOf(answer["rule_id"]),
    total: optionalNumber.safeParse(answer["total"]).data,
  };
});

function addedIn(list: unknown): RuleReply[] | undefined {
  const rules = Array.isArray(list) ? ruleReplies.safeParse(list).data : undefined;
  return rules?.lack === undefined ? rules : undefined;
}

/** What an answer says against success, in its own words; undefined if it says nothing against it. */
export function objectionOf(answer: Readonly<Record<string, unknown>>): string | undefined {
  const { success, message } = answer;
  const isNoSuccess = success !== undefined && success !== null && !isOne(success);
  const errors = [...remarksOf(answer["error"]), ...remarksOf(answer["errors"])];
  if (!isNoSuccess && errors.length === 0) return undefined;
  const words = [...(isNoSuccess ? [`success is ${JSON.stringify(success)}, not 1`] : []), ...errors];
  return [...words, ...(isNoSuccess ? remarksOf(message) : [])].join("; ");
}

/**
 * As {@link objectionOf}, for an answer in which nothing proves success: its warnings and its message then say why the
 * change was not made.
 */
export function refusalIn(answer: Readonly<Record<string, unknown>>): string | undefined {
  const said = [...remarksOf(answer["warnings"] ?? answer["warning"]), ...remarksOf(answer["message"])];
  return objectionOf(answer) ?? (said.length === 0 ? undefined : said.join("; "));
}

/** Whether a flag means yes: 1 as documented, or true. */
export function isOne(flag: unknown): boolean {
  return flag === 1 || flag === "1" || flag === true;
}

/** Ids in a list of ids or of objects with an id; undefined if a member has none. */
export function idsOf(list: unknown): number[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const ids = list.map((one: unknown) => {
    return objectIdOf(isJsonObject(one) ? (one["rule_id"] ?? one["fc_id"] ?? one["id"]) : one);
  });
  return ids.every((one) => one !== undefined) ? ids : undefined;
}

/** Remarks as texts: one, or a list of them. A missing value, null, false, 0 and an empty text are none. */
function remarksOf(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list
    .filter((one) => one !== undefined && one !== null && one !== false && one !== 0 && one !== "")
    .filter((one) => !isJsonObject(one) || Object.keys(one).length > 0)
    .map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
}
