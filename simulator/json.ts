/** Maps as objects, sets as arrays; own keys only, so that a name such as `__proto__` is plain data. */
function encode(value: unknown, sorted: boolean): string | undefined {
  if (value === undefined || typeof value === "function") return undefined;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (value instanceof Set) return array([...value], sorted, true);
  if (Array.isArray(value)) return array(value, sorted, false);
  const entries: [unknown, unknown][] = value instanceof Map ? [...value] : Object.entries(value);
  const members = entries.flatMap(([key, member]) => {
    const text = encode(member, sorted);
    return text === undefined ? [] : [{ key: String(key), text }];
  });
  if (sorted) members.sort((a, b) => compare(a.key, b.key));
  return `{${members.map(({ key, text }) => `${JSON.stringify(key)}:${text}`).join(",")}}`;
}

function array(items: readonly unknown[], sorted: boolean, isSet: boolean): string {
  const texts = items.map((item) => encode(item, sorted) ?? "null");
  if (sorted && isSet) texts.sort(compare);
  return `[${texts.join(",")}]`;
}

/** By code unit: the same on every machine, whatever its locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** JSON text of an answer. Maps become objects and sets arrays, in their own order. */
export function jsonText(value: unknown): string {
  return encode(value, false) ?? "null";
}

/** JSON text that is equal byte for byte when the meaning is equal: keys and sets sorted. */
export function canonicalJson(value: unknown): string {
  return encode(value, true) ?? "null";
}
