import { setTimeout as sleep } from "node:timers/promises";

/**
 * How long the operation that ended last waits for another one. After a rebuild that came too early, the next pause is
 * longer. If that rebuild comes too early as well, either the engine leaves gaps, because the machine is busy or the
 * state is large, or it waits for the return of an operation: then a pause only costs time, and the last one is short.
 */
const PAUSES_MS = [150, 600, 3000, 150] as const;
const SHORT_AGAIN = 3;
const USUAL_GAP_MS = 60;

/**
 * One forced rebuild for many changes. An operation may end while others are in flight. The one that ends last, with
 * none in flight and none coming for a moment, runs the rebuild. After an interrupted run the appliance rebuilds by itself.
 */
export class Rebuilds {
  #active = 0;
  /** Operations that have begun and not returned: some of them wait. */
  #open = 0;
  #isDirty = false;
  /** The pause of the operation that ended last. */
  #pause = new AbortController();
  #running: Promise<void> | undefined;
  /** Which pause it is: another one after a rebuild that came too early, since another operation followed. */
  #level = 0;
  /** Whether the engine, since the last rebuild, began an operation before another one had returned. */
  #overlaps = false;
  /** Whether it, since then, began one after more than the usual 3 to 40 ms. */
  #isLate = false;
  /** When the last operation or rebuild ended. */
  #idleSince = -Infinity;
  /** Whether that was a rebuild: it came too early if an operation follows. */
  #isRebuilt = false;

  constructor(
    private readonly rebuild: () => Promise<void>,
    /** Each operation waits for a rebuild that began after it. */
    private readonly isStrict: boolean,
  ) {}

  changed(): void {
    this.#isDirty = true;
  }

  /** Runs an operation and, if it is the last one, the rebuild: also if it failed, for what was changed before. */
  async around<T>(operation: () => Promise<T>): Promise<T> {
    this.#learn();
    this.#active += 1;
    this.#open += 1;
    this.#pause.abort();
    const [outcome] = await Promise.allSettled([operation()]);
    this.#active -= 1;
    this.#idleSince = performance.now();
    const [rebuild] = await Promise.allSettled([this.#last()]);
    this.#open -= 1;
    // A second failure says less than the first.
    for (const one of [outcome, rebuild]) if (one.status === "rejected") throw one.reason;
    return (outcome as PromiseFulfilledResult<T>).value;
  }

  /** Chooses the pause when an operation begins. */
  #learn(): void {
    const gap = performance.now() - this.#idleSince;
    this.#overlaps ||= this.#open > 0;
    this.#isLate ||= this.#active === 0 && gap > USUAL_GAP_MS;
    if (!this.#isRebuilt) return;
    // After a longer time, another run begins.
    if (gap > PAUSES_MS[2]) this.#level = 0;
    else if (this.#level === 0) this.#level = 1;
    else this.#level = this.#overlaps && this.#isLate ? 2 : SHORT_AGAIN;
    this.#overlaps = this.#isLate = this.#isRebuilt = false;
  }

  /** Rebuilds if this operation is the last one: none is in flight, and none begins during the pause. */
  async #last(): Promise<void> {
    if (this.isStrict) return this.#rebuilt();
    if (!this.#isDirty || this.#active > 0) return;
    const { signal } = (this.#pause = new AbortController());
    await sleep(PAUSES_MS[this.#level], undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    this.#isRebuilt = true;
    await this.#rebuilt();
    this.#idleSince = performance.now();
  }

  /** A rebuild that began after this call. What changes during it is left to the operation that changes it. */
  async #rebuilt(): Promise<void> {
    while (this.#isDirty || this.#running !== undefined) {
      if (this.#running !== undefined) {
        const [running] = await Promise.allSettled([this.#running]);
        if (!this.#isDirty && running.status === "rejected") throw running.reason;
        continue;
      }
      this.#isDirty = false;
      this.#running = this.rebuild().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
  }
}
