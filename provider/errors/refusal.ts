import { quoted } from "../values/quoted";

/**
 * A decision of this provider not to continue: nothing was sent, or nothing more. Its message says in one or two
 * sentences why, and what to do. The lifecycle prepends the resource and the appliance.
 */
export class Refusal extends Error {
  /** An older `lib` of a user's program has no `ErrorOptions`. */
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = "Refusal";
  }
}

/** A provider sees the Pulumi name that an object had only in its deletion, so it cannot name the alias. */
export const TO_KEEP =
  "If this program had it under another name or parent, keep it with the alias that this prints: npx flowgate check";

export const TO_FREE =
  "If this program has that one, remove or rename it in a pulumi up of its own first, because deletions come last";

/** The configuration is not valid for this appliance, for any resource. Each missing key has a line of its own. */
export class ConfigurationRefusal extends Refusal {}

/** A creation found an object of that name that it did not make. The lifecycle decides by `onExisting` what follows. */
export class AlreadyExists extends Refusal {
  constructor(
    message: string,
    readonly existingId: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "AlreadyExists";
  }
}

/** A create or update that failed after it had changed something. The engine keeps the object, and updates it next. */
export class PartlyDoneError extends Error {
  constructor(
    message: string,
    readonly id: string,
    readonly outputs: Record<string, unknown>,
    options: ErrorOptions,
  ) {
    super(message, options);
    this.name = "PartlyDoneError";
  }
}

/** Refuses another name than the one that was sent: everything that refers to the object would miss it. */
export function assertSpelling(shown: string, sent: string): void {
  if (shown === sent) return;
  throw new Refusal(`the gateway calls it ${quoted(shown)} instead of ${quoted(sent)}: declare that name.`);
}
