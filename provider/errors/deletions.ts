import { quoted } from "../values/quoted";

/** The variable that replaces `flowgate:maxDeletes` for one command. */
export const MAX_DELETES_VARIABLE = "FLOWGATE_MAX_DELETES";

/** Maximum number of names in the sentence. */
const MOST_NAMED = 10;

/** What a refused change would delete: its number and its names, as the beginning of a sentence. */
export function deletionText(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).map(quoted);
  const more = names.length > shown.length ? ` and ${String(names.length - shown.length)} more` : "";
  return `would delete ${String(names.length)} ${names.length === 1 ? "object" : "objects"}: ${shown.join(", ")}${more}`;
}
