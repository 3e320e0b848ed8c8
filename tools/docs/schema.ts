/**
 * A zod schema, as far as the documentation needs it. Uses only `def` and `safeParse`: the schemas come from dist/,
 * which may have another copy of zod than this file.
 */
export interface Schema {
  readonly def: {
    readonly type: string;
    /** Of optional, default. */
    readonly innerType?: Schema;
    /** Of pipe. */
    readonly in?: Schema;
    /** Of array. */
    readonly element?: Schema;
    /** Of union. */
    readonly options?: readonly Schema[];
    /** Of record. */
    readonly valueType?: Schema;
    /** Of enum. */
    readonly entries?: Readonly<Record<string, string>>;
    /** Of literal. */
    readonly values?: readonly unknown[];
    /** Of number. */
    readonly format?: string;
  };
  readonly description?: string;
  readonly shape?: Record<string, Schema>;
  meta?(): Record<string, unknown> | undefined;
  safeParse(value: unknown): { success: boolean; data?: unknown };
}

/**
 * The type that a schema accepts, as TypeScript spells it.
 *
 * @param names schemas with a name of their own
 */
export function typeText(schema: Schema | undefined, names: ReadonlyMap<Schema, string> = new Map()): string {
  if (schema === undefined) return "unknown";
  const name = names.get(schema);
  if (name !== undefined) return name;
  const { def } = schema;
  switch (def.type) {
    case "optional":
    case "default":
      return typeText(def.innerType, names);
    case "pipe":
      return typeText(def.in, names);
    case "enum":
    case "literal":
      return (def.values ?? Object.values(def.entries ?? {})).map((value) => JSON.stringify(value)).join(" | ");
    case "union":
      return (def.options ?? []).map((option) => typeText(option, names)).join(" | ");
    case "record":
      return `Record<string, ${typeText(def.valueType, names)}>`;
    case "array": {
      const item = typeText(def.element, names);
      return item.includes(" ") ? `(${item})[]` : `${item}[]`;
    }
    default:
      return def.type;
  }
}

/** The value of a schema for missing input. */
export function defaultOf(schema: Schema): "required" | "unset" | { value: unknown } {
  const { success, data } = schema.safeParse(undefined);
  if (!success) return "required";
  return data === undefined ? "unset" : { value: data };
}

/** The fields of an object schema, even of one with a transformation. */
export function fieldsOf(schema: Schema): Record<string, Schema> {
  const { shape } = schema;
  if (shape !== undefined) return shape;
  const inner = schema.def.in ?? schema.def.innerType;
  if (inner === undefined) throw new TypeError(`a schema of type ${schema.def.type} has no fields`);
  return fieldsOf(inner);
}
