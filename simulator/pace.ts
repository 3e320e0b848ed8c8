import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds before a request is applied. With a promise, requests wait until it is settled. */
export type LatencyMs = number | Promise<unknown>;

/** The time that an appliance takes for a request, and how many it works on at once. */
export class Pace {
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  #capacity = Number.POSITIVE_INFINITY;

  constructor(public latency: LatencyMs) {}

  /** Changes the limit for requests that arrive or wait from now on. `Infinity` means no limit. */
  setCapacity(capacity: number): void {
    this.#capacity = capacity;
    this.#admit();
  }

  /**
   * Waits for a free place in the order of arrival, then as long as a request takes. Returns the function that frees
   * the place. Rejects if the simulator closes meanwhile.
   */
  async enter(signal: AbortSignal): Promise<() => void> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#admit();
    });
    await waited(this.latency, signal);
    return () => {
      this.#taken -= 1;
      this.#admit();
    };
  }

  #admit(): void {
    while (this.#taken < this.#capacity && this.#waiting.length > 0) {
      this.#taken += 1;
      this.#waiting.shift()?.();
    }
  }
}

async function waited(latency: LatencyMs, signal: AbortSignal): Promise<void> {
  if (typeof latency === "number") {
    if (latency > 0) await sleep(latency, undefined, { signal });
    return;
  }
  signal.throwIfAborted();
  await Promise.race([latency, once(signal, "abort")]);
  signal.throwIfAborted();
}
