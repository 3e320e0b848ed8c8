import { z } from "zod";

/** The lists whose items have names: which key of an item holds it. */
const names = z.registry<{ key: string }>();

/** A list of named things: layers merge it by name, and may write it as a map from name to the rest. */
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

/** The schema of one field of an object, or of the items of a list, behind whatever is wrapped around it. */
export function schemaBelow(schema: z.core.$ZodType, key?: string): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodObject) return key === undefined ? undefined : (schema.shape as Shape)[key];
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodUnion) {
    const object = schema.options.find((option) => option instanceof z.ZodObject);
    return object === undefined ? undefined : schemaBelow(object, key);
  }
  const within = inner(schema);
  return within === undefined ? undefined : schemaBelow(within, key);
}

/** The schema itself, without what is wrapped around it. */
export function schemaBehind(schema: z.core.$ZodType): z.core.$ZodType {
  const within = inner(schema);
  return within === undefined ? schema : schemaBehind(within);
}

/** What an optional, lazy or transformed schema is made around. */
function inner(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return schema.def.innerType;
  if (schema instanceof z.ZodLazy) return schema._zod.innerType;
  return schema instanceof z.ZodPipe ? schema.def.in : undefined;
}

/** True where an item of the list may be the mere name of a thing that is declared elsewhere. */
export function takesMentions(list: z.core.$ZodType): boolean {
  return schemaBelow(list) instanceof z.ZodUnion;
}
