import { defaultOf, fieldsOf } from "../schema.mjs";

/** @typedef {import("../schema.mjs").Schema} Schema */
/** @typedef {Record<string, unknown>} Spec a type in the form of Pulumi's schemas */
/** @typedef {Record<string, Spec>} Types named types by their token */

/**
 * Objects and enums with a name of their own, by the key that holds them. The names of others consist of owner and key.
 */
const own = new Map([
  ["rules", "Rule"],
  ["rule", "Rule"],
  ["permissions", "Grant"],
  ["existed", "CanonicalGrant"],
  ["inDoubt", "CanonicalGrant"],
  ["sites", "Site"],
  ["onExisting", "OnExisting"],
  ["permissionType", "PermissionType"],
  ["original", "Original"],
]);
const any = { $ref: "pulumi.json#/Any" };

/** Translates zod schemas, and collects the types that need a name. */
export class TypeSpecs {
  /** @type {Types} */
  types = {};

  /**
   * @param {Schema} schema
   * @param {string} owner
   * @param {string} key
   * @returns {Spec}
   */
  of(schema, owner, key) {
    const { def } = schema;
    switch (def.type) {
      case "optional":
      case "default":
        return this.of(inner(def.innerType), owner, key);
      case "pipe":
        return this.of(inner(def.in), owner, key);
      case "number":
        return { type: isInteger(schema) ? "integer" : "number" };
      case "boolean":
        return { type: "boolean" };
      case "array":
        return { type: "array", items: this.of(inner(def.element), owner, key) };
      case "record": {
        const value = inner(def.valueType);
        const isPlain = value.def.type === "union";
        return { type: "object", additionalProperties: isPlain ? any : this.of(value, owner, key) };
      }
      case "enum":
        return this.#enumOf(nameOf(owner, key), Object.values(def.entries ?? {}));
      case "union":
        return this.#unionOf(def.options ?? [], nameOf(owner, key));
      case "object":
        return this.#objectOf(nameOf(owner, key), fieldsOf(schema), isRequired);
      default:
        // An id (number or text) and a literal are text.
        return { type: "string" };
    }
  }

  /**
   * @param {string} name
   * @param {readonly string[]} values
   * @returns {Spec}
   */
  #enumOf(name, values) {
    this.types[token(name)] = {
      type: "string",
      enum: values.map((value) => ({ value, name: pascal(value.replace("/", "-or-")) })),
    };
    return ref(name);
  }

  /**
   * Merges objects of several forms into one with the fields of all: few languages have typed unions, and check reports
   * fields that contradict each other.
   *
   * @param {readonly Schema[]} options
   * @param {string} name
   * @returns {Spec}
   */
  #unionOf(options, name) {
    const forms = options.filter((option) => formOf(option) === "object");
    if (forms.length < options.length || forms.length === 0) return { type: "string" };
    const kinds = forms.flatMap((form) => fieldsOf(form)["type"]?.def.values ?? []);
    const fields = Object.assign({}, ...forms.map(fieldsOf));
    const spec = this.#objectOf(name, fields, (_schema, key) => key === "type");
    const properties = /** @type {Record<string, Spec>} */ (this.types[token(name)]?.["properties"]);
    properties["type"] = this.#enumOf(`${name}Type`, kinds.map(String));
    return spec;
  }

  /**
   * @param {string} name
   * @param {Record<string, Schema>} fields
   * @param {(schema: Schema, key: string) => boolean} isNeeded
   * @returns {Spec}
   */
  #objectOf(name, fields, isNeeded) {
    const entries = Object.entries(fields);
    this.types[token(name)] = {
      type: "object",
      properties: Object.fromEntries(
        entries.map(([key, field]) => [key, described(this.of(field, name, key), field.description)]),
      ),
      required: entries.filter(([key, field]) => isNeeded(field, key)).map(([key]) => key),
    };
    return ref(name);
  }
}

/**
 * @param {Spec} spec
 * @param {string | undefined} description
 * @returns {Spec}
 */
export function described(spec, description) {
  return description === undefined ? spec : { ...spec, description };
}

/** @param {Schema} schema */
export function isRequired(schema) {
  return defaultOf(schema) === "required";
}

/** @param {string} name */
export function token(name) {
  return `flowgate:index:${name}`;
}

/** @param {string} name */
export function ref(name) {
  return { $ref: `#/types/${token(name)}` };
}

/** @param {string} text */
export function pascal(text) {
  return text.replace(/(?:^|[-_ ])(\w)/gu, (_, first) => String(first).toUpperCase());
}

/**
 * @param {string} owner
 * @param {string} key
 */
function nameOf(owner, key) {
  const name = own.get(key) ?? owner + pascal(key);
  return name === "Original" ? owner + name : name;
}

/** @param {Schema} schema @returns {string} */
function formOf({ def }) {
  return def.type === "pipe" ? formOf(inner(def.in)) : def.type;
}

/** @param {Schema} schema */
function isInteger(schema) {
  return schema.def.format === "safeint" || schema.meta?.()?.["type"] === "integer";
}

/** @param {Schema | undefined} schema */
function inner(schema) {
  if (schema === undefined) throw new TypeError("a schema lacks the one inside");
  return schema;
}
