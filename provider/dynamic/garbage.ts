import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Heap size in bytes below which nothing is done. Stacks of small resources stay below it. */
const SMALL = 96 * 1024 * 1024;
/** Bytes that the heap must have grown since the last collection: data that is still needed is no garbage. */
const GROWTH = 32 * 1024 * 1024;

/**
 * Pauses in milliseconds after a call, one after the other. The data of the call is needed until the host has built and
 * sent the response, which takes as long as the engine takes to read it.
 */
const PAUSES = [10, 40, 160, 640];

/** Heap size that triggers a collection while calls are running, and between calls. */
const limits = { during: SMALL, between: SMALL };
let underWay = 0;
let pause: NodeJS.Timeout | undefined;
let clear: (() => void) | undefined;

/**
 * Runs a call of the engine, and frees the garbage from before it, from the call and from its response, if there is
 * much. A message about a resource with 5,000 groups takes 50 MB while it is read or written. V8 keeps that memory as
 * long as the machine has some: without this, the process grows to several times what it needs.
 */
export async function withoutGarbage<T>(call: () => Promise<T> | T): Promise<T> {
  underWay += 1;
  collect("during");
  try {
    return await call();
  } finally {
    // The host builds a message from the result next.
    collect("during");
    underWay -= 1;
    clearBetweenCalls();
  }
}

/** Collects garbage after each pause, unless another call begins. After the last pause the call needs nothing more. */
function clearBetweenCalls(count = 0): void {
  clearTimeout(pause);
  if (count === PAUSES.length) return;
  pause = setTimeout(() => {
    if (underWay > 0) return;
    if (count === PAUSES.length - 1) limits.between = SMALL;
    collect("between");
    limits.during = limits.between;
    clearBetweenCalls(count + 1);
  }, PAUSES[count]);
  pause.unref();
}

function collect(when: keyof typeof limits): void {
  if (getHeapStatistics().used_heap_size < limits[when]) return;
  clear ??= collector();
  clear();
  limits[when] = Math.max(SMALL, GROWTH + getHeapStatistics().used_heap_size);
}

/** V8's own function that collects garbage at once. Only a context that is created after the flag was set has it. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
