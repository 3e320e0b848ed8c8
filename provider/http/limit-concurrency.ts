import { bulkhead } from "cockatiel";
import type { Send } from "./request";

/**
 * Sends at most this many requests at once, first come first served. A request keeps its slot while it is repeated and
 * between the repetitions, as operations keep that of `appliance/limiter.ts`: a busy appliance gets fewer requests
 * instead of others in between. The pool has the same bound. This one exists for the layers below it, which decide when
 * the request gets its slot whether they still send it.
 */
export function limitConcurrency(send: Send, concurrency: number): Send {
  const slots = bulkhead(concurrency, Number.MAX_SAFE_INTEGER);
  return (request) => slots.execute(() => send(request));
}
