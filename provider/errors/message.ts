import { saidBy, sentence } from "../values/quoted";
import { redact } from "../values/secret";
import { adviceOf, ApplianceError, type ToSet } from "./errors";
import { PartlyDoneError, Refusal } from "./refusal";

/** `<Kind> "<name>" on <host>: <what was tried> failed: <appliance's words>. <what to do>` */
export function messageOf(error: unknown, title: string, what: string, toSet?: ToSet): string {
  if (error instanceof ApplianceError) {
    return sentence(
      `${title}: ${error.place.does} failed: ${error.words}`,
      adviceOf(error.place, error.details, toSet),
    );
  }
  if (error instanceof Refusal) return sentence(`${title}: ${redact(error.message)}`);
  const words = redact(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  return sentence(`${title}: ${what} failed: ${words}`, "This is a fault of pulumi-flowgate: please report it");
}

/** The message of an error that leaves the provider. Those of the lifecycle are safe; others may quote foreign text. */
export function safeMessageOf(error: unknown): string {
  const message = saidBy(error);
  return error instanceof Refusal || error instanceof PartlyDoneError ? message : redact(message);
}
