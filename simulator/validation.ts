import { z } from "#zod";

/** The first fault that a schema found, as one line: path, then fault. Contains no value of the request. */
export function sentenceOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "the request is not valid";
  const where = issue.path.map(String).join(".");
  const what = issue.message.replace(/^Invalid input: /u, "").replace(/^.* received undefined$/u, "is missing");
  return where === "" ? what : `${where}: ${what}`;
}

/** A text that holds JSON of this schema. */
export function jsonField<S extends z.ZodType>(schema: S): z.ZodPipe<z.ZodPipe<z.ZodString, z.ZodTransform>, S> {
  const parsed = z.string().transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: "is not JSON" });
      return z.NEVER;
    }
  });
  return parsed.pipe(schema);
}
