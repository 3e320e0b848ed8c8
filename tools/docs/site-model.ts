import type * as zod from "zod";
import { compiled } from "./compiled.ts";
import { fieldsOf, typeOfSchema } from "./sources.ts";

/** A JSON Schema, or a part of one, with what is used of it. */
interface JsonSchema {
  [key: string]: unknown;
  description?: string;
  properties?: Record<string, JsonSchema>;
  definitions?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  /** Temporarily marks a list of named things, until both of its spellings are generated. */
  namedBy?: string;
}

const octet = String.raw`(25[0-5]|2[0-4]\d|1?\d?\d)`;
const address = String.raw`${octet}(\.${octet}){3}`;
const network = String.raw`${address}/([12]?\d|3[0-2])`;

/** A rule as text. */
const shortRule = {
  type: "string" as const,
  description: "An address, a network or a range: 10.1.2.3, 10.1.0.0/16, 10.1.0.1-10.1.0.9.",
  pattern: `^(${network}|${address}( *- *${address})?)$`,
};

/** Things without names, which a layer sets completely or not at all. */
const wholes = ["membership"];

/** Keys that hold names, which no layer can remove. */
const nameKeys = ["name", "address", "cidr"];

/**
 * The JSON Schema of one layer of a site model, for editors, generated from the schema of the model, with the doc
 * comments of the inputs as descriptions. A layer may set any part of the model, so only names are required, and `null`
 * is allowed wherever it can remove something.
 */
export function siteModelSchema() {
  const whole = wholeSchema();
  const parts = Object.entries(whole.definitions ?? {}).map(([name, one]) => {
    return [name, described(wholes.includes(name) ? one : layerOf(one), `${name}Model`)];
  });
  return JSON.stringify({
    ...described(layerOf(whole), "siteModel"),
    title: "A layer of a site model of pulumi-flowgate",
    definitions: Object.fromEntries(parts),
  });
}

/** The schema of a complete model, in which lists of named things are marked. */
function wholeSchema(): JsonSchema {
  const { z }: typeof zod = compiled("zod");
  const { cidr, ipv4, wildcardMask } = compiled("provider/values/addresses");
  const { rule } = compiled("provider/values/rule");
  const { nameKeyOf } = compiled("sdk/model/named");
  /** Formats for editors, of texts whose checks JSON Schema cannot express. */
  const formats = new Map<unknown, { pattern: string; description: string }>([
    [ipv4, { pattern: `^${address}$`, description: "An IPv4 address, such as 10.1.2.3." }],
    [cidr, { pattern: `^${network}$`, description: "A network, such as 10.1.0.0/16." }],
    [
      wildcardMask,
      {
        pattern: String.raw`^(0|255)(\.(0|255)){3}$`,
        description: "A wildcard mask: 0 for octets that must be equal, 255 for any value.",
      },
    ],
  ]);
  const schema = z.toJSONSchema(compiled("sdk/model/schema").siteModel, {
    io: "input",
    target: "draft-7",
    // The password is the only such field: a model refuses it in every form.
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodArray && nameKeyOf(zodSchema) !== undefined) {
        const key = String(nameKeyOf(zodSchema));
        jsonSchema["namedBy"] = key;
        const { element } = zodSchema;
        const form = element instanceof z.ZodObject ? formats.get(element.shape[key]) : undefined;
        if (form !== undefined) jsonSchema.propertyNames = { pattern: form.pattern };
      }
      if (zodSchema instanceof z.ZodCustom) jsonSchema.not = {};
      Object.assign(jsonSchema, formats.get(zodSchema));
      // In a layer, a rule may be written as text.
      if (zodSchema === rule) jsonSchema.anyOf = [...(jsonSchema.oneOf ?? []), shortRule];
      if (zodSchema === rule) delete jsonSchema.oneOf;
      // Resources set the defaults; an editor must not write them into a layer.
      delete jsonSchema.default;
    },
  });
  return schema as JsonSchema;
}

/** The schema of an object in a layer: any part of it. */
function layerOf({ required: _, properties = {}, ...object }: JsonSchema): JsonSchema {
  const parts = Object.entries(properties).map(([key, value]) => {
    return [key, nameKeys.includes(key) ? value : removable(value)];
  });
  return { ...object, properties: Object.fromEntries(parts) };
}

/** The schema of a value that `null` can remove. */
function removable({ description, namedBy: key, ...value }: JsonSchema): JsonSchema {
  const said = description === undefined ? {} : { description };
  if (value["not"] !== undefined) return { ...said, ...value };
  const options = key === undefined ? [value] : thingsOf(value, key);
  return { ...said, anyOf: [...options, { type: "null" }] };
}

/** Both spellings of a list of named things: a list, and a map by name. */
function thingsOf({ items = {}, propertyNames, ...list }: JsonSchema, key: string): JsonSchema[] {
  const anyOf = items.anyOf ?? [items];
  const things = anyOf.filter((one) => one["$ref"] !== undefined);
  const mentions = anyOf.filter((one) => one["$ref"] === undefined);
  const listed = [...mentions, ...things.map((thing) => ({ allOf: [thing, { type: "object", required: [key] }] }))];
  const names = propertyNames === undefined ? {} : { propertyNames };
  return [
    { ...list, items: listed.length > 1 ? { anyOf: listed } : (listed[0] ?? {}) },
    { type: "object", ...names, additionalProperties: { anyOf: [...things, { type: "null" }] } },
  ];
}

/** An object with a description of each property. @param name of the schema of the object in the sources */
function described(object: JsonSchema, name: string) {
  for (const { key, text } of fieldsOf([typeOfSchema("sdk/model/schema.ts", [name], "input")])) {
    const property = object.properties?.[key];
    if (property !== undefined && text !== "") property.description ??= text;
  }
  return object;
}
