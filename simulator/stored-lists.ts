import { z } from "zod";

/** A map in memory, a list in a file, so that no name can be mistaken for a key of the JSON. */
export function listed<S extends z.ZodType, Key, Value>(
  item: S,
  entryOf: (one: z.output<S>) => [Key, Value],
  itemOf: (key: Key, value: Value) => z.output<S>,
) {
  return z.codec(z.array(item), z.custom<Map<Key, Value>>(), {
    decode: (list) => new Map(list.map(entryOf)),
    encode: (map) => [...map].map(([key, value]) => itemOf(key, value)),
  });
}

/** A map whose values hold their keys. */
export function listedBy<S extends z.ZodType, Key>(item: S, keyOf: (one: z.output<S>) => Key) {
  return listed<S, Key, z.output<S>>(
    item,
    (one) => [keyOf(one), one],
    (_key, one) => one,
  );
}

/** A set in memory, a list in a file. */
export function setOf<S extends z.ZodType>(item: S) {
  return z.codec(z.array(item), z.custom<Set<z.output<S>>>(), {
    decode: (list) => new Set(list),
    encode: (set) => [...set],
  });
}

/** Replaces the contents of a map that others hold by reference. */
export function replace<Key, Value>(held: Map<Key, Value>, by: ReadonlyMap<Key, Value>): void {
  held.clear();
  for (const [key, value] of by) held.set(key, value);
}
