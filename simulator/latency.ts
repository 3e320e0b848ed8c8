import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Milliseconds before a request is applied: fixed, or drawn uniformly between two bounds. With a promise, requests wait
 * until it is settled.
 */
export type LatencyMs = number | { readonly min: number; readonly max: number } | Promise<unknown>;

/** The time that an appliance takes per request. The wait comes before the request is applied. */
export class Latency {
  #value: LatencyMs;

  constructor(
    value: LatencyMs,
    private readonly random: () => number,
  ) {
    this.#value = value;
  }

  set(value: LatencyMs): void {
    this.#value = value;
  }

  /** Waits. Rejects if the simulator closes meanwhile. */
  async wait(signal: AbortSignal): Promise<void> {
    const value = this.#value;
    if (typeof value === "object" && "then" in value) {
      signal.throwIfAborted();
      const over = new AbortController();
      const closing = once(signal, "abort", over).then(() => signal.throwIfAborted());
      await Promise.race([value, closing]).finally(() => {
        over.abort();
      });
      return;
    }
    const milliseconds = typeof value === "number" ? value : value.min + this.random() * (value.max - value.min);
    if (milliseconds > 0) await sleep(milliseconds, undefined, { signal });
  }
}
