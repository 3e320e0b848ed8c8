import { z } from "#zod";
import { cidr, ipv4, wildcardMask } from "../../provider/values/addresses";
import { rule } from "../../provider/values/rule";
import { nameKeyOf } from "./named";
import { siteModel } from "./schema";
import { present } from "../../provider/values/collections";

/** A JSON Schema, or a part of one. */
export type JsonSchema = Record<string, unknown>;

const octet = String.raw`(25[0-5]|2[0-4]\d|1?\d?\d)`;
const address = String.raw`${octet}(\.${octet}){3}`;

const network = String.raw`${address}/([12]?\d|3[0-2])`;
/** A rule as text. */
const shortRule = {
  type: "string",
  description: "An address, a network or a range: 10.1.2.3, 10.1.0.0/16, 10.1.0.1-10.1.0.9.",
  pattern: `^(${network}|${address}( *- *${address})?)$`,
} as const;

/** Formats for editors, of texts whose checks JSON Schema cannot express. */
const formats: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
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

/** Temporarily marks a list of named things, until both of its spellings are generated. */
const NAMED_BY = "namedBy";

/**
 * The JSON Schema of one layer of a site model, for editors, generated from the schema of the model. A layer may set
 * any part of the model, so only names are required, and `null` is allowed wherever it can remove something.
 */
export function siteModelJsonSchema(): JsonSchema {
  const whole = z.toJSONSchema(siteModel, {
    io: "input",
    target: "draft-7",
    // The password is the only such field: a model refuses it in every form.
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const key = zodSchema instanceof z.ZodArray ? nameKeyOf(zodSchema) : undefined;
      if (key !== undefined) {
        jsonSchema[NAMED_BY] = key;
        const item = (zodSchema as z.ZodArray).element;
        const form =
          item instanceof z.ZodObject ? formats.get((item.shape as Record<string, unknown>)[key]) : undefined;
        if (form !== undefined) jsonSchema.propertyNames = { pattern: form["pattern"] as string };
      }
      if (zodSchema instanceof z.ZodCustom) jsonSchema.not = {};
      Object.assign(jsonSchema, formats.get(zodSchema));
      // In a layer, a rule may be written as text.
      if (zodSchema === rule) jsonSchema.anyOf = [...(jsonSchema.oneOf ?? []), shortRule];
      if (zodSchema === rule) delete jsonSchema.oneOf;
      // Resources set the defaults; an editor must not write them into a layer.
      delete jsonSchema.default;
    },
  }) as JsonSchema;
  const definitions = Object.entries((whole["definitions"] ?? {}) as Record<string, JsonSchema>);
  return {
    ...layerOf(whole),
    title: "A layer of a site model of pulumi-flowgate",
    definitions: Object.fromEntries(definitions.map(([name, one]) => [name, wholes.has(name) ? one : layerOf(one)])),
  };
}

/** Things without names, which a layer sets completely or not at all. */
const wholes: ReadonlySet<string> = new Set(["membership"]);

/** Keys that hold names, which no layer can remove. */
const nameKeys: ReadonlySet<string> = new Set(["name", "address", "cidr"]);

/** The schema of an object in a layer: any part of it. */
function layerOf({ required: _, properties = {}, ...object }: JsonSchema): JsonSchema {
  const entries = Object.entries(properties as Record<string, JsonSchema>);
  const parts = entries.map(([key, value]) => [key, nameKeys.has(key) ? value : removable(value)]);
  return { ...object, properties: Object.fromEntries(parts) as JsonSchema };
}

/** The schema of a value that `null` can remove. */
function removable({ description, ...value }: JsonSchema): JsonSchema {
  const described = description === undefined ? {} : { description };
  if (value["not"] !== undefined) return { ...described, ...value };
  const key = value[NAMED_BY];
  const options = typeof key === "string" ? thingsOf(value, key) : [value];
  return { ...described, anyOf: [...options, { type: "null" }] };
}

/** Both spellings of a list of named things: a list, and a map by name. */
function thingsOf({ [NAMED_BY]: _, items, propertyNames, ...list }: JsonSchema, key: string): JsonSchema[] {
  const anyOf = ((items as JsonSchema)["anyOf"] ?? [items]) as JsonSchema[];
  const isThing = (schema: JsonSchema): boolean => schema["$ref"] !== undefined;
  const [things, mentions] = [anyOf.filter(isThing), anyOf.filter((one) => !isThing(one))];
  const listed = [...mentions, ...things.map((thing) => ({ allOf: [thing, { type: "object", required: [key] }] }))];
  return [
    { ...list, items: listed.length === 1 ? listed[0] : { anyOf: listed } },
    {
      type: "object",
      ...present({ propertyNames }),
      additionalProperties: { anyOf: [...things, { type: "null" }] },
    },
  ];
}
