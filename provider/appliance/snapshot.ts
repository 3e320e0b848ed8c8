/**
 * One list read for everybody until it may be wrong. Our own creates and deletes patch it; a write with an unknown
 * outcome or a foreign surprise expires it. A list whose reading began before a write ended is never kept, because it
 * may or may not hold that write; a write that only a reading proves ends with that reading.
 */
export class Snapshot<T> {
  readonly #load: () => Promise<T>;
  #generation = 0;
  #kept: T | undefined;
  #loading: Promise<T> | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** The list that is kept now, if any. */
  get kept(): T | undefined {
    return this.#kept;
  }

  /** The list: the kept one, the one being read, or a new one. A failed reading is not kept. */
  get(): Promise<T> {
    if (this.#kept !== undefined) return Promise.resolve(this.#kept);
    if (this.#loading !== undefined) return this.#loading;
    const generation = this.#generation;
    const list = this.#load().then(
      (value) => {
        this.#settle(generation, value);
        return value;
      },
      (error: unknown) => {
        this.#settle(generation, undefined);
        throw error;
      },
    );
    this.#loading = list;
    return list;
  }

  /** Applies a write of our own that is known to be done. */
  patch(change: (list: T) => void): void {
    if (this.#kept === undefined) this.expire();
    else change(this.#kept);
  }

  /** Forgets the list, and one that is being read. */
  expire(): void {
    this.#generation += 1;
    this.#kept = undefined;
    this.#loading = undefined;
  }

  /** A list read after this call began. */
  fresh(): Promise<T> {
    this.expire();
    return this.get();
  }

  /**
   * Called before something is read; what it gives is called where that was relied on. A list that began to be read in
   * between may be an older one, even where it came later or is kept already: it is forgotten.
   */
  relying(): () => void {
    const generation = this.#generation;
    return () => {
      if (generation !== this.#generation) this.expire();
    };
  }

  #settle(generation: number, value: T | undefined): void {
    if (generation !== this.#generation) return;
    this.#loading = undefined;
    this.#kept = value;
  }
}
