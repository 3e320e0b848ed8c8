/** Time as the appliances see it: the machine's clock plus what a test let pass by {@link Clock.advance}. */
export class Clock {
  #offset = 0;

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Lets time pass without waiting: sessions age, automatic rebuilds become due. */
  advance(milliseconds: number): void {
    this.#offset += milliseconds;
  }
}

/** A time as the replication service prints it, in UTC. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ");
}

/** Epoch seconds, as both documents count them. */
export function epochSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
