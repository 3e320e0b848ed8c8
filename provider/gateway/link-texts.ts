import type { Details } from "../errors/errors";
import { literally } from "../values/names";
import { accountNumber } from "../values/numbers";

/** The two ends of a link, as requests name them. */
export interface Ends {
  /** A user by name or number, or a seccode. */
  readonly member: string;
  /** A user group by name or number. */
  readonly userGroup: string;
}

/**
 * Whether a text says that a link is so already: `already` between its two ends if it was to be added, and that the one
 * does not have the other if it was to be removed. An end stands as a whole word, or as a noun with a number. No document
 * shows these texts (field notes, "plausible" 4), so words anywhere else decide nothing.
 */
export function saysSo(text: string, isAdd: boolean, { member, userGroup }: Ends): boolean {
  const from = endIn(text, "user", member);
  // Both ends may have one name.
  const rest =
    from === undefined ? text : text.slice(0, from.start) + " ".repeat(from.end - from.start) + text.slice(from.end);
  const to = endIn(rest, "usergroup", userGroup);
  if (from === undefined || to === undefined) return false;
  const isForward = from.start < to.start;
  const between = isForward ? text.slice(from.end, to.start) : text.slice(to.end, from.start);
  if (isAdd) return /(?<!\bnot )\balready\b/iu.test(between);
  const missing = isForward ? /\bnot (?:a member of|in|part of)\b/iu : /\b(?:has no|does not (?:have|contain))\b/iu;
  return missing.test(between);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a text names an end. A bare number is none: it may count something. */
function endIn(text: string, noun: string, reference: string): Span | undefined {
  const number = accountNumber(reference);
  const named = `(?<![\\p{L}\\p{N}_.@-])${literally(reference)}(?![\\p{L}\\p{N}_@-]|\\.[\\p{L}\\p{N}])`;
  const numbered = `\\b${noun} (?:id )?${number === undefined ? "\\d+" : String(number)}(?!\\d)`;
  const found = new RegExp(number === undefined ? `${named}|${numbered}` : numbered, "u").exec(text);
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}

/** The user groups that every gateway has. */
export const FACTORY_GROUPS: readonly string[] = ["Administrators", "Guests"];

/** The account that a text says is not there; undefined if it says nothing of the kind. */
export function accountMissingIn(text: string): Details["lacks"] {
  if (!/does not exist|no such/iu.test(text)) return undefined;
  const isGroup = /no such usergroup|\busergroup [^:]* does not exist/iu.test(text);
  return isGroup ? { what: "user group", known: FACTORY_GROUPS } : { what: "user", known: [] };
}
