/**
 * One list that is read once for all callers until it may be wrong. Our own creates and deletes patch it. A write with
 * an unknown outcome, or an unexpected change by others, expires it. A list whose reading began before a write ended is
 * never kept, because it may or may not include that write; a write that only a reading proves ends with that reading.
 */
export class Snapshot<T> {
  readonly #load: () => Promise<T>;
  #generation = 0;
  #kept: T | undefined;
  #loading: Promise<T> | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** The cached list, if any. */
  get kept(): T | undefined {
    return this.#kept;
  }

  /** The list: the cached one, the one being read, or a new one. A failed reading is not cached. */
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

  /** Applies a write of our own that is known to have succeeded. */
  patch(change: (list: T) => void): void {
    if (this.#kept === undefined) this.expire();
    else change(this.#kept);
  }

  /** Drops the cached list, and one that is being read. */
  expire(): void {
    this.#generation += 1;
    this.#kept = undefined;
    this.#loading = undefined;
  }

  /** Drops this reading, unless a later one is cached. */
  drop(list: T): void {
    if (this.#kept === list) this.expire();
  }

  /** Reads once more beside the cached list, which stays as it is. */
  beside(): Promise<T> {
    return this.#load();
  }

  /** A list read after this call began. */
  fresh(): Promise<T> {
    this.expire();
    return this.get();
  }

  /**
   * Call it before a reading, and the function that it returns if that reading was relied on. A list whose reading
   * began in between may be older, even if it arrived later or is already cached: it is dropped.
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
