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

  /** Waits for a free place and returns the function that frees it again. */
  async enter(): Promise<() => void> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#admit();
    });
    return () => {
      this.#taken -= 1;
      this.#admit();
    };
  }

  #admit(): void {
    while (this.#taken < this.#places && this.#waiting.length > 0) {
      this.#taken += 1;
      this.#waiting.shift()?.();
    }
  }
}

function checked(places: number): number {
  if (places === Number.POSITIVE_INFINITY || (Number.isInteger(places) && places > 0)) return places;
  throw new RangeError(`An appliance works on 1 or more requests at once, or on all (Infinity), not on ${places}.`);
}
