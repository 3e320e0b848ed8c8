import { ApplianceError } from "./errors";

/**
 * A decision of this provider not to go on: nothing was sent, or nothing more. Its message is one or two sentences that
 * say why and what to do; the lifecycle puts the resource and the appliance before it.
 */
export class Refusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Refusal";
  }
}

/** The configuration is not one for this appliance, whichever resource asks. `brief` is the message without what to do. */
export class ConfigurationRefusal extends Refusal {
  constructor(
    message: string,
    readonly brief: string,
  ) {
    super(message);
  }
}

/** A create met an object of that name. The lifecycle decides by `onExisting` what follows. */
export class AlreadyExistsError extends Refusal {
  constructor(
    message: string,
    /** The id that the existing object goes by. */
    readonly existingId: string,
    /** `cause`: that the answer to our own creation was lost. It may have made the object, and nothing decides it. */
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "AlreadyExistsError";
  }

  /** Whether the object may be the one that our own creation made. */
  get isInDoubt(): boolean {
    return this.cause !== undefined;
  }
}

/** An answer that says nothing certain: the change may have been made. */
export class UnclearError extends Refusal {}

/** A create or update that failed after it had changed something: the engine keeps the object and updates it next time. */
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

/** True where a failed change may have been applied, and where no reading could decide it. */
export function isInDoubt(error: unknown): boolean {
  if (error instanceof UnclearError) return true;
  const failure = error instanceof Refusal ? error.cause : error;
  return failure instanceof ApplianceError && (failure.repeated || failure.outcome === "unknown");
}
