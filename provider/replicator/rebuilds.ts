import { setTimeout as sleep } from "node:timers/promises";

/**
 * How long the operation that ended last waits for another one: longer than the engine's usual gaps between calls, which
 * are 3 to 40 ms. After a rebuild that came too early, the engine is slow, or it has waited for the return: the second
 * pause is bearable for an engine that waits, the third one bears the gaps of a busy machine or a large state.
 */
const PAUSES_MS = [150, 600, 3000] as const;
const LONGEST_PAUSE_MS = PAUSES_MS[2];

/**
 * One forced rebuild for many changes. An operation may end while others are in flight. The one that ends last, with
 * none in flight and none coming for a moment, runs the rebuild before it ends. If a run is interrupted, the appliance
 * rebuilds by itself.
 */
export class Rebuilds {
  #active = 0;
  #isDirty = false;
  /** The pause of the operation that ended last. */
  #pause = new AbortController();
  #running: Promise<void> | undefined;
  /** Number of rebuilds that came too early: another operation followed. */
  #early = 0;
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
    // After a longer time, another run begins.
    if (performance.now() - this.#rebuiltAt <= LONGEST_PAUSE_MS) this.#early += 1;
    this.#rebuiltAt = -Infinity;
    const [outcome] = await Promise.allSettled([operation()]);
    this.#active -= 1;
    const [rebuild] = await Promise.allSettled([this.#last()]);
    // A second failure says less than the first.
    for (const one of [outcome, rebuild]) if (one.status === "rejected") throw one.reason;
    return (outcome as PromiseFulfilledResult<T>).value;
  }

  async #last(): Promise<void> {
    if (this.isStrict) return this.#rebuilt();
    if (!this.#isDirty || this.#active > 0) return;
    if (!(await this.#isQuiet())) return;
    this.#rebuiltAt = performance.now();
    await this.#rebuilt();
    if (this.#active === 0) this.#rebuiltAt = performance.now();
  }

  /** Whether no other operation begins or ends for a moment. */
  async #isQuiet(): Promise<boolean> {
    this.#pause.abort();
    const { signal } = (this.#pause = new AbortController());
    await sleep(PAUSES_MS[this.#early] ?? LONGEST_PAUSE_MS, undefined, { signal }).catch(() => undefined);
    return !signal.aborted;
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
