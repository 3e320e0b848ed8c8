import { ApplianceError, sentence } from "./errors";
import { PartlyDoneError, Refusal } from "./refusal";
import { redact } from "./secret";

/** `<Kind> "<name>" on <host>: <what was tried> failed: <appliance's words>. <what to do>` */
export function messageOf(error: unknown, title: string, what: string): string {
  if (error instanceof ApplianceError)
    return sentence(`${title}: ${error.action} failed: ${error.words}`, error.advice);
  if (error instanceof Refusal) return sentence(`${title}: ${redact(error.message)}`);
  const words = redact(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  return sentence(`${title}: ${what} failed: ${words}`, "This is a fault of pulumi-flowgate: please report it");
}

/** The sentence of an error that leaves the provider. Those of the lifecycle are safe; others may quote what they met. */
export function safeMessageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof Refusal || error instanceof PartlyDoneError ? message : redact(message);
}
