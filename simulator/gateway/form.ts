import { z } from "#zod";
import { type Incoming, Refusal } from "../exchange";

/** Fields of a form by name. A null-prototype object, as the names come from clients. */
export type Form = Record<string, string>;

/** Reads the form of a request. Management gateway, "What the service does", rule 2. */
export async function readForm({ headers, body }: Incoming): Promise<Form> {
  const type = headers["content-type"] ?? "";
  if (!/^multipart\/form-data\s*;/iu.test(type)) throw new Refusal("the request is no multipart form");
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- it has no limits, which a server of tests needs not
  const parsed = await new Response(body, { headers: { "content-type": type } }).formData().catch(() => {
    throw new Refusal("the multipart form is malformed");
  });
  const form = Object.create(null) as Form;
  for (const [name, value] of parsed) {
    if (typeof value !== "string") throw new Refusal(`the field ${name} is a file`);
    if (Object.hasOwn(form, name)) throw new Refusal(`the field ${name} is given twice`);
    form[name] = value;
  }
  return form;
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
