import { TooLargeError } from "../errors/errors";
import { failed, type Outcome } from "../errors/outcome";
import type { Outcomes } from "../change/change-each";

/** Maximum number of items per request. */
const LARGEST_BATCH = 100;

interface Waiting<Item, Result> {
  item: Item;
  key: string;
  end(outcome: Outcome<Result>): void;
}

/** Runs a request when the appliance has a free slot. */
export type Run = <T>(request: () => Promise<T>) => Promise<T>;

/**
 * Collects items for an action that takes an array. Batches form by back-pressure, without timers: a request is queued
 * as soon as there is an item, and takes all waiting items when a slot becomes free. Outcomes are returned per item, by
 * key; a batch never holds one key twice. A batch that is too large for the appliance is split in halves.
 */
export class Batcher<Item, Result> {
  #waiting: Waiting<Item, Result>[] = [];
  #queued = false;
  /** Never grows again once a batch was too large. */
  #largest = LARGEST_BATCH;

  constructor(
    private readonly keyOf: (item: Item) => string,
    private readonly whenFree: Run,
    /**
     * Changes the items of a batch; returns the outcome of each by its key. It passes each request to `run`: the first
     * uses the slot in which the batch was taken, and later ones a slot of their own.
     */
    private readonly send: (items: Item[], run: Run) => Promise<Outcomes<Result>>,
  ) {}

  /** Changes an item in a batch. */
  add(item: Item): Promise<Outcome<Result>> {
    return new Promise((end) => {
      this.#waiting.push({ item, key: this.keyOf(item), end });
      this.#queue();
    });
  }

  #queue(): void {
    if (this.#queued || this.#waiting.length === 0) return;
    this.#queued = true;
    // Items of one turn of the event loop share a request, even if a slot is free: what an item awaited before it was
    // added must not decide that.
    setImmediate(() => {
      this.#leave();
    });
  }

  #leave(): void {
    this.whenFree(() => {
      this.#queued = false;
      const batch = this.#take();
      this.#queue();
      return new Promise<void>((release) => {
        void this.#deliver(batch, this.#inThisSlot(release)).finally(release);
      });
    }).catch((error: unknown) => {
      // No slot was granted, so none of the waiting items was sent.
      this.#queued = false;
      for (const { end } of this.#waiting.splice(0)) end(failed(error));
    });
  }

  /** Runs one request in the slot that is held, and ends it then. Looks and second tries wait for slots of their own. */
  #inThisSlot(release: () => void): Run {
    let isHeld = true;
    return (request) => {
      if (!isHeld) return this.whenFree(request);
      isHeld = false;
      return request().finally(release);
    };
  }

  #take(): Waiting<Item, Result>[] {
    const batch = new Map<string, Waiting<Item, Result>>();
    const later: Waiting<Item, Result>[] = [];
    for (const one of this.#waiting) {
      if (batch.has(one.key) || batch.size >= this.#largest) later.push(one);
      else batch.set(one.key, one);
    }
    this.#waiting = later;
    return [...batch.values()];
  }

  async #deliver(batch: Waiting<Item, Result>[], run: Run): Promise<void> {
    try {
      const outcomes = await this.send(
        batch.map(({ item }) => item),
        run,
      );
      for (const { key, end } of batch) {
        end(outcomes.get(key) ?? failed(new Error(`the answer says nothing about ${key}`)));
      }
    } catch (error) {
      if (error instanceof TooLargeError && batch.length > 1) return this.#deliverHalves(batch, run);
      for (const { end } of batch) end(failed(error));
    }
  }

  async #deliverHalves(batch: Waiting<Item, Result>[], run: Run): Promise<void> {
    const half = Math.ceil(batch.length / 2);
    this.#largest = Math.min(this.#largest, half);
    await this.#deliver(batch.slice(0, half), run);
    await this.#deliver(batch.slice(half), run);
  }
}
