import { wordsOf } from "./judge-tokens";
import {
  ABSENT,
  CALLER,
  COUNT,
  ENTRY,
  GRAMMAR,
  LABEL,
  MADE,
  NEGATION,
  NOT_TAKEN,
  OBSTACLE,
  PRESENT,
  SUPPOSED,
  SURE,
  TAKEN,
  TROUBLE,
  UNMADE,
  VOCABULARY,
} from "./judge-words";

/** What a change of a link requests: that the link exists, or that it does not. */
export type Direction = "add" | "remove";
/** What a request asks for. */
export type Action = Direction | "create" | "delete" | "rename" | "set";

/**
 * *done*: the change was made. *already*: it was not needed, because what it asks for is the case; for a creation, the
 * name belongs to another object. *refused*: the gateway refused it, or failed. *unknown*: none of these for sure.
 */
export type Verdict = "done" | "already" | "refused" | "unknown";

/** The names and ids that were sent, which a text may mention. */
export type SentNames = readonly (string | number)[];

/** A text about one change is a sentence. A longer one is not read, because patterns take time. */
export const LONGEST = 1000;

/**
 * Judges a text in which `rm=user_api` reports on one change. Only the texts of successes are known literally. Any
 * other text counts as "already" only if each of its words is understood, and only in the matching direction. Names may
 * contain any word, so those that were sent are removed first. For a name that consists of words of the language itself
 * ("not"), both readings must agree. Why: docs/internals/decisions/0019-texts-and-lines.md.
 */
export function judge(action: Action, text: string, names: SentNames = []): Verdict {
  if (text.length > LONGEST) return "unknown";
  const known = names.map((name) => String(name).trim().toLowerCase()).filter((name) => name !== "");
  const judgeBy = action === "create" ? judgeCreation : action === "delete" ? judgeDeletion : undefined;
  const verdictOf = (those: readonly string[]): Verdict =>
    judgeBy === undefined
      ? judgeWords(action as keyof typeof MADE, wordsOf(text, those))
      : judgeBy(wordsOf(text, those), text, those);
  const verdict = verdictOf(known);
  const clear = known.filter((name) => !name.split(/\s+/u).every((word) => GRAMMAR.has(word)));
  if (clear.length === known.length) return verdict;
  return verdictOf(clear) === verdict ? verdict : "unknown";
}

/** Whether a text says that a user or user group does not exist. */
export function saysAbsent(text: string, names: SentNames): boolean {
  const words = wordsOf(
    text,
    names.map((name) => String(name).trim().toLowerCase()),
  );
  const reason = words.replace(UNMADE.rename, " ").replace(/\s+/gu, " ");
  return text.length <= LONGEST && isSoAlready("remove", reason) && !CALLER.test(reason) && !TROUBLE.test(reason);
}

/** Whether a refusal mentions that something exists or does not, so that it may mean that a link is as requested. */
export function mentionsExistence(text: string): boolean {
  return /\b(?:already|exist\w*|duplicate|present|there|member\w*|has|have|found|granted|assigned|in)\b/iu.test(text);
}

/** Why something was not created: because the name belongs to another object, or for any other reason. */
function judgeCreation(words: string): Verdict {
  return TAKEN.test(words) && !NOT_TAKEN.test(words) ? "already" : "refused";
}

/** The number of deleted objects decides; without a number, only a text that is understood. */
function judgeDeletion(words: string, text: string, names: readonly string[]): Verdict {
  const counts = countsIn(text, names);
  const isRefused =
    words.search(UNMADE.remove) >= 0 || CALLER.test(words) || TROUBLE.test(words.replace(/0 matched/gu, ""));
  if (counts.length === 0 || isRefused) {
    const verdict = judgeWords("remove", words);
    return verdict === "done" && isRefused ? "refused" : verdict;
  }
  if (counts.length > 1) return "unknown";
  return counts[0] === 0 ? "already" : "done";
}

function countsIn(text: string, names: readonly string[]): number[] {
  // Names may contain such words too. A number that was sent follows its noun.
  const without = names.reduce((rest, name) => {
    if (!/^\d+$/u.test(name)) return rest.replaceAll(name, " ");
    return rest.replace(new RegExp(`(\\b(?:user|group|id|account)s?\\W{1,3})${name}\\b`, "gu"), "$1");
  }, text.toLowerCase());
  return [...without.matchAll(COUNT)].map((found) => Number(found.slice(1).find(Boolean)));
}

function judgeWords(action: keyof typeof MADE, words: string): Verdict {
  const isUnmade = words.search(UNMADE[action]) >= 0 || LABEL.test(words);
  // The reason why a change was not made outweighs the failure itself: "could not be removed: not a member".
  const reason = words.replace(LABEL, " ").replace(UNMADE[action], " ").replace(/\s+/gu, " ");
  if (!isUnmade && isSureSuccess(action, words)) return "done";
  if (TROUBLE.test(reason) || CALLER.test(reason)) return "refused";
  const isLink = action === "add" || action === "remove";
  if (isLink && [reason, ...reason.split(" , ")].some((clause) => saysAlready(action, clause))) return "already";
  if (isUnmade || (action !== "remove" && OBSTACLE.test(words))) return "refused";
  if (action === "rename" && TAKEN.test(words)) return "refused";
  const isPlain = words.includes("@") && isUnderstood(words) && !NEGATION.test(words) && !SUPPOSED.test(words);
  const opposite = isLink && MADE[action === "add" ? "remove" : "add"].test(words);
  return isPlain && MADE[action].test(words) && !opposite ? "done" : "unknown";
}

/** Whether a clause says that a link is as requested. It must be understood, or name an entry of a table. */
function saysAlready(direction: Direction, clause: string): boolean {
  return isSoAlready(direction, clause) && (isUnderstood(clause) || ENTRY.test(clause));
}

/** A literally known text, with any names in it; the text after it must not negate it. */
function isSureSuccess(action: keyof typeof MADE, words: string): boolean {
  const success = SURE[action].exec(words);
  if (success === null || SUPPOSED.test(success[0]) || /\balready\b/u.test(success[0])) return false;
  const rest = words.slice(success[0].length);
  return !TROUBLE.test(rest.slice(rest.search(/ , |$/u)));
}

function isSoAlready(direction: Direction, reason: string): boolean {
  if (direction === "remove") return ABSENT.test(reason) && !/\bnot absent\b|\bnot gone\b/u.test(reason);
  return PRESENT.test(reason) && !NEGATION.test(reason) && !SUPPOSED.test(reason) && !MADE.remove.test(reason);
}

function isUnderstood(words: string): boolean {
  return words
    .split(/[\s,]+/u)
    .filter((word) => word !== "")
    .every((word) => VOCABULARY.has(word) || /^@[ugpn]$/u.test(word));
}
