import { kept } from "./collections";

/** Items in groups of the same form, in the order of their first items. */
export function alike<T>(items: Iterable<T>, formOf: (item: T) => unknown): (readonly [T, ...T[]])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const form = formOf(item);
    kept(groups, typeof form === "string" ? form : JSON.stringify(form), (): T[] => []).push(item);
  }
  return [...groups.values()] as [T, ...T[]][];
}
