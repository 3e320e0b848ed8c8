import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes that a heap may have before anything is done. Stacks of small resources stay below. */
const SMALL = 96 * 1024 * 1024;
/** How much a heap must have grown since it was cleared last: what is needed is no garbage. */
const GROWTH = 1.1;

/**
 * When nothing of a call may be needed any more, in milliseconds: one pause after the other, because the answer has to be
 * made and sent first, which takes as long as the engine takes to read it.
 */
const PAUSES = [10, 40, 160, 640];

/** At which size the heap is cleared while calls are under way, and between calls. */
const limits = { during: SMALL, between: SMALL };
let underWay = 0;
let pause: NodeJS.Timeout | undefined;
let clear: (() => void) | undefined;

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
    clearBetweenCalls();
  }
}

/** Clears the heap in each pause that no other call ends. In the last one, nothing of the call is needed any more. */
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
  limits[when] = Math.max(SMALL, GROWTH * getHeapStatistics().used_heap_size);
}

/** V8's own function that clears the heap at once. A context that is made after the flag was set has it. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
