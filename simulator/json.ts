/** JSON text of an answer. Maps become objects and sets become arrays. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => plain(member));
}

function plain(member: unknown): unknown {
  // fromEntries defines each key as own data, even `__proto__`.
  if (member instanceof Map) return Object.fromEntries(member) as unknown;
  return member instanceof Set ? [...(member as Set<unknown>)] : member;
}

/** JSON text with sorted keys and sets: equal values give identical bytes. */
export function canonicalJson(value: unknown): string {
  const sorted = (_key: string, member: unknown): unknown => {
    if (member instanceof Set) return [...(member as Set<unknown>)].sort();
    const found = plain(member);
    if (typeof found !== "object" || found === null || Array.isArray(found)) return found;
    return Object.fromEntries(Object.entries(found).sort());
  };
  return JSON.stringify(value, sorted);
}
