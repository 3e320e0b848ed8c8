/** Items in groups of the same form, in the order of their first items. */
export function alike<T>(items: Iterable<T>, formOf: (item: T) => unknown): (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const form = formOf(item);
    const key = typeof form === "string" ? form : JSON.stringify(form);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
