import type { Settled } from "../batcher";
import type { LinkAnswer, LinkOutcome } from "./link-answer";

/**
 * Sends converging items together, and then one by one if the response reports a problem: its texts need not say which
 * item they mean, and for a single item there is no doubt. What a second request finds may come from the first.
 */
export async function retryIndividually<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  send: (items: readonly Item[]) => Promise<LinkAnswer<Item>>,
): Promise<ReadonlyMap<string, Settled<LinkOutcome>>> {
  const { outcomes, problem } = await send(items);
  const outcomeOf = (item: Item): LinkOutcome => outcomes.get(item) ?? "done";
  if (problem === undefined) return new Map(items.map((item) => [keyOf(item), { ok: outcomeOf(item) }]));
  if (items.length === 1) return new Map(items.map((item) => [keyOf(item), { error: problem }]));
  const results: [string, Settled<LinkOutcome>][] = [];
  for (const item of items) {
    const own = await send([item]).then(
      (alone): Settled<LinkOutcome> =>
        alone.problem === undefined ? { ok: outcomeOf(item) } : { error: alone.problem },
      (error: unknown) => ({ error }),
    );
    results.push([keyOf(item), own]);
  }
  return new Map(results);
}
