import { Refusal } from "../errors/refusal";
import { quoted } from "./quoted";

/** Refuses another name than the one that was sent: everything that refers to the object would miss it. */
export function assertSpelling(shown: string, sent: string): void {
  if (shown === sent) return;
  throw new Refusal(`the gateway calls it ${quoted(shown)} instead of ${quoted(sent)}: declare that name.`);
}
