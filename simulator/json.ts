/**
 * JSON text of an answer. Maps become objects and sets become arrays. Uses `JSON.stringify`, since reports are large.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, (_key, member: unknown) => {
    // fromEntries defines each key as own data, even `__proto__`.
    if (member instanceof Map) return Object.fromEntries(member) as unknown;
    return member instanceof Set ? [...(member as Set<unknown>)] : member;
  }) as string | undefined;
  return text ?? "null";
}

/** JSON text with sorted keys and sets: equal values give identical bytes. */
export function canonicalJson(value: unknown): string {
  return encode(value) ?? "null";
}

/** Encodes maps as objects and sets as arrays. Only own keys count, so a name such as `__proto__` is plain data. */
function encode(value: unknown): string | undefined {
  if (value === undefined || typeof value === "function") return undefined;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (value instanceof Set)
    return `[${texts([...value])
      .sort(compare)
      .join(",")}]`;
  if (Array.isArray(value)) return `[${texts(value).join(",")}]`;
  const entries: [unknown, unknown][] = value instanceof Map ? [...value] : Object.entries(value);
  const members = entries.flatMap(([key, member]) => {
    const text = encode(member);
    return text === undefined ? [] : [{ key: String(key), text }];
  });
  members.sort((a, b) => compare(a.key, b.key));
  return `{${members.map(({ key, text }) => `${JSON.stringify(key)}:${text}`).join(",")}}`;
}

function texts(items: readonly unknown[]): string[] {
  return items.map((item) => encode(item) ?? "null");
}

/** Compares by code unit, so that the order does not depend on the machine's locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
