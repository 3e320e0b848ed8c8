import { bulkhead } from "cockatiel";
import type { Send } from "./request";

/**
 * Sends at most this many requests at once, first come first served. A request keeps its slot during retries and the
 * delays between them, like the operations in `appliance/limiter.ts`: a busy appliance then gets fewer requests, not
 * other ones in between. The pool has the same limit. This one exists for the layers below it: when a request gets its
 * slot, they decide whether to send it at all.
 */
export function limitConcurrency(send: Send, concurrency: number): Send {
  const slots = bulkhead(concurrency, Number.MAX_SAFE_INTEGER);
  return (request) => slots.execute(() => send(request));
}
