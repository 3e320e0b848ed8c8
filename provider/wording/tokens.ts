import { COMPOUND, COUNT, TROUBLE, VERBS, VOCABULARY } from "./forms";
import { escaped } from "./patterns";

/** Replaces a name that was recognised in a text; a text that already contains it is not understood. */
const MARK = "\u00a4";

/** Converts a text to the vocabulary of `forms.ts`. */
export function wordsOf(text: string, names: readonly string[]): string {
  const plain = text
    .toLowerCase()
    .replace(/[\u2018\u2019]/gu, "'")
    .replace(/[\u201c\u201d]/gu, '"')
    .replace(/\buser(?:group)?_id\b/gu, (noun) => noun.slice(0, -3))
    .replace(/\busername\b/gu, "user name");
  const lines = ` ${withoutNames(plain.trim(), names)} `
    .replace(/\bcan(?:no|')t\b/gu, "can not")
    .replace(/\b(\w+)n't\b/gu, "$1 not")
    .replace(/\buser[ _-]?group(?:s\b)?/gu, "group")
    .replace(/\b(user|group|entry|key) (["'])[^"']*\2/gu, `$1 ${MARK}`)
    .replace(/[.,;:!?()[\]"'\u2013]+(?=\s|$)|(?<=\s)[("'[-]+/gu, " , ")
    .replace(/\b(user|group) ([^\s,]+)/gu, (all, noun: string, word: string) =>
      isName(word) ? `${noun} ${MARK}` : all,
    );
  return tokens(lines)
    .replace(/\s+/gu, " ")
    .replace(/(?: ,)+/gu, " ,")
    .trim();
}

/** Replaces each named thing by one token. */
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

/**
 * Whether a word after "user" or "usergroup" can only be a name: the text may use a name although the number was sent.
 */
function isName(word: string): boolean {
  return !VOCABULARY.has(word) && !COMPOUND.test(word) && !TROUBLE.test(word) && word !== MARK;
}

/**
 * Removes names at the places where a text can have them: after a noun, verb or preposition, quoted, or as its subject.
 */
function withoutNames(text: string, names: readonly string[]): string {
  const nouns = "users?|user ?groups?|groups?|permissions?|seccode|code|members?|membership|named|called|name|id|type";
  const others = "to|from|of|in|for|on|has|have|no|such|the|contains?|includes?|lacks?|and";
  const before = `(?:^|[\\s('"\\[])(?:${nouns}|${others}|preference|${VERBS})\\s*[:=#]?\\s+|[\\s('"[=#]['"]|[=#(/]|${MARK}\\s+`;
  const after = "(?=$|[\\s'\")\\].,;:!?/])";
  const longestFirst = [...names].sort((one, other) => other.length - one.length);
  // Twice, because a name may occur only beside another one: "app runReport".
  return [...longestFirst, ...longestFirst].reduce((rest, name) => {
    const literal = escaped(name);
    const subject = `^${literal}(?= (?:is|was|has|had|does|did|could|can|already|not|permission|renamed|updated|set|changed)\\b)`;
    const places = [`(?<=${before})['"]?${literal}['"]?${after}`, subject, `(?<=\\s|^)${literal}(?= permission\\b)`];
    return rest.replace(new RegExp(places.join("|"), "gu"), MARK);
  }, text);
}

/** How many objects a text about a deletion counts, as a token: `@none`, `@some`, or `@several` if it has several counts. */
export function countIn(text: string, names: readonly string[]): string {
  // Names may contain such words too. A number that was sent follows its noun.
  const without = names.reduce((rest, name) => {
    if (!/^\d+$/u.test(name)) return rest.replaceAll(name, " ");
    return rest.replace(new RegExp(`(\\b(?:user|group|id|account)s?\\W{1,3})${name}\\b`, "gu"), "$1");
  }, text.toLowerCase());
  const counts = [...without.matchAll(COUNT)].map((found) => Number(found.slice(1).find(Boolean)));
  if (counts.length === 0) return "";
  return counts.length > 1 ? " , @several" : counts[0] === 0 ? " , @none" : " , @some";
}
