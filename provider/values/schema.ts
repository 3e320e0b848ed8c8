import { z } from "#zod";
import { byKey } from "./collections";
import { nearWord, unknownWord } from "./quoted";
import { redact } from "./secret";

/**
 * Represents a value that the engine does not know yet (an output of a resource that does not exist yet). It is a
 * symbol, because every schema refuses symbols, and no other value is one: the check leaves out the faults around it.
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

/** One of a few words. */
export function oneOf<const Words extends readonly [string, string, ...string[]]>(words: Words) {
  const quotedWords = words.map((word) => `"${word}"`);
  const last = quotedWords.pop() ?? "";
  return z.enum(words, {
    error: ({ input }) => {
      const near = typeof input === "string" && input.length > 2 ? nearWord(input, words) : undefined;
      const hint = near === undefined ? "" : `, did you mean "${near}"?`;
      return `must be ${quotedWords.join(", ")} or ${last}${hint}`;
    },
  });
}

/**
 * A list whose order and repetitions have no meaning. Its canonical form is sorted and has no repetitions, so that two
 * spellings of one set are equal; the state keeps what the user wrote. `atLeastOne` is the name of an item, and makes
 * an empty set a fault.
 */
export function setOf<Item extends z.ZodType>(item: Item, atLeastOne?: string) {
  const list = z.array(item);
  const bounded = atLeastOne === undefined ? list : list.min(1, { error: `needs at least one ${atLeastOne}` });
  return bounded.transform(asSet);
}

/** Items in the canonical form of a set: sorted, without repetitions. */
export function asSet<Item>(items: readonly Item[]): Item[] {
  const byText = new Map<string, Item>();
  for (const one of items) byText.set(JSON.stringify(one), one);
  return [...byText].sort(byKey).map(([, item]) => item);
}

/** A text, checked by rules that return its fault; the first fault is reported. */
export function checkedText(...rules: readonly ((value: string) => string | undefined)[]) {
  return z.string().superRefine((value, context) => {
    for (const rule of rules) {
      const message = rule(value);
      if (message === undefined) continue;
      context.addIssue({ code: "custom", message });
      return;
    }
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

/** One fault of an input: its path as the user writes it, and the message. */
export interface Problem {
  /** E.g. `rules[0].cidr`; empty for the whole value. */
  path: string;
  message: string;
}

/** One fault of a value, with the steps of its path. */
export interface Fault {
  readonly steps: readonly PropertyKey[];
  readonly message: string;
  /** The key, if the fault is that the value must not have it. The steps do not contain it. */
  readonly key?: string | undefined;
}

/** Every fault that a schema finds in a value, except at what is not known yet, and with `mayLack` at what is missing. */
export function problemsOf(schema: z.ZodType, value: unknown, mayLack = false): Problem[] {
  return (
    faultsOf(schema, value)
      .filter(({ steps }) => !mayLack || (valueAt(value, steps) ?? undefined) !== undefined)
      // A misspelt input is why the right one is missing.
      .sort((one, other) => Number(other.key !== undefined) - Number(one.key !== undefined))
      .map(({ steps, message }) => ({ path: pathText(steps), message }))
  );
}

/** The same with the steps of each path: for values that are written differently from how the schema sees them. */
export function faultsOf(schema: z.ZodType, value: unknown): Fault[] {
  const parsed = schema.safeParse(value, { error: plainMessage });
  if (parsed.success) return [];
  const faults = parsed.error.issues
    .flatMap(nearestOption)
    .filter((issue) => !dependsOnUnknown(value, issue))
    .flatMap((issue) => {
      const messages = issueText(issue, valueAt(value, issue.path)).split(FAULT_SEPARATOR);
      const keys = issue.code === "unrecognized_keys" ? issue.keys : [];
      return messages.map((message, index) => ({ steps: issue.path, message, key: keys[index] }));
    });
  // Several checks of one value may report the same fault.
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}

/** For a value that fits no option of a union: the faults within the option with the same form, if there is one. */
function nearestOption(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const option = issue.errors.find((faults) =>
    faults.every(({ code, path }) => code === "unrecognized_keys" || path.length > 0),
  );
  if (option === undefined || option.length === 0) return [issue];
  return option.flatMap((fault) => nearestOption({ ...fault, path: [...issue.path, ...fault.path] }));
}

/** One line per problem: the path, then the message. Safe to print, even if a secret was written in the wrong place. */
export function problemText({ path, message }: Problem): string {
  return redact(path === "" ? message : `${path}: ${message}`);
}

/** Paths of the matching texts in a value, as the user writes them. Values may be large: only matches cost memory. */
export function pathsOfTexts(value: unknown, fits: (text: string) => boolean): string[] {
  const found: string[] = [];
  const steps: PropertyKey[] = [];
  const visit = (here: unknown): void => {
    if (typeof here === "string" && fits(here)) found.push(pathText(steps));
    if (typeof here !== "object" || here === null) return;
    const keys = Array.isArray(here) ? here.keys() : Object.keys(here);
    for (const key of keys) {
      steps.push(key);
      visit((here as Record<PropertyKey, unknown>)[key]);
      steps.pop();
    }
  };
  visit(value);
  return found;
}

function dependsOnUnknown(value: unknown, { code, path }: z.core.$ZodIssue): boolean {
  let here = value;
  for (const step of path) {
    if (here === UNKNOWN) return true;
    here = valueAt(here, [step]);
  }
  // A surplus key, or a fault of the whole value, is not caused by unknown values beside it.
  if (code === "unrecognized_keys" || path.length === 0) return here === UNKNOWN;
  return hasUnknown(here);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (here, step) =>
      typeof here === "object" && here !== null ? (here as Record<PropertyKey, unknown>)[step] : undefined,
    value,
  );
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step, i) => (typeof step === "number" ? `[${String(step)}]` : `${i === 0 ? "" : "."}${String(step)}`))
    .join("");
}

function issueText(issue: z.core.$ZodIssue, value: unknown): string {
  // The name of a key has a schema of its own, which has the message.
  const message = (issue.code === "invalid_key" ? issue.issues[0]?.message : undefined) ?? issue.message;
  return value === undefined ? message.replace(/^must be (.*)$/su, "is required ($1)") : message;
}

/** The message of an issue for which the schema has none; undefined for zod's. */
function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "too_small" && issue.origin !== "number" && issue.minimum === 1) return "must not be empty";
  if (issue.code !== "invalid_type") return undefined;
  const { expected, input } = issue;
  if (expected === "record" && Array.isArray(input)) {
    return 'must be an object with the names as keys, such as { "one name": ... }, not a list';
  }
  const wanted = `must be ${withArticle(plainWords[expected] ?? expected)}`;
  if (input === undefined) return wanted;
  const cure = expected === "array" && input !== null ? ": write it in brackets, [...]" : "";
  return `${wanted}, not ${typeName(input)}${cure}`;
}

const plainWords: Readonly<Record<string, string>> = { array: "list", record: "object" };

function typeName(value: unknown): string {
  if (value === null || (typeof value === "number" && !Number.isFinite(value))) return String(value);
  return withArticle(Array.isArray(value) ? "list" : typeof value);
}

function withArticle(word: string): string {
  return /^[aeiou]/u.test(word) ? `an ${word}` : `a ${word}`;
}
