import { z } from "zod";

/**
 * A structured argument with its keys as the schema spells them. SDKs of some languages (Python) name the keys of
 * provider arguments in snake case, and send them so: `allow_http` is `allowHttp`. Any other key is left for the check.
 */
export function spelledAs(schema: z.ZodType, value: unknown): unknown {
  const known = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries: [string, unknown][] = Object.entries(value);
  if (known instanceof z.ZodRecord) {
    return Object.fromEntries(entries.map(([key, item]) => [key, spelledAs(known.valueType as z.ZodType, item)]));
  }
  if (!(known instanceof z.ZodObject)) return value;
  const shape: Readonly<Record<string, z.ZodType>> = known.shape;
  const renamed = entries.map(([key, item]): [string, unknown] => {
    const name = Object.hasOwn(value, camelCase(key)) ? key : camelCase(key);
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return field === undefined ? [key, item] : [name, spelledAs(field, item)];
  });
  return Object.fromEntries(renamed);
}

function camelCase(key: string): string {
  return key.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}
