import { bulkhead, type BulkheadPolicy } from "cockatiel";
import { limits } from "../http/options";

/** Limits the number of concurrent operations on one appliance, first come first served. */
export class Limiter {
  readonly #bulkhead: BulkheadPolicy;

  constructor(concurrency: number = limits.concurrency) {
    this.#bulkhead = bulkhead(concurrency, Number.MAX_SAFE_INTEGER);
  }

  run<T>(operation: () => Promise<T>): Promise<T> {
    return this.#bulkhead.execute(operation);
  }
}
