import { z } from "zod";
import { unknownWord } from "./quoted";

/**
 * Represents a value that the engine does not know yet (an output of a resource that does not exist yet). It is a
 * symbol, because every schema refuses symbols: the check leaves out the faults at or around it, and no other value can
 * be confused with it.
 */
export const UNKNOWN: unique symbol = Symbol("unknown");

/** Whether the value is not known yet, or contains such a value at any depth. */
export function hasUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(hasUnknown);
}

/** Separates several faults in the message of one issue; no fault contains it. */
export const FAULT_SEPARATOR = "\n";

/** An object that refuses unknown keys, and suggests the most similar known one. */
export function strict<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => unknownWord("key", key, known)).join(FAULT_SEPARATOR)
        : undefined,
  });
}

/** One of a few words. `meanings` describes each of them for the documentation. */
export function oneOf<const Words extends readonly [string, string, ...string[]]>(
  words: Words,
  meanings?: Readonly<Record<Words[number], string>>,
) {
  const quotedWords = words.map((word) => `"${word}"`);
  const last = quotedWords.pop() ?? "";
  const schema = z.enum(words, { error: `must be ${quotedWords.join(", ")} or ${last}` });
  return meanings === undefined ? schema : schema.meta({ meanings });
}

/**
 * A list whose order and repetitions have no meaning. Its canonical form is sorted and has no repetitions, so that two
 * spellings of one set are equal; the state keeps what the user wrote. `atLeastOne` is the name of an item, and makes
 * an empty set a fault.
 */
export function setOf<Item extends z.ZodType>(item: Item, atLeastOne?: string) {
  const list = z.array(item);
  const bounded = atLeastOne === undefined ? list : list.min(1, { error: `needs at least one ${atLeastOne}` });
  return bounded.transform((items) => {
    const byText = new Map(items.map((one) => [JSON.stringify(one), one]));
    return [...byText.keys()].sort().map((text) => byText.get(text) as z.output<Item>);
  });
}

/** A rule over several fields. It runs even if other fields are wrong, so that all faults are reported at once. */
export function across<T extends z.ZodObject>(
  schema: T,
  rule: (value: Readonly<Record<string, unknown>>) => { path: string; message: string } | undefined,
): T {
  const check = (value: Record<string, unknown>, context: z.core.$RefinementCtx): void => {
    const fault = rule(value);
    if (fault !== undefined) context.addIssue({ code: "custom", path: [fault.path], message: fault.message });
  };
  return schema.superRefine(check, { when: () => true });
}
