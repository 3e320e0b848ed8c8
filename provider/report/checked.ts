import { sentence } from "../values/quoted";
import type { z } from "zod";
import { Refusal } from "../errors/refusal";
import { problemText, problemsOf } from "../values/schema";

/** The arguments with the types of a schema; throws a Refusal with every fault, before anything is sent. */
export function checked<Schema extends z.ZodType>(schema: Schema, args: unknown): z.output<Schema> {
  // A program without types may leave them out, and gets an error that names what is missing.
  const given = args ?? {};
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Refusal(sentence(problemsOf(schema, given).map(problemText).join("; ")));
}
