/**
 * Maximum number of items processed concurrently. The appliance's limiter decides how many requests are sent at once.
 */
const MOST = 64;

/** Processes items concurrently, started in order. Resolves when all are done; `work` must not throw. */
export async function sideBySide<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  most: number = MOST,
): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
}
