/** Limits how many requests one appliance processes at once. Further requests wait in the order of arrival. */
export class Capacity {
  #places: number;
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  /** `Infinity` means no limit. */
  constructor(places: number) {
    this.#places = checked(places);
  }

  /** Changes the limit for requests that arrive or wait from now on. */
  set(places: number): void {
    this.#places = checked(places);
    this.#admit();
  }

  /** Waits for a free place and returns the function that frees it again. Rejects if the simulator closes meanwhile. */
  async enter(signal: AbortSignal): Promise<() => void> {
    if (this.#taken < this.#places) this.#taken += 1;
    else await this.#turn(signal);
    return () => {
      this.#taken -= 1;
      this.#admit();
    };
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const closed = (): void => reject(new Error("the simulator closes", { cause: signal.reason }));
      signal.addEventListener("abort", closed, { once: true });
      this.#waiting.push(() => {
        signal.removeEventListener("abort", closed);
        resolve();
      });
    });
  }

  #admit(): void {
    while (this.#taken < this.#places) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#taken += 1;
      next();
    }
  }
}

function checked(places: number): number {
  if (places === Number.POSITIVE_INFINITY || (Number.isInteger(places) && places > 0)) return places;
  throw new RangeError(`An appliance works on 1 or more requests at once, or on all (Infinity), not on ${places}.`);
}
