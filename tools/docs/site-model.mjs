import { Described } from "./comments.mjs";
import { compiled } from "./compiled.mjs";

/** @typedef {{ properties?: Record<string, { description?: string }> } & Record<string, unknown>} ObjectSchema */

const source = "lib/model/schema.ts";

/** The JSON Schema of site models, with the doc comments of the inputs as descriptions. */
export function siteModelSchema() {
  const schema = compiled("lib/model/json-schema").siteModelJsonSchema();
  describe(schema, Described.bySchema(source, "siteModel").comments());
  for (const [name, definition] of Object.entries(schema.definitions)) {
    describe(definition, Described.bySchema(source, `${name}Model`).comments());
  }
  return JSON.stringify(schema);
}

/**
 * @param {ObjectSchema} schema
 * @param {import("./comments.mjs").Comments} comments
 */
function describe({ properties = {} }, comments) {
  for (const [key, property] of Object.entries(properties)) {
    const text = comments.get(key)?.text ?? "";
    if (text !== "") property.description ??= text;
  }
}
