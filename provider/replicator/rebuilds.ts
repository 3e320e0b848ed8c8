import { setTimeout as sleep } from "node:timers/promises";

/**
 * How long the operation that ended last waits for another one: longer than the engine's usual gaps between calls, which
 * are 3 to 40 ms. On a busy machine or with a large state they are longer: then the pause grows, up to the second value.
 */
const QUIET_MS = 150;
const LONGEST_QUIET_MS = 3000;

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
  #quietMs = QUIET_MS;
  /** When the last operation before a rebuild ended, and when it returned, for which the engine may wait. */
  #endedAt = -Infinity;
  #returnedAt = Infinity;

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
    const now = performance.now();
    // An engine that has waited for the return goes on at once. Any other was only slow.
    const hasWaited = now >= this.#returnedAt && now - this.#returnedAt < QUIET_MS;
    const gapMs = hasWaited ? 0 : now - this.#endedAt;
    // The rebuild came too early: this operation may make another one necessary.
    if (gapMs <= LONGEST_QUIET_MS) this.#quietMs = Math.min(LONGEST_QUIET_MS, Math.max(this.#quietMs, 2 * gapMs));
    [this.#endedAt, this.#returnedAt] = [-Infinity, Infinity];
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
    const endedAt = performance.now();
    if (!(await this.#isQuiet())) return;
    this.#endedAt = endedAt;
    await this.#rebuilt();
    if (this.#active === 0) this.#returnedAt = performance.now();
  }

  /** Whether no other operation begins or ends for a moment. */
  async #isQuiet(): Promise<boolean> {
    this.#pause.abort();
    const { signal } = (this.#pause = new AbortController());
    await sleep(this.#quietMs, undefined, { signal }).catch(() => undefined);
    return !signal.aborted;
  }

  /** A rebuild that began after this call. */
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
      await this.#running;
    }
  }
}
