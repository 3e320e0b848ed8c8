import { inputComments, objectComments } from "./comments.mjs";
import { compiled } from "./compiled.mjs";
import { fileNameOf, kinds } from "./kinds.mjs";

/** @typedef {{ properties?: Record<string, { description?: string }> } & Record<string, unknown>} ObjectSchema */

const source = "lib/model/schema.ts";
/** Kinds with another name in the schema. @type {Record<string, string>} */
const otherNames = { profile: "ReplicatorProfile" };

/** The JSON Schema of site models, with the doc comments of the inputs as descriptions. */
export async function siteModelSchema() {
  const schema = compiled("lib/model/json-schema").siteModelJsonSchema();
  describe(schema, await objectComments("siteModel", source));
  for (const [name, definition] of Object.entries(schema.definitions)) {
    const kind = otherNames[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
    const inputs = kinds().includes(kind) ? await inputComments(fileNameOf(kind)) : new Map();
    describe(definition, new Map([...inputs, ...(await objectComments(`${name}Model`, source))]));
  }
  return JSON.stringify(schema);
}

/**
 * @param {ObjectSchema} schema
 * @param {import("./comments.mjs").Comments} comments
 */
function describe({ properties = {} }, comments) {
  for (const [key, property] of Object.entries(properties)) {
    const text = comments.get(key);
    if (text !== undefined) property.description ??= text;
  }
}
