import { z } from "zod";
import { unknownWord } from "./unknown-word";

/**
 * Represents a value that the engine does not know yet (an output of something not created). A symbol, because every
 * schema refuses it: what a check finds at or around it is left out, and nothing else can be mistaken for it.
 */
export const UNKNOWN: unique symbol = Symbol("unknown");

/** True where the value is, or somewhere inside holds, one that is not known yet. */
export function hasUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(hasUnknown);
}

/** Separates several faults in the one message of an issue; no fault holds it. */
export const FAULT_SEPARATOR = "\n";

/** An object that refuses keys it does not have, and names the nearest one it has. */
export function strict<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => unknownWord("key", key, known)).join(FAULT_SEPARATOR)
        : undefined,
  });
}

/** One of a few words. */
export function oneOf<const Words extends readonly [string, string, ...string[]]>(words: Words) {
  const quotedWords = words.map((word) => `"${word}"`);
  const last = quotedWords.pop() ?? "";
  return z.enum(words, { error: `must be ${quotedWords.join(", ")} or ${last}` });
}

/**
 * A list whose order and repetitions mean nothing. Its canonical form is sorted and free of repetitions, so that two
 * spellings of one set are equal; what the user wrote stays as it is in the state. `atLeastOne` names the item where an
 * empty set is refused.
 */
export function setOf<Item extends z.ZodType>(item: Item, atLeastOne?: string) {
  const list = z.array(item);
  const bounded = atLeastOne === undefined ? list : list.min(1, { error: `needs at least one ${atLeastOne}` });
  return bounded.transform((items) => {
    const byText = new Map(items.map((one) => [JSON.stringify(one), one]));
    return [...byText.keys()].sort().map((text) => byText.get(text) as z.output<Item>);
  });
}

/** A rule over several fields. It runs also when other fields are wrong, so that all faults are reported at once. */
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
