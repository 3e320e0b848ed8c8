import { z } from "#zod";

/** Registry of the lists with named items: the key of an item that holds its name. */
const names = z.registry<{ key: string }>();

/** A list of named things. Layers merge it by name, and may write it as a map by name. */
export function namedList<Item extends z.ZodType>(item: Item, key: "name" | "address" | "cidr") {
  const list = z.array(item);
  names.add(list, { key });
  return list.optional();
}

/** The key that holds the name of an item, or undefined for any other schema. */
export function nameKeyOf(schema: z.core.$ZodType | undefined): string | undefined {
  if (schema === undefined) return undefined;
  const key = names.get(schema)?.key;
  return key ?? nameKeyOf(inner(schema));
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** The schema of a field of an object, or of the items of a list, without wrappers. */
export function schemaBelow(schema: z.core.$ZodType, key?: string): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodObject) {
    const shape = schema.shape as Shape;
    return key !== undefined && Object.hasOwn(shape, key) ? shape[key] : undefined;
  }
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodUnion) {
    const object = schema.options.find((option) => option instanceof z.ZodObject);
    return object === undefined ? undefined : schemaBelow(object, key);
  }
  const within = inner(schema);
  return within === undefined ? undefined : schemaBelow(within, key);
}

/** The schema without its wrappers. */
export function schemaBehind(schema: z.core.$ZodType): z.core.$ZodType {
  const within = inner(schema);
  return within === undefined ? schema : schemaBehind(within);
}

/** The schema inside an optional, lazy or transformed one. */
function inner(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return schema.def.innerType;
  if (schema instanceof z.ZodLazy) return schema._zod.innerType;
  return schema instanceof z.ZodPipe ? schema.def.in : undefined;
}
