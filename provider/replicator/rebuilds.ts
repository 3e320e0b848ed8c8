import { setTimeout as sleep } from "node:timers/promises";

/**
 * How long the operation that ended last waits for another one: longer than the engine's usual gaps between calls, which
 * are 3 to 40 ms. After a rebuild that came too early, the next pause is longer. If that rebuild comes too early as well,
 * the engine either leaves gaps, because the machine is busy or the state is large, or it waits for the return of each
 * operation: then a pause only costs time, and the last one is short.
 */
const PAUSES_MS = [150, 600, 3000, 150] as const;
const LONGEST_PAUSE_MS = PAUSES_MS[2];
const SHORT_AGAIN = 3;

/**
 * One forced rebuild for many changes. An operation may end while others are in flight. The one that ends last, with
 * none in flight and none coming for a moment, runs the rebuild before it ends. If a run is interrupted, the appliance
 * rebuilds by itself.
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
  /** Whether an operation began, since the last rebuild, before another one had returned. */
  #overlaps = false;
  /** When the last rebuild began or ended, if no operation has followed. */
  #rebuiltAt = -Infinity;

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
    this.#active += 1;
    this.#pause.abort();
    this.#overlaps ||= this.#open > 0;
    this.#open += 1;
    this.#learn();
    const [outcome] = await Promise.allSettled([operation()]);
    this.#active -= 1;
    const [rebuild] = await Promise.allSettled([this.#last()]);
    this.#open -= 1;
    // A second failure says less than the first.
    for (const one of [outcome, rebuild]) if (one.status === "rejected") throw one.reason;
    return (outcome as PromiseFulfilledResult<T>).value;
  }

  /** Chooses the pause when an operation begins. */
  #learn(): void {
    if (this.#rebuiltAt === -Infinity) return;
    // After a longer time, another run begins.
    if (performance.now() - this.#rebuiltAt > LONGEST_PAUSE_MS) this.#level = 0;
    else if (this.#level === 0) this.#level = 1;
    else this.#level = this.#overlaps ? 2 : SHORT_AGAIN;
    this.#overlaps = false;
    this.#rebuiltAt = -Infinity;
  }

  /** Rebuilds if this operation is the last one: none is in flight, and none begins during the pause. */
  async #last(): Promise<void> {
    if (this.isStrict) return this.#rebuilt();
    if (!this.#isDirty || this.#active > 0) return;
    const { signal } = (this.#pause = new AbortController());
    await sleep(PAUSES_MS[this.#level], undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    this.#rebuiltAt = performance.now();
    await this.#rebuilt();
    if (this.#active === 0) this.#rebuiltAt = performance.now();
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
