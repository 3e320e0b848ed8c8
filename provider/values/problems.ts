import type { z } from "zod";
import { hasUnknown, UNKNOWN } from "./schema";

/** One fault of an input: where, as the user writes it, and what is wrong. */
export interface Problem {
  /** E.g. `rules[0].cidr`; empty for the whole. */
  path: string;
  message: string;
}

/** Every fault that a schema finds in a value, except where a value is not known yet. */
export function problemsOf(schema: z.ZodType, value: unknown): Problem[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return [];
  return parsed.error.issues
    .filter((issue) => !dependsOnUnknown(value, issue.path))
    .map((issue) => ({ path: pathText(issue.path), message: messageOf(issue, at(value, issue.path)) }));
}

/** One line a problem: the path, then what is wrong. */
export function problemText({ path, message }: Problem): string {
  return path === "" ? message : `${path}: ${message}`;
}

function dependsOnUnknown(value: unknown, path: readonly PropertyKey[]): boolean {
  let here = value;
  for (const step of path) {
    if (here === UNKNOWN) return true;
    here = at(here, [step]);
  }
  // A missing key at the root says nothing about the unknown values beside it.
  return here === UNKNOWN || (path.length > 0 && hasUnknown(here));
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
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

function messageOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === "invalid_type") {
    const kind = issue.expected === "array" ? "list" : issue.expected;
    if (value === undefined) return `is required (${article(kind)})`;
    return `must be ${article(kind)}, not ${article(typeName(value))}`;
  }
  return issue.message;
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

function article(word: string): string {
  if (word === "null") return word;
  return /^[aeiou]/u.test(word) ? `an ${word}` : `a ${word}`;
}
