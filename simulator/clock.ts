/**
 * Time as the appliances see it: the machine's clock plus the time that a test has added with {@link Clock.advance}.
 */
export class Clock {
  #offset = 0;

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Advances the time without waiting: sessions age, automatic rebuilds become due. */
  advance(milliseconds: number): void {
    this.#offset += milliseconds;
  }
}

/** A time in UTC, in the form that the replication service prints. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ");
}

/** Epoch seconds, the unit of both API documents. */
export function epochSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
