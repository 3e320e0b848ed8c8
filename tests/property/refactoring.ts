import type { Properties } from "../support/provider-calls";
import type { Declared } from "./model";
import type { Others, Slot } from "./slots";

/** The id or name of another resource of the program, or of a foreign object if the program has no such slot. */
export interface Reference {
  readonly ref: string;
  readonly of: "id" | "name";
}

/** An input as the program declares it. */
export type Value = string | number | boolean | Reference | readonly Value[] | { readonly [key: string]: Value };

/** One resource of a program. */
export interface Item {
  readonly kind: string;
  readonly inputs: Readonly<Record<string, Value>>;
}

/** A program as plain data, so that it can be saved to a file: its resources by their Pulumi names. */
export type Program = Readonly<Record<string, Item>>;

/** The moment at which a run ends as with kill -9. */
export type Kill =
  /** At the n-th request that changes something, before or after it is carried out. Its answer is never sent. */
  | { readonly at: "request"; readonly n: number; readonly applied: boolean }
  /** At the n-th create, update or delete: before it begins, or after it is done but before the state is written. */
  | { readonly at: "call"; readonly n: number; readonly done: boolean };

/** The `onExisting` of every resource. */
export type Mode = "none" | "adopt" | "adoptIfEqual";

/** A program that is applied, and a second program that replaces it in one `pulumi up`. */
export interface Refactoring {
  readonly before: Program;
  readonly after: Program;
  /** Names that changed in the program: the former name by the new one, as for `aliases`. */
  readonly formerly: Readonly<Record<string, string>>;
  readonly mode: Mode;
  /** What the user does if an error says that an object exists. */
  readonly reaction: "aliases" | "adopt";
  /** The most operations at a time, like `--parallel`. */
  readonly parallel: number;
  /** Determines the order of resources that are ready at the same time. */
  readonly order: number;
  /** Like `--continue-on-error`. */
  readonly continueOnError?: boolean;
  /** Whether the run after a failed or killed one is `up --refresh`. */
  readonly refresh: boolean;
  readonly kill?: Kill | undefined;
}

export const idOf = (ref: string): Reference => ({ ref, of: "id" });
export const nameOf = (ref: string): Reference => ({ ref, of: "name" });

/** The program in the form that the stack and the model use. */
export function declaredOf(program: Program): Declared {
  return new Map(Object.entries(program).map(([name, item]) => [name, { slot: slotOf(item), variant: 1 }]));
}

function slotOf({ kind, inputs }: Item): Slot {
  const refers = Object.entries(inputs).map(
    ([key, value]) => [key, referencesOf(value).map(({ ref }) => ref)] as const,
  );
  return {
    kind,
    variants: 1,
    refers: Object.fromEntries(refers.filter(([, slots]) => slots.length > 0)),
    inputs: (_variant, others) => resolved(inputs, others) as Properties,
  };
}

/** The references in a value, at any depth. */
export function referencesOf(value: Value): Reference[] {
  if (typeof value !== "object") return [];
  if (isReference(value)) return [value];
  return Object.values(value).flatMap((one: Value) => referencesOf(one));
}

/** Whether a value is a reference. */
export function isReference(value: Value): value is Reference {
  return typeof value === "object" && "ref" in value && "of" in value;
}

/** Replaces each reference in a value. */
export function mapped(value: Value, change: (reference: Reference) => Value): Value {
  if (typeof value !== "object") return value;
  if (isReference(value)) return change(value);
  if (Array.isArray(value)) return value.map((one: Value) => mapped(one, change));
  const entries = Object.entries(value as Readonly<Record<string, Value>>);
  return Object.fromEntries(entries.map(([key, one]) => [key, mapped(one, change)]));
}

function resolved(inputs: Item["inputs"], others: Others): unknown {
  return mapped(inputs, ({ ref, of }) => (of === "id" ? others.idOf(ref) : others.nameOf(ref)));
}

/** The text of a refactoring for a file. `found` says what it showed. */
export function refactoringText(refactoring: Refactoring, found: string): string {
  return `${JSON.stringify({ found, ...refactoring }, undefined, 2)}\n`;
}

/** Reads a refactoring from a file. */
export function parseRefactoring(text: string): Refactoring {
  return JSON.parse(text) as Refactoring & { found: string };
}
