import { closest, distance } from "fastest-levenshtein";
import { redact } from "./secret";

const LONGEST = 80;

/** A value in the form for messages: in quotes, with secrets and control characters replaced, and cut if it is long. */
export function quoted(value: string): string {
  const text = redact(value);
  return text.length > LONGEST ? `"${text.slice(0, LONGEST)}..."` : `"${text}"`;
}

/** Quotes a text as one word of a POSIX shell, so that a line of a message can be pasted. */
export function shellWord(text: string): string {
  return /^[\w.:/=-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const MOST_WORDS = 20;

/** The most similar known word, if at most a third of the letters differ. Letter case is ignored. None for a known one. */
export function nearWord(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || known.includes(word)) return undefined;
  const plain = known.map((one) => one.toLowerCase());
  const nearest = closest(word.toLowerCase(), plain);
  const isNear = distance(word.toLowerCase(), nearest) <= Math.ceil(word.length / 3);
  return isNear ? known[plain.indexOf(nearest)] : undefined;
}

/** About an unknown word: suggests the most similar known one, or lists all if none is similar and they are few. */
export function unknownWord(what: string, word: string, known: readonly string[]): string {
  const near = nearWord(word, known);
  if (near !== undefined) return `unknown ${what} ${quoted(word)}, did you mean "${near}"?`;
  const few = known.length > 0 && known.length <= MOST_WORDS ? `; known: ${known.join(", ")}` : "";
  return `unknown ${what} ${quoted(word)}${few}`;
}

/** A number and its noun: `1 site`, `20 sites`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${String(count)} ${count === 1 ? one : many}`;
}

/** The first items of a list, and the number of the others: `a, b and 3 more`. */
export function someOf(items: readonly string[], most: number, between = ", "): string {
  const left = items.length - most;
  return left > 0 ? `${items.slice(0, most).join(between)} and ${String(left)} more` : items.join(between);
}

/** What happened, and what to do about it, each with a mark at its end, unless that is a line to paste. */
export function sentence(what: string, advice?: string): string {
  const first = /[.?!:]$|\n|: (?:npx|pulumi) [^"]*$/u.test(what) ? what : `${what}.`;
  return advice === undefined ? first : `${first} ${sentence(advice)}`;
}

/** The text as a sentence: with a capital letter and a full stop. */
export function capitalised(text: string): string {
  const ended = sentence(text);
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}

/** What an error says. */
export function saidBy(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What an error says, for use within a sentence. */
export function clauseBy(error: unknown): string {
  return saidBy(error).replace(/\.$/u, "");
}
