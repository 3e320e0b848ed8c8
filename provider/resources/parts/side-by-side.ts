/** Most items that are worked on at once. How many requests are sent at once is decided by the appliance's limiter. */
const MOST = 64;

/** Works on items side by side and in their order. Ends when all have; no work may throw. */
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
