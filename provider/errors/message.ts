import { sentence } from "../values/quoted";
import { ApplianceError, type ToSet } from "./errors";
import { ConfigurationRefusal, PartlyDoneError, Refusal } from "./refusal";
import { kept } from "../values/collections";
import { redact } from "../values/secret";
import { saidBy } from "../values/said";

/** `<Kind> "<name>" on <host>: <what was tried> failed: <appliance's words>. <what to do>` */
export function messageOf(error: unknown, title: string, what: string, toSet?: ToSet): string {
  if (error instanceof ApplianceError) {
    const advice = toSet === undefined ? undefined : error.adviceWith?.(toSet);
    return sentence(`${title}: ${error.operation} failed: ${error.words}`, advice ?? error.advice);
  }
  if (error instanceof Refusal) return sentence(`${title}: ${redact(error.message)}`);
  const words = redact(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  return sentence(`${title}: ${what} failed: ${words}`, "This is a fault of pulumi-flowgate: please report it");
}

/** The text that is the same for every resource of an appliance; undefined for an error that concerns one of them. */
export function forAll(error: unknown, toSet: ToSet): string | undefined {
  if (error instanceof ApplianceError && error.isForAll) {
    return `${error.words} ${error.adviceWith?.(toSet) ?? error.advice ?? ""}`;
  }
  return error instanceof ConfigurationRefusal ? error.message : undefined;
}

/** The short message of an error that was already shown in full for another resource. */
export function sameMessage(error: unknown, title: string, first: string): string {
  if (error instanceof ApplianceError) {
    return sentence(`${title}: ${error.operation} failed: the same as for ${first}: ${error.words}`);
  }
  const brief = error instanceof ConfigurationRefusal ? error.brief : String(error);
  return sentence(`${title}: the same as for ${first}: ${redact(brief)}`);
}

/** The message of an error that leaves the provider. Those of the lifecycle are safe; others may quote foreign text. */
export function safeMessageOf(error: unknown): string {
  const message = saidBy(error);
  return error instanceof Refusal || error instanceof PartlyDoneError ? message : redact(message);
}

/**
 * Errors that concern every resource of an appliance, for example a certificate that is not accepted. In one command,
 * each error is shown in full for the first resource, and the others refer to that resource.
 */
export class Reported {
  readonly #first = new Map<object | undefined, Map<string, string>>();

  /**
   * The resource for which the same text was already shown in full. Undefined if this resource shows
   * the text in full.
   *
   * @param appliance where the error occurred; undefined if the configuration has none
   */
  before(appliance: object | undefined, text: string, resource: string): string | undefined {
    const known = kept(this.#first, appliance, () => new Map<string, string>());
    const first = kept(known, text, () => resource);
    return first === resource ? undefined : first;
  }

  /** Starts another command: nothing has been shown yet. */
  clear(): void {
    this.#first.clear();
  }
}
