import { kept } from "../values/collections";
import { saidBy, sentence } from "../values/quoted";
import { redact } from "../values/secret";
import { adviceOf, ApplianceError, type ToSet } from "./errors";
import { ConfigurationRefusal, PartlyDoneError, Refusal } from "./refusal";

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

/**
 * Errors that concern every resource of an appliance, for example a certificate that is not accepted. In one command,
 * each is shown in full for the first resource, and the others refer to that resource.
 */
export class Reported {
  readonly #first = new Map<string, string>();

  /** As {@link messageOf}; short if another resource has shown the same error. `brief` is the title for the others. */
  messageOf(error: unknown, [title, brief]: readonly [string, string], what: string, toSet: ToSet): string {
    const whole = messageOf(error, title, what, toSet);
    const same = forAll(error, toSet);
    const first = same === undefined ? brief : kept(this.#first, same, () => brief);
    if (first === brief) return whole;
    const words = error instanceof ApplianceError ? `${error.place.does} failed: ` : "";
    return sentence(`${title}: ${words}the same as for ${first}: ${redact(briefOf(error))}`);
  }

  /** Starts another command: nothing has been shown yet. */
  clear(): void {
    this.#first.clear();
  }
}

/** The text that is the same for every resource of an appliance; undefined for an error that concerns one of them. */
function forAll(error: unknown, toSet: ToSet): string | undefined {
  if (error instanceof ApplianceError && error.details.forAll === true) {
    return `${error.place.host} ${error.words} ${adviceOf(error.place, error.details, toSet) ?? ""}`;
  }
  return error instanceof ConfigurationRefusal ? error.message : undefined;
}

function briefOf(error: unknown): string {
  if (error instanceof ApplianceError) return error.words;
  return error instanceof ConfigurationRefusal ? error.brief : saidBy(error);
}
