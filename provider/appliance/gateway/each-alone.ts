import { Refusal } from "../../refusal";
import type { Settled } from "../batcher";

/**
 * Sends converging items together, and one by one where the answer tells of a problem: its texts need not say which item
 * they mean, and alone there is no doubt.
 */
export async function eachAlone<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  /** Sends items; gives the appliance's words about a problem, or undefined where all are done. */
  send: (items: readonly Item[]) => Promise<string | undefined>,
): Promise<ReadonlyMap<string, Settled<undefined>>> {
  const problem = await send(items);
  const done = items.map((item) => [keyOf(item), { ok: undefined }] as const);
  if (problem === undefined) return new Map(done);
  if (items.length === 1) return new Map(items.map((item) => [keyOf(item), refused(problem)]));
  const results: [string, Settled<undefined>][] = [];
  for (const item of items) {
    const own = await send([item]).then(
      (words) => (words === undefined ? { ok: undefined } : refused(words)),
      (error: unknown) => ({ error }),
    );
    results.push([keyOf(item), own]);
  }
  return new Map(results);
}

function refused(words: string): { error: Refusal } {
  return { error: new Refusal(`the gateway refused: ${words}`) };
}
