import { isDeepStrictEqual } from "node:util";
import { z } from "#zod";
import { Refusal } from "../errors/refusal";
import { mapped, present } from "./collections";
import { sentence } from "./quoted";
import { problemText, problemsOf, type Problem, UNKNOWN } from "./schema";

/** Values by name, the form of inputs and outputs. */
export type Values = Record<string, unknown>;

/** The items of a list; none for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The inputs of one kind according to its schema: defaults, faults, canonical forms and equality. Pure. */
export class Inputs {
  readonly keys: readonly string[];
  readonly #schema: z.ZodType;
  readonly #shape: z.core.$ZodShape;
  readonly #defaults: Values = {};

  constructor(schema: z.ZodType) {
    this.#schema = schema;
    this.#shape = shapeOf(schema);
    this.keys = Object.keys(this.#shape);
    for (const key of this.keys) {
      const { data } = this.#field(key, undefined);
      if (data !== undefined) this.#defaults[key] = data;
    }
  }

  /** The inputs among other values (outputs contain both). */
  of(values: Values): Values {
    const own: Values = {};
    for (const key of this.keys) if (Object.hasOwn(values, key)) own[key] = values[key];
    return own;
  }

  rest(values: Values): Values {
    const rest = new Map(Object.entries(values));
    for (const key of this.keys) rest.delete(key);
    return Object.fromEntries(rest);
  }

  withDefaults(inputs: Values): Values {
    const written = withoutUndefined(inputs);
    return { ...written, ...this.#defaults, ...written };
  }

  /** The inputs without those that {@link withDefaults} would fill in. */
  withoutDefaults(inputs: Values): Values {
    const entries = Object.entries(inputs);
    return Object.fromEntries(entries.filter(([key, value]) => !isDeepStrictEqual(value, this.#defaults[key])));
  }

  get required(): string[] {
    return this.keys.filter((key) => !this.#field(key, undefined).success);
  }

  problems(inputs: Values, mayLack = false): Problem[] {
    return problemsOf(this.#schema, inputs, mayLack);
  }

  /** The canonical form of inputs that a check has passed. */
  parse(inputs: Values): Values {
    return checked(this.#schema, this.withDefaults(inputs)) as Values;
  }

  /** The canonical form; key by key if the whole does not parse (unknown values, a state of an older schema). */
  canonical(values: Values): Values {
    return this.canonicalWhole(values) ?? this.canonicalEach(this.withDefaults(this.of(values)));
  }

  canonicalWhole(values: Values): Values | undefined {
    const whole = this.#schema.safeParse(this.withDefaults(this.of(values)));
    return whole.success ? (whole.data as Values) : undefined;
  }

  /** The canonical form of each input separately, for partial inputs such as those from a reading. */
  canonicalEach(inputs: Values): Values {
    const entries = Object.entries(inputs).map(([key, value]) => {
      const parsed = value === undefined ? undefined : this.#field(key, value);
      return [key, parsed?.success === true ? parsed.data : value] as const;
    });
    return Object.fromEntries(entries);
  }

  /**
   * A live value in the user's form. In a set, existing items keep their place and spelling, missing ones are left out,
   * and new ones come last. An object is converted part by part. Everything else is as the appliance has it.
   */
  inFormOf(written: unknown, key: string, live: unknown): unknown {
    return inForm(written, live, (part) => {
      const parsed = this.#field(key, part);
      return parsed.success ? parsed.data : undefined;
    });
  }

  /** The same text for items of a set that have the same meaning. */
  itemText(key: string, item: unknown): string {
    const parsed = this.#field(key, [item]);
    const [canonical = item] = parsed.success ? (parsed.data as unknown[]) : [];
    return JSON.stringify(canonical);
  }

  /** Why these cannot be values of the kind: one is missing or has another type. Wrong values are accepted. */
  misfit(values: Values, isDeep = false): string | undefined {
    for (const key of this.keys) {
      const issues = this.#field(key, values[key]).error?.issues ?? [];
      const isOfAnotherType = issues.some(
        ({ code, path }) => (isDeep || path.length === 0) && typeFaults.includes(code),
      );
      if (isOfAnotherType) return values[key] === undefined ? `it has no ${key}` : `its ${key} has another form`;
    }
    return undefined;
  }

  /** Whether an input holds values by names that the user chooses. */
  isRecord(key: string): boolean {
    return this.#shape[key] instanceof z.ZodRecord;
  }

  /** Keys whose canonical values differ. What to do at creation is never a difference. */
  differing(before: Values, after: Values): string[] {
    const keys: string[] = [];
    for (const key of this.keys) {
      if (key !== "onExisting" && !isDeepStrictEqual(before[key], after[key])) keys.push(key);
    }
    return keys;
  }

  #field(key: string, value: unknown): z.ZodSafeParseResult<unknown> {
    return (this.#shape[key] as z.ZodType).safeParse(value);
  }
}

/** A live value in the form of a written one. `canonical` returns the canonical form of a whole input, or undefined. */
function inForm(written: unknown, live: unknown, canonical: (part: unknown) => unknown): unknown {
  if (Array.isArray(written) && Array.isArray(live)) {
    const left = new Map(live.map((item: unknown) => [JSON.stringify(item), item]));
    const kept = (written as unknown[]).filter((item) => {
      const [same] = (canonical([item]) ?? []) as unknown[];
      return same !== undefined && left.delete(JSON.stringify(same));
    });
    return [...kept, ...left.values()];
  }
  if (!isNamed(written) || !isNamed(live)) return live;
  const entries = Object.entries(live).map(([name, value]) => {
    if (!Object.hasOwn(written, name)) return [name, value] as const;
    const inside = (part: unknown): unknown => (canonical({ [name]: part }) as Values | undefined)?.[name];
    const isSame = isDeepStrictEqual(inside(written[name]), value);
    return [name, isSame ? written[name] : inForm(written[name], value, inside)] as const;
  });
  return Object.fromEntries(entries);
}

function isNamed(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const typeFaults: readonly string[] = ["invalid_type", "invalid_union"] satisfies z.core.$ZodIssueCode[];

/** The schemas of the inputs or outputs of a kind, by their keys. */
export function shapeOf(schema: z.ZodType): z.core.$ZodShape {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in as z.ZodType);
  throw new TypeError("the inputs of a kind are an object schema, perhaps with a transform");
}

/** A value in the form of a schema. Throws a Refusal with every fault. Without types, a program may pass none. */
export function checked<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const value = given ?? {};
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Refusal(sentence(problemsOf(schema, value).map(problemText).join("; ")));
}

/** The values that are set, at any depth: no state accepts `undefined`. A value without any is not copied. */
export function withoutUndefined(values: Values): Values {
  return mapped(values, (part) =>
    typeof part === "object" && part !== null && Object.values(part).includes(undefined) ? present(part) : part,
  ) as Values;
}

/** The value at a path of names like `rule.type`. */
export function at(values: Values, path: string): unknown {
  let here: unknown = values;
  for (const step of path.split(".")) here = here === UNKNOWN ? UNKNOWN : (here as Values | undefined)?.[step];
  return here;
}

export function picked(values: Values, keys: readonly string[]): Values {
  return Object.fromEntries(keys.map((key) => [key, values[key]]));
}
