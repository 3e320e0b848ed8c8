/**
 * Works on each item, on at most so many at a time: the next one begins when one ends. What has begun ends before a
 * failure is thrown.
 */
export async function inParallel<T>(
  items: Iterable<T>,
  most: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items].values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  const done = await Promise.allSettled(Array.from({ length: most }, worker));
  for (const one of done) if (one.status === "rejected") throw one.reason;
}
