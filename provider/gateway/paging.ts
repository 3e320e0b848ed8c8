import { ReplyError } from "../errors";
import type { Place } from "../http/answer";
import { limits } from "../http/limits";

/**
 * Reads pages from the first on until one brings nothing new: empty, or only what was there before, as servers answer
 * that ignore the page number. Bounded, because a list that never ends would be read for ever.
 */
export async function everyPage<T>(
  load: (page: number) => Promise<readonly T[]>,
  keyOf: (item: T) => unknown,
  place: Place,
): Promise<T[]> {
  const found = new Map<unknown, T>();
  for (let page = 1; page <= limits.pages; page += 1) {
    const before = found.size;
    for (const item of await load(page)) found.set(keyOf(item), item);
    if (found.size === before) return [...found.values()];
  }
  throw new ReplyError({ ...place, words: `the list did not end within ${limits.pages} pages` });
}
