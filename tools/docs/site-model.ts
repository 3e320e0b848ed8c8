import { type Comments, Described } from "./comments.ts";
import { compiled } from "./compiled.ts";

interface ObjectSchema {
  readonly properties?: Record<string, { description?: string }>;
}

const source = "sdk/model/schema.ts";

/** The JSON Schema of site models, with the doc comments of the inputs as descriptions. */
export function siteModelSchema() {
  const schema = compiled("sdk/model/json-schema").siteModelJsonSchema();
  describe(schema, Described.bySchema(source, "siteModel").comments());
  for (const [name, definition] of Object.entries<ObjectSchema>(schema.definitions)) {
    describe(definition, Described.bySchema(source, `${name}Model`).comments());
  }
  return JSON.stringify(schema);
}

function describe({ properties = {} }: ObjectSchema, comments: Comments) {
  for (const [key, property] of Object.entries(properties)) {
    const text = comments.get(key)?.text ?? "";
    if (text !== "") property.description ??= text;
  }
}
