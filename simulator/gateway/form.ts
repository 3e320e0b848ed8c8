import { Busboy } from "@fastify/busboy";
import { z } from "zod";
import { type Incoming, Refusal } from "../exchange";

/** Fields of a form by name. A null-prototype object, as the names come from clients. */
export type Form = Record<string, string>;

const LARGEST_FIELD_BYTES = 32 * 1024 * 1024;

/** Reads the form of a request. Management gateway, "What the service does", rule 2. */
export async function readForm(incoming: Incoming): Promise<Form> {
  const contentType = incoming.headers["content-type"] ?? "";
  if (/^multipart\/form-data\s*;.*\bboundary=/iu.test(contentType)) {
    return collect(await multipartFields(incoming, contentType));
  }
  throw new Refusal("the request is no multipart form");
}

function collect(fields: readonly (readonly [string, string])[]): Form {
  const form = Object.create(null) as Form;
  for (const [name, value] of fields) {
    if (Object.hasOwn(form, name)) throw new Refusal(`the field ${name} is given twice`);
    form[name] = value;
  }
  return form;
}

function multipartFields(incoming: Incoming, contentType: string): Promise<[string, string][]> {
  return new Promise((resolve, reject) => {
    const fields: [string, string][] = [];
    const parser = new Busboy({
      headers: { ...incoming.headers, "content-type": contentType },
      limits: { fieldSize: LARGEST_FIELD_BYTES },
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    });
    parser.on("field", (name, value, nameTruncated, valueTruncated) => {
      if (nameTruncated || valueTruncated) reject(new Refusal("a form field is too long"));
      fields.push([name, value]);
    });
    parser.on("file", (name, file) => {
      file.resume();
      reject(new Refusal(`the field ${name} is a file`));
    });
    parser.on("error", () => reject(new Refusal("the multipart form is malformed")));
    parser.on("finish", () => resolve(fields));
    parser.end(incoming.body);
  });
}

/** A form field that holds JSON text of this schema. */
export function jsonField<S extends z.ZodType>(schema: S): z.ZodPipe<z.ZodPipe<z.ZodString, z.ZodTransform>, S> {
  const parsed = z.string().transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      context.addIssue({
        code: "custom",
        message: `is not JSON: ${(error as Error).message.replace(/[^\x20-\x7e]/gu, "?")}`,
      });
      return z.NEVER;
    }
  });
  return parsed.pipe(schema);
}

/** An optional form field that may also be empty, as the API document says: "may be empty". */
export function emptyAsAbsent<S extends z.ZodType>(schema: S): z.ZodOptional<z.ZodPreprocess<z.ZodOptional<S>>> {
  return z.preprocess((value) => (value === "" ? undefined : value), schema.optional()).optional();
}

/** An integer in a form field, as decimal digits. */
export const integerField = z
  .string()
  .refine((text) => /^(?:0|[1-9]\d{0,15})$/u.test(text) && Number.isSafeInteger(Number(text)), {
    error: "is not an integer",
  })
  .transform(Number);

/** Names of groups and users: 1 to 255 characters without control characters. */
export const nameSchema = z
  .string()
  .min(1)
  .max(255)
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  .refine((text) => !/[\u0000-\u001f\u007f-\u009f]/u.test(text), { error: "contains a control character" });
