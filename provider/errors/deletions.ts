import { counted, quoted, someOf } from "../values/quoted";

/** The variable that replaces `flowgate:maxDeletes` for one command. */
export const MAX_DELETES_VARIABLE = "FLOWGATE_MAX_DELETES";

/** Maximum number of names in the sentence. */
const MOST_NAMED = 10;

/** What a refused change would delete: its number and its names, as the beginning of a sentence. */
export function deletionText(names: readonly string[]): string {
  return `would delete ${counted(names.length, "object")}: ${someOf(names.map(quoted), MOST_NAMED)}`;
}
