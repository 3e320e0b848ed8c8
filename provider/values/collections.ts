/** An object without its undefined values, for types whose optional fields are never undefined. */
export function present<T extends object>(values: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

/** Orders entries by their keys, for `sort`. */
export function byKey([one]: readonly [string, ...unknown[]], [other]: readonly [string, ...unknown[]]): number {
  return one < other ? -1 : 1;
}

/** The value of a key, made on first use. */
export function kept<Key, Value>(
  known: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}

/**
 * A value in which `change` has replaced each part, from the outside to the inside. A part in which nothing changes is
 * returned as it is: values may be large.
 */
export function mapped(value: unknown, change: (part: unknown) => unknown): unknown {
  const part = change(value);
  if (typeof part !== "object" || part === null) return part;
  const members = part as Record<string, unknown>;
  let changed: typeof members | undefined;
  for (const key of Object.keys(members)) {
    const after = mapped(members[key], change);
    if (after !== members[key])
      (changed ??= (Array.isArray(members) ? [...members] : { ...members }) as typeof members)[key] = after;
  }
  return changed ?? part;
}

/** Items in groups of the same form, in the order of their first items. */
export function alike<T>(items: Iterable<T>, formOf: (item: T) => unknown): (readonly [T, ...T[]])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const form = formOf(item);
    kept(groups, typeof form === "string" ? form : JSON.stringify(form), (): T[] => []).push(item);
  }
  return [...groups.values()] as [T, ...T[]][];
}
