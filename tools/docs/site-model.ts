import { compiled } from "./compiled.ts";
import { fieldsOf, typeOfSchema } from "./sources.ts";

interface ObjectSchema {
  readonly properties?: Record<string, { description?: string }>;
}

/** The JSON Schema of site models, with the doc comments of the inputs as descriptions. */
export function siteModelSchema() {
  const schema = compiled("sdk/model/json-schema").siteModelJsonSchema();
  describe(schema, "siteModel");
  for (const [name, part] of Object.entries<ObjectSchema>(schema.definitions)) describe(part, `${name}Model`);
  return JSON.stringify(schema);
}

/** @param name of the schema of the object in the sources */
function describe({ properties = {} }: ObjectSchema, name: string) {
  for (const { key, text } of fieldsOf([typeOfSchema("sdk/model/schema.ts", [name], "input")])) {
    const property = properties[key];
    if (property !== undefined && text !== "") property.description ??= text;
  }
}
