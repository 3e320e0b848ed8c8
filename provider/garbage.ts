import { Session } from "node:inspector";
import { getHeapStatistics } from "node:v8";

/** Bytes that a heap may have before anything is done. Stacks of small resources stay below. */
const SMALL = 96 * 1024 * 1024;
/** How much a heap must have grown since it was cleared last: what is needed is no garbage. */
const GROWTH = 1.1;

/** When nothing of a call may be needed any more, in milliseconds after its end: the answer has to be sent first. */
const PAUSES = [10, 40, 160];

/** At which size the heap is cleared while calls are under way, and between calls. */
const limits = { during: SMALL, between: SMALL };
let underWay = 0;
let session: Session | undefined;

/**
 * Runs a call of the engine, and frees what was left before it, by it, and by its answer, where that is much. A message
 * about a resource with 5,000 groups takes 50 MB while it is read or written, and V8 leaves it there as long as the machine
 * has memory: without this the process grows to several times what it needs.
 */
export async function withoutGarbage<T>(call: () => Promise<T> | T): Promise<T> {
  underWay += 1;
  collect("during");
  try {
    return await call();
  } finally {
    // The host makes a message of the result next.
    collect("during");
    underWay -= 1;
    for (const pause of PAUSES) setTimeout(betweenCalls, pause).unref();
  }
}

function betweenCalls(): void {
  if (underWay > 0) return;
  collect("between");
  limits.during = limits.between;
}

function collect(when: keyof typeof limits): void {
  if (getHeapStatistics().used_heap_size < limits[when]) return;
  if (session === undefined) {
    session = new Session();
    session.connect();
  }
  session.post("HeapProfiler.collectGarbage");
  limits[when] = Math.max(SMALL, GROWTH * getHeapStatistics().used_heap_size);
}
