import type { Simulator } from "../../../simulator";

/** An action or a path of an API document. Written from the documents alone, because the code is compared with it. */
export interface Documented {
  /** Fields of the form, parameters of the path and fields of the body; see {@link fieldsOf}. */
  request: string;
  /** Empty if the document says "not shown". */
  response: string;
  /** By field: each value that the document lists. */
  values?: Readonly<Record<string, string>>;
  /** The key around the answer that the client's result omits. */
  unwrap?: string;
  /** Where the client's result has a field, if that is another place. Undefined: it does not have it. */
  elsewhere?: Readonly<Record<string, string | undefined>>;
}

/** A method of a client: the entry that it sends, and calls that together fill every documented field. */
export interface Method<Entry extends string, Client> {
  sends: Entry;
  calls: readonly ((client: Client, sim: Simulator) => Promise<unknown>)[];
}

/** Builds the methods of one client. */
export function sender<Entry extends string, Client>() {
  return (sends: Entry, ...calls: Method<Entry, Client>["calls"]): Method<Entry, Client> => ({ sends, calls });
}

/**
 * The fields in a list: `a.{b, c}` means `a.b, a.c`, `a[]` each item of a list, and `<name>` each value of a map.
 */
export function fieldsOf(list: string): string[] {
  const flat = list.replace(/([^\s,{}]*)\{([^{}]*)\}/gu, (_all, prefix: string, names: string) =>
    split(names)
      .map((name) => prefix + name)
      .join(", "),
  );
  return flat === list ? split(list) : fieldsOf(flat);
}

function split(list: string): string[] {
  return list.split(",").flatMap((name) => name.trim() || []);
}

/** All defined values at a path below some values. */
export function valuesAt(values: readonly unknown[], path: string): unknown[] {
  const steps = path.replaceAll("[]", ".[]").split(".").filter(Boolean);
  return steps.reduce<unknown[]>((found, step) => found.flatMap((one) => next(one, step)), [...values]);
}

function next(value: unknown, step: string): unknown[] {
  if (step === "[]") return Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const entries = new Map<unknown, unknown>(value instanceof Map ? value : Object.entries(value));
  if (step.startsWith("<")) return [...entries.values()];
  return [entries.get(step)].filter((one) => one !== undefined);
}
