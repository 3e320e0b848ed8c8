import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds before a request is applied. With a promise, requests wait until it is settled. */
export type LatencyMs = number | Promise<unknown>;

/** The time that both appliances take for a request. */
export class Pace {
  constructor(public latency: LatencyMs) {}

  /** Waits as long as a request takes. Rejects if the simulator closes meanwhile. */
  async wait(signal: AbortSignal): Promise<void> {
    if (typeof this.latency === "number") {
      if (this.latency > 0) await sleep(this.latency, undefined, { signal });
      return;
    }
    signal.throwIfAborted();
    await Promise.race([this.latency, once(signal, "abort")]);
    signal.throwIfAborted();
  }
}
