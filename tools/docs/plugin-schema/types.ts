import { SetupError } from "../../lib/errors.mjs";
import { Described, exportedComments, typeOfValue } from "../comments.ts";
import { defaultOf, fieldsOf, type Schema } from "../schema.ts";

/** A type in the form of Pulumi's schemas. */
export type Spec = Record<string, unknown>;

/**
 * Objects and enums with a name of their own, by the key that holds them. The names of others consist of owner and key.
 */
const own = new Map([
  ["rules", "Rule"],
  ["rule", "Rule"],
  ["permissions", "Grant"],
  ["existed", "CanonicalGrant"],
  ["items", "CanonicalGrant"],
  ["sites", "Site"],
  ["onExisting", "OnExisting"],
  ["permissionType", "PermissionType"],
  ["found", "Found"],
]);
const any = { $ref: "pulumi.json#/Any" };
/** The files that describe the types with names of their own. */
const files = ["provider/values/rule.ts", "provider/values/seccode.ts", "provider/kinds/permission-set.ts"];
/** The constants whose comments describe the values of enums. */
const constants = "sdk/enums.ts";

/** Translates zod schemas, and collects the types that need a name. */
export class TypeSpecs {
  /** Named types by their token. */
  readonly types: Record<string, Spec> = {};
  readonly #comments = new Map(files.flatMap((file) => [...exportedComments(file)]));
  readonly #constants = exportedComments(constants);

  /**
   * @param comments the doc comments of the type, at any depth
   * @param text describes what holds the value; a type without a comment of its own takes it over
   */
  of(schema: Schema, owner: string, key: string, comments: Described, text: string): Spec {
    const { def } = schema;
    switch (def.type) {
      case "optional":
      case "default":
        return this.of(inner(def.innerType), owner, key, comments, text);
      case "pipe":
        return this.of(inner(def.in), owner, key, comments, text);
      case "number":
        return { type: isInteger(schema) ? "integer" : "number" };
      case "boolean":
        return { type: "boolean" };
      case "array":
        return { type: "array", items: this.of(inner(def.element), owner, key, comments.items(), text) };
      case "record": {
        const value = inner(def.valueType);
        const isPlain = value.def.type === "union";
        return {
          type: "object",
          additionalProperties: isPlain ? any : this.of(value, owner, key, comments.items(), text),
        };
      }
      case "enum":
        return this.#enumOf(nameOf(owner, key), Object.values(def.entries ?? {}), text);
      case "union":
        return this.#unionOf(def.options ?? [], nameOf(owner, key), comments, text);
      case "object":
        return this.#objectOf(nameOf(owner, key), fieldsOf(schema), isRequired, comments, text);
      default:
        // An id (number or text) is text, and so is a literal, unless it is a mark that is true.
        return { type: def.values?.includes(true) === true ? "boolean" : "string" };
    }
  }

  #enumOf(name: string, values: readonly string[], text: string): Spec {
    const constant = this.#constants.get(name);
    const ofConstant = constant === undefined ? undefined : new Described([typeOfValue(constants, name)]);
    // Words that need no explanation of their own share that of the whole.
    const meanings = constant === undefined ? Object.fromEntries(values.map((value) => [value, text])) : {};
    const described = values.map((value) => {
      const label = pascal(value.replace("/", "-or-"));
      return { name: label, value, description: meanings[value] ?? ofConstant?.comment(label).text };
    });
    const silent = described.find(({ description = "" }) => description === "");
    if (silent !== undefined) throw new SetupError(`The value ${silent.value} of ${name} has no description.`);
    this.types[token(name)] = { type: "string", description: constant?.text || text, enum: described };
    return ref(name);
  }

  /**
   * Merges objects of several forms into one with the fields of all: few languages have typed unions, and check reports
   * fields that contradict each other.
   */
  #unionOf(options: readonly Schema[], name: string, comments: Described, text: string): Spec {
    const forms = options.filter((option) => formOf(option) === "object");
    if (forms.length < options.length || forms.length === 0) return { type: "string" };
    const kinds = forms.flatMap((form) => fieldsOf(form)["type"]?.def.values ?? []).map(String);
    const { type: _type, ...fields } = Object.assign({}, ...forms.map(fieldsOf));
    const spec = this.#objectOf(name, fields, () => false, comments, text);
    const object = this.types[token(name)] as { properties: Record<string, Spec>; required: string[] };
    const kind = this.#enumOf(`${name}Type`, kinds, "");
    object.properties = {
      type: withText(kind, `Decides which other fields it has: ${kinds.join(", ")}.`),
      ...object.properties,
    };
    object.required = ["type"];
    return spec;
  }

  #objectOf(
    name: string,
    fields: Record<string, Schema>,
    isNeeded: (schema: Schema, key: string) => boolean,
    comments: Described,
    text: string,
  ): Spec {
    const entries = Object.entries(fields);
    const properties = entries.map(([key, field]) => [key, this.property(field, name, key, comments)]);
    this.types[token(name)] = {
      type: "object",
      description: this.#comments.get(name)?.text || text,
      properties: Object.fromEntries(properties),
      required: entries.filter(([key, field]) => isNeeded(field, key)).map(([key]) => key),
    };
    return ref(name);
  }

  /**
   * A property with its description: the doc comment, or the text of the schema.
   *
   * @param comments of the object that has the property
   */
  property(schema: Schema, owner: string, key: string, comments: Described): Spec {
    const { text } = comments.comment(key);
    // A link into the page of the reference leads nowhere from here.
    const description = (text === "" ? (schema.description ?? "") : text).replace(/ See \[[^\]]*\]\(#[^)]*\)[.]/u, "");
    return withText(this.of(schema, owner, key, comments.at(key), description), description, `${owner}.${key}`);
  }
}

/** @param place for an error */
export function withText(spec: Spec, description: string, place = ""): Spec {
  if (description === "") throw new SetupError(`${place} has no doc comment, which the schema of the plugin needs.`);
  return { ...spec, description };
}

export function isRequired(schema: Schema) {
  return defaultOf(schema) === "required";
}

export function token(name: string) {
  return `flowgate:index:${name}`;
}

export function ref(name: string) {
  return { $ref: `#/types/${token(name)}` };
}

export function pascal(text: string) {
  return text.replace(/(?:^|[-_ ])(\w)/gu, (_, first) => String(first).toUpperCase());
}

function nameOf(owner: string, key: string) {
  const name = own.get(key) ?? owner + pascal(key);
  return name === "Found" ? owner + name : name;
}

function formOf({ def }: Schema): string {
  return def.type === "pipe" ? formOf(inner(def.in)) : def.type;
}

function isInteger(schema: Schema) {
  return schema.def.format === "safeint" || schema.meta?.()?.["type"] === "integer";
}

function inner(schema: Schema | undefined) {
  if (schema === undefined) throw new TypeError("a schema lacks the one inside");
  return schema;
}
