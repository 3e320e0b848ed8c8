/** The names that every JavaScript object has, such as `toString` and `constructor`. */
const inherited: readonly string[] = Object.getOwnPropertyNames(Object.prototype);

/**
 * The first key in a value, at any depth, that every JavaScript object has as a member: code that reads it finds a
 * function where nothing was written, and Pulumi's SDK runs out of memory. Undefined if there is none. A key
 * `__proto__` may have become the prototype of the object.
 *
 * @param isOpen whether to look inside an object
 */
export function inheritedName(
  value: unknown,
  isOpen: (value: object) => boolean = () => true,
  steps: readonly string[] = [],
): { steps: readonly string[]; message: string } | undefined {
  if (typeof value !== "object" || value === null || !isOpen(value)) return undefined;
  const keys = Object.keys(value);
  const own = hasWrittenPrototype(value) ? "__proto__" : Array.isArray(value) ? undefined : keys.find(isInherited);
  if (own !== undefined) {
    return {
      steps: [...steps, own],
      message: `"${own}" cannot be a name here, because every JavaScript object has it`,
    };
  }
  for (const key of keys) {
    const found = inheritedName((value as Readonly<Record<string, unknown>>)[key], isOpen, [...steps, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isInherited(key: string): boolean {
  return inherited.includes(key);
}

/** Whether a plain object was written as the prototype. An object of a class has a prototype with a constructor. */
export function hasWrittenPrototype(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    typeof prototype === "object" &&
    prototype !== null &&
    !Array.isArray(value) &&
    Object.getPrototypeOf(prototype) !== null &&
    !Object.hasOwn(prototype, "constructor")
  );
}
