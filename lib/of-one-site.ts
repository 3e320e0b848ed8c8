/** Every value of this process that belongs to the run of one site. */
const values: { forget(): void }[] = [];

/**
 * A value that modules share during the run of one site: one command of the engine on one stack. Usually a process
 * serves one run only. A process that serves several forgets all such values between them, see {@link forgetSite}.
 * State of a module that depends on a site must be declared with this class.
 */
export class OfOneSite<T> {
  #value: { now: T } | undefined;

  /** `begin` returns the first value of each run. */
  constructor(private readonly begin: () => T) {
    values.push(this);
  }

  get now(): T {
    this.#value ??= { now: this.begin() };
    return this.#value.now;
  }

  set now(value: T) {
    this.#value = { now: value };
  }

  forget(): void {
    this.#value = undefined;
  }
}

/** Forgets everything about the site of the last run: credentials, refused logins, clients, warnings already shown. */
export function forgetSite(): void {
  for (const value of values) value.forget();
}
