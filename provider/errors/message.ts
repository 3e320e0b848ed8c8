import { counted, quoted, sentence, someOf } from "../values/quoted";
import { redact, redactedLines } from "../values/secret";
import { adviceOf, ApplianceError, outcomeText, type ToSet } from "./errors";
import { Refusal } from "./refusal";

/** `<Kind> "<name>" on <host>: <what was tried> failed: <appliance's words>. <what to do>` */
export function messageOf(error: unknown, title: string, what: string, toSet?: ToSet): string {
  if (error instanceof ApplianceError) {
    const { place, effect, words, details } = error;
    const said = details.credentials === true ? words : outcomeText(place.does, effect, words);
    return sentence(`${title}: ${said}`, adviceOf(place, details, toSet));
  }
  if (error instanceof Refusal) return sentence(`${title}: ${redactedLines(error.message)}`);
  return faultText(error, `${title}: ${what}`);
}

/** The message of an error that no code expects. */
export function faultText(error: unknown, call: string): string {
  const words = redact(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  return sentence(`${call} failed: ${words}`, "This is a fault of pulumi-flowgate: please report it");
}

/** The variable that replaces `flowgate:maxDeletes` for one command. */
export const MAX_DELETES_VARIABLE = "FLOWGATE_MAX_DELETES";

const MOST_NAMED = 10;

/** What a refused change would delete: its number and its names, as the beginning of a sentence. */
export function deletionText(names: readonly string[]): string {
  return `would delete ${counted(names.length, "object")}: ${someOf(names.map(quoted), MOST_NAMED)}`;
}
