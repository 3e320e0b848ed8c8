/** How Pulumi writes values that are no plain data: in states, in previews, and on the way to a provider. */

/** The key that marks an object that represents a special value, such as a secret. */
export const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";

export const SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";

/** Represents a value that is not known before the resource that returns it is created. */
export const UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** A value that may be marked, such as a secret, without its mark. */
export function inClear(value: unknown): unknown {
  const isMarked = typeof value === "object" && value !== null && SIGNATURE_KEY in value && "value" in value;
  return isMarked ? inClear(value.value) : value;
}
