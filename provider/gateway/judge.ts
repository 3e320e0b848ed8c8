import {
  ABSENT,
  CALLER,
  COMPOUND,
  GRAMMAR,
  MADE,
  NEGATION,
  OBSTACLE,
  PRESENT,
  SUPPOSED,
  SURE,
  TROUBLE,
  UNMADE,
  VOCABULARY,
} from "./judge-words";

/** What a change asked for: that something is there, or that it is not. */
export type Direction = "add" | "remove";

/**
 * *done*: the change was made. *already*: it was not needed, because what it asks for is so. *refused*: the gateway said
 * no, or that it failed. *unknown*: none of these for sure.
 */
export type Verdict = "done" | "already" | "refused" | "unknown";

/** What a text is about: the names and ids that were sent. */
export type Names = readonly (string | number)[];

/** A text about one change is a sentence; what is longer is not read, since patterns take their time. */
const LONGEST = 1000;
/** A name in a text, once it is recognised; a text that holds it is not understood. */
const MARK = "\u00a4";

/**
 * Judges a text in which `rm=user_api` reports on one change. Only the texts of successes are known literally; of the
 * others a text counts as "already" only where each of its words is understood, and only in the direction that it belongs
 * to. Names may hold any word, so those that were sent are taken out first; for a name that is made of words of the
 * language itself ("not") both readings must agree. Why: docs/decisions/0019-texts-and-lines.md.
 */
export function judge(direction: Direction, text: string, names: Names = []): Verdict {
  if (text.length > LONGEST) return "unknown";
  const known = names.map((name) => String(name).trim().toLowerCase()).filter((name) => name !== "");
  const verdict = judgeWords(direction, wordsOf(text, known));
  const clear = known.filter((name) => !name.split(/\s+/u).every((word) => GRAMMAR.has(word)));
  if (clear.length === known.length) return verdict;
  return judgeWords(direction, wordsOf(text, clear)) === verdict ? verdict : "unknown";
}

function judgeWords(direction: Direction, words: string): Verdict {
  const isUnmade = words.search(UNMADE[direction]) >= 0;
  // Why a change was not made decides more than that it was not: "could not be removed: not a member".
  const reason = words.replace(UNMADE[direction], " ").replace(/\s+/gu, " ");
  if (!isUnmade && isSureSuccess(direction, words)) return "done";
  if (TROUBLE.test(reason) || CALLER.test(reason)) return "refused";
  if (isUnderstood(reason) && isSoAlready(direction, reason)) return "already";
  if (isUnmade || (direction === "add" && OBSTACLE.test(words))) return "refused";
  const isPlain = words.includes("@") && isUnderstood(words) && !NEGATION.test(words) && !SUPPOSED.test(words);
  const other = direction === "add" ? "remove" : "add";
  return isPlain && MADE[direction].test(words) && !MADE[other].test(words) ? "done" : "unknown";
}

/** A literal text, whatever the names in it are; what follows it must not take it back. */
function isSureSuccess(direction: Direction, words: string): boolean {
  const success = SURE[direction].exec(words);
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

/** A text as `judge-words` speaks of it. */
function wordsOf(text: string, names: readonly string[]): string {
  const plain = text
    .toLowerCase()
    .replace(/[\u2018\u2019]/gu, "'")
    .replace(/[\u201c\u201d]/gu, '"');
  const lines = ` ${withoutNames(plain.trim(), names)} `
    .replace(/\bcan(?:no|')t\b/gu, "can not")
    .replace(/\b(\w+)n't\b/gu, "$1 not")
    .replace(/\buser[ _-]?group(?:s\b)?/gu, "group")
    .replace(/\b(user|group) (["'])[^"']*\2/gu, `$1 ${MARK}`)
    .replace(/[.,;:!?()[\]"'\u2013]+(?=\s|$)|(?<=\s)[("'[-]+/gu, " , ")
    .replace(/\b(user|group) ([^\s,]+)/gu, (all, noun: string, word: string) =>
      isName(word) ? `${noun} ${MARK}` : all,
    );
  return tokens(lines)
    .replace(/\s+/gu, " ")
    .replace(/(?: ,)+/gu, " ,")
    .trim();
}

/** Makes one token of each thing that is named. */
function tokens(text: string): string {
  const which = "(?:\\b(?:the|this|that|a|an|any|given|specified) )*";
  const named = "(?: (?:with|the|named|called|name|id|of type|seccode|code))*(?:\\s+[,:=#])?\\s+";
  const token = (noun: string): RegExp => new RegExp(`${which}\\b${noun}${named}${MARK}`, "gu");
  return text
    .replace(
      new RegExp(`${which}${MARK} permission(?:${named}${MARK})?|${which}\\bpermission(?:${named}${MARK})+`, "gu"),
      "@p",
    )
    .replace(token("group"), "@g")
    .replace(token("(?:user|member)(?: account)?"), "@u")
    .replaceAll(MARK, "@n");
}

/** Whether a word after "user" or "usergroup" can only be a name: the text may name what was sent by its number. */
function isName(word: string): boolean {
  return !VOCABULARY.has(word) && !COMPOUND.test(word) && !TROUBLE.test(word) && word !== MARK;
}

/** Takes out names where a text can have them: after a noun, a verb or a preposition, quoted, or as its subject. */
function withoutNames(text: string, names: readonly string[]): string {
  const nouns = "users?|user ?groups?|groups?|permissions?|seccode|code|members?|membership|named|called|name|id|type";
  const others = "to|from|of|in|for|on|has|have|no|such|the|contains?|includes?|lacks?|and";
  const verbs = "add(?:ed)?|remove[ds]?|grant(?:ed)?|revoked?|deleted?|granted";
  const before = `(?:^|[\\s('"\\[])(?:${nouns}|${others}|${verbs})\\s*[:=#]?\\s+|[\\s('"[=#]['"]|[=#(/]|${MARK}\\s+`;
  const after = "(?=$|[\\s'\")\\].,;:!?/])";
  const longestFirst = [...names].sort((one, other) => other.length - one.length);
  // Twice, since a name may only stand beside another one: "app runReport".
  return [...longestFirst, ...longestFirst].reduce((rest, name) => {
    const literal = name.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
    const subject = `^${literal}(?= (?:is|was|has|had|does|did|could|already|not|permission)\\b)`;
    const places = [`(?<=${before})['"]?${literal}['"]?${after}`, subject, `(?<=\\s|^)${literal}(?= permission\\b)`];
    return rest.replace(new RegExp(places.join("|"), "gu"), MARK);
  }, text);
}
