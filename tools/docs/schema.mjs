/**
 * A zod schema, as far as the documentation needs it. Uses only `def` and `safeParse`: the schemas come from dist/,
 * which may have another copy of zod than this file.
 *
 * @typedef {object} Schema
 * @property {SchemaDef} def
 * @property {string} [description]
 * @property {Record<string, Schema>} [shape]
 * @property {() => Record<string, unknown> | undefined} [meta]
 * @property {(value: unknown) => { success: boolean; data?: unknown }} safeParse
 */

/**
 * @typedef {object} SchemaDef
 * @property {string} type
 * @property {Schema} [innerType] of optional, default
 * @property {Schema} [in] of pipe
 * @property {Schema} [element] of array
 * @property {Schema[]} [options] of union
 * @property {Schema} [valueType] of record
 * @property {Record<string, string>} [entries] of enum
 * @property {readonly unknown[]} [values] of literal
 * @property {string} [format] of number
 */

/**
 * The type that a schema accepts, as TypeScript spells it.
 *
 * @param {Schema | undefined} schema
 * @param {ReadonlyMap<Schema, string>} [names] schemas with a name of their own
 * @returns {string}
 */
export function typeText(schema, names = new Map()) {
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
      return Object.values(def.entries ?? {})
        .map((value) => JSON.stringify(value))
        .join(" | ");
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

/**
 * The value of a schema for missing input.
 *
 * @param {Schema} schema
 * @returns {"required" | "unset" | { value: unknown }}
 */
export function defaultOf(schema) {
  const { success, data } = schema.safeParse(undefined);
  if (!success) return "required";
  return data === undefined ? "unset" : { value: data };
}

/**
 * The fields of an object schema, even of one with a transformation.
 *
 * @param {Schema} schema
 * @returns {Record<string, Schema>}
 */
export function fieldsOf(schema) {
  const { shape } = schema;
  if (shape !== undefined) return shape;
  const inner = schema.def.in ?? schema.def.innerType;
  if (inner === undefined) throw new TypeError(`a schema of type ${schema.def.type} has no fields`);
  return fieldsOf(inner);
}
