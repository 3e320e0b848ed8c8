import { setTimeout as sleep } from "node:timers/promises";
import { ApplianceError, mayBeDone } from "../errors/errors";

/**
 * One reading for all resources of a run, until it may be wrong. Writes of our own that certainly succeeded patch it,
 * also if it was under way: it may lack them, and to apply one twice changes nothing. Any other write drops it. A reading
 * that began before a drop is never kept.
 */
export class Shared<T> {
  #kept: T | undefined;
  #loading: Promise<T> | undefined;
  #fresh: Promise<T> | undefined;
  #next: Promise<T> | undefined;
  /** What was written while the value is being read. */
  #missed: ((value: T) => void)[] = [];

  constructor(private readonly load: () => Promise<T>) {}

  /** The kept value, the one being read, or a new one. A failed reading is not kept. */
  get(): Promise<T> {
    if (this.#kept !== undefined) return Promise.resolve(this.#kept);
    if (this.#loading !== undefined) return this.#loading;
    const loading: Promise<T> = this.load().then(
      (value) => {
        if (this.#loading === loading) {
          for (const change of this.#missed) change(value);
          this.#kept = value;
          this.#loading = undefined;
        }
        return value;
      },
      (error: unknown) => {
        if (this.#loading === loading) this.#loading = undefined;
        throw error;
      },
    );
    this.#loading = loading;
    this.#missed = [];
    return loading;
  }

  /** A value whose reading began after this call. Calls during such a reading share the next one. */
  fresh(): Promise<T> {
    const running = this.#loading;
    if (running !== undefined && running === this.#fresh) {
      this.#next ??= Promise.allSettled([running]).then(() => {
        this.#next = undefined;
        return this.#loading ?? this.fresh();
      });
      return this.#next;
    }
    this.drop();
    return (this.#fresh = this.get());
  }

  /**
   * What `find` finds. What is missing is looked for again in a reading that began after this call: others change an
   * appliance during a run, and what is gone must be gone now.
   */
  async look<Found>(find: (value: T) => Found | undefined): Promise<Found | undefined> {
    return find(await this.get()) ?? find(await this.fresh());
  }

  /** Applies a write that certainly succeeded, and sets an absolute value. */
  patch(change: (value: T) => void): void {
    if (this.#kept !== undefined) change(this.#kept);
    else if (this.#loading !== undefined) this.#missed.push(change);
  }

  /** Forgets the value, and the one being read. */
  drop(): void {
    this.#kept = undefined;
    this.#loading = undefined;
  }
}

const PAUSE_MS = 400;

/** Looks until something is seen, for a few seconds: readings may lag behind a change. */
export async function seen<T>(look: () => Promise<T | undefined>, forMs = 3000): Promise<T | undefined> {
  const until = performance.now() + forMs;
  for (;;) {
    const found = await look();
    if (found !== undefined || performance.now() >= until) return found;
    await sleep(PAUSE_MS);
  }
}

/** Sends a change once. If its answer is lost, what a reading shows of it decides; if it shows nothing, the failure. */
export async function once<T>(send: () => Promise<T>, look: () => Promise<T | undefined>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!mayBeDone(error)) throw error;
    const found = await seen(look).catch((failure: unknown) => {
      // What cannot be looked at stays unknown.
      throw failure instanceof ApplianceError ? error : failure;
    });
    if (found === undefined) throw error;
    return found;
  }
}
