import { closest, distance } from "fastest-levenshtein";
import { quoted } from "./quoted";

/** Most words that a message lists. */
const MOST_LISTED = 20;

/** One sentence part about a word that does not exist: the nearest that does, or where none is near all, if they are few. */
export function unknownWord(what: string, word: string, known: readonly string[]): string {
  const nearest = known.length === 0 ? undefined : closest(word, known);
  const isNear =
    nearest !== undefined && distance(word.toLowerCase(), nearest.toLowerCase()) <= Math.ceil(word.length / 3);
  if (isNear) return `unknown ${what} ${quoted(word)}, did you mean "${nearest}"?`;
  const few = known.length > 0 && known.length <= MOST_LISTED ? `; known: ${known.join(", ")}` : "";
  return `unknown ${what} ${quoted(word)}${few}`;
}
