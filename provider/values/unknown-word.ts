import { closest, distance } from "fastest-levenshtein";
import { quoted } from "./quoted";

/** Maximum number of words that a message lists. */
const MOST_LISTED = 20;

/** The most similar known word, if at most a third of the letters differ. Letter case is ignored. */
export function nearWord(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const plain = known.map((one) => one.toLowerCase());
  const nearest = closest(word.toLowerCase(), plain);
  const isNear = distance(word.toLowerCase(), nearest) <= Math.ceil(word.length / 3);
  return isNear ? known[plain.indexOf(nearest)] : undefined;
}

/**
 * A phrase about an unknown word: suggests the most similar known one or, if none is similar, lists all if they are
 * few.
 */
export function unknownWord(what: string, word: string, known: readonly string[]): string {
  const near = nearWord(word, known);
  if (near !== undefined) return `unknown ${what} ${quoted(word)}, did you mean "${near}"?`;
  const few = known.length > 0 && known.length <= MOST_LISTED ? `; known: ${known.join(", ")}` : "";
  return `unknown ${what} ${quoted(word)}${few}`;
}
