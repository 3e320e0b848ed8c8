import { bulkhead } from "cockatiel";
import type { Send } from "./request";

/**
 * At most so many requests at once, first come first served. The pool has the same bound; this one is for layers below
 * it that decide when a request's turn comes whether it is still sent.
 */
export function limitConcurrency(send: Send, concurrency: number): Send {
  const slots = bulkhead(concurrency, Number.MAX_SAFE_INTEGER);
  return (request) => slots.execute(() => send(request));
}
