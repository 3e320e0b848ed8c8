/** The names that every JavaScript object has, such as `toString` and `constructor`. */
const inherited: readonly string[] = Object.getOwnPropertyNames(Object.prototype);

/**
 * The fault of a value whose keys name objects: a name that every JavaScript object has as a member. Code that reads it
 * finds a function where nothing was written, and Pulumi's SDK runs out of memory. Undefined if there is none. A key
 * `__proto__` may have become the prototype.
 */
export function inheritedName(names: unknown): { name: string; message: string } | undefined {
  if (typeof names !== "object" || names === null) return undefined;
  const name = hasWrittenPrototype(names) ? "__proto__" : Object.keys(names).find((key) => inherited.includes(key));
  if (name === undefined) return undefined;
  return { name, message: `"${name}" cannot be a name here, because every JavaScript object has it` };
}

/** Whether a plain object was written as the prototype. An object of a class has a prototype with a constructor. */
function hasWrittenPrototype(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    typeof prototype === "object" &&
    prototype !== null &&
    !Array.isArray(value) &&
    Object.getPrototypeOf(prototype) !== null &&
    !Object.hasOwn(prototype, "constructor")
  );
}
