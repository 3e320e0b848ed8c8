import { ApplianceError, sentence } from "./errors";
import { Refusal } from "./refusal";
import { redact } from "./secret";

/** `<Kind> "<name>" on <host>: <what was tried> failed: <appliance's words>. <what to do>` */
export function messageOf(error: unknown, title: string, what: string): string {
  if (error instanceof ApplianceError)
    return sentence(`${title}: ${error.action} failed: ${error.words}`, error.advice);
  if (error instanceof Refusal) return sentence(`${title}: ${redact(error.message)}`);
  const words = redact(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  return sentence(`${title}: ${what} failed: ${words}`, "This is a fault of pulumi-flowgate: please report it");
}
