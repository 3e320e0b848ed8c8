/**
 * How long no new operation may arrive before a rebuild starts. Together with the time that an operation takes, it is
 * longer than the engine's gaps between calls, which are 3 to 40 ms.
 */
const QUIET_MS = 25;
/**
 * Share of the last rebuild's duration to wait: if a rebuild takes long, waiting for one more change costs less than
 * another.
 */
const QUIET_SHARE = 0.25;
const LONGEST_QUIET_MS = 250;
/** The maximum time that the first waiting operation waits for a rebuild to start. */
const PATIENCE_MS = 2000;

interface Waiter {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * One forced rebuild for many changes. It starts when every running operation waits for it and no new one arrived for a
 * moment, or when the first has waited long enough. An operation ends when a rebuild that began after its change has
 * ended.
 */
export class RebuildBarrier {
  #active = 0;
  #changes = 0;
  #waiting: Waiter[] = [];
  #running = false;
  /** The first waiting operation ran out of patience while a rebuild was running that had begun too early for it. */
  #overdue = false;
  #lastRebuildMs = 0;
  #quiet: NodeJS.Timeout | undefined;
  #patience: NodeJS.Timeout | undefined;

  constructor(private readonly rebuild: () => Promise<void>) {}

  /** Records that something was changed, or may have been. */
  changed(): void {
    this.#changes += 1;
  }

  /**
   * Runs an operation. If something changed while it ran, a rebuild follows before it ends. This holds even if the
   * operation failed: what it changed before must reach the running configuration too.
   */
  async around<T>(operation: () => Promise<T>, onFailedRebuild: (error: unknown) => void): Promise<T> {
    this.#active += 1;
    this.#cancelQuiet();
    const before = this.#changes;
    try {
      const [outcome] = await Promise.allSettled([operation()]);
      if (this.#changes > before) {
        const [rebuilt] = await Promise.allSettled([this.#rebuilt()]);
        if (rebuilt.status === "rejected" && outcome.status === "fulfilled") onFailedRebuild(rebuilt.reason);
      }
      if (outcome.status === "rejected") throw outcome.reason;
      return outcome.value;
    } finally {
      this.#active -= 1;
      this.#check();
    }
  }

  #quietMs(): number {
    return Math.min(LONGEST_QUIET_MS, Math.max(QUIET_MS, this.#lastRebuildMs * QUIET_SHARE));
  }

  #rebuilt(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#beginPatience();
      this.#check();
    });
  }

  #beginPatience(): void {
    this.#patience ??= setTimeout(() => {
      this.#patience = undefined;
      this.#overdue = true;
      this.#start();
    }, PATIENCE_MS);
  }

  #cancelQuiet(): void {
    clearTimeout(this.#quiet);
    this.#quiet = undefined;
  }

  /** Starts the quiet period once every running operation waits. */
  #check(): void {
    this.#cancelQuiet();
    if (this.#running || this.#waiting.length === 0 || this.#waiting.length < this.#active) return;
    this.#quiet = setTimeout(() => {
      this.#start();
    }, this.#quietMs());
  }

  #start(): void {
    if (this.#running) return;
    this.#cancelQuiet();
    clearTimeout(this.#patience);
    this.#patience = undefined;
    this.#overdue = false;
    const served = this.#waiting;
    this.#waiting = [];
    this.#running = true;
    const began = performance.now();
    void this.rebuild()
      .then(
        () => {
          for (const { resolve } of served) resolve();
        },
        (error: unknown) => {
          for (const { reject } of served) reject(error);
        },
      )
      .finally(() => {
        this.#lastRebuildMs = performance.now() - began;
        this.#running = false;
        if (this.#overdue) this.#start();
        else this.#check();
      });
  }
}
