import { type z } from "zod";
import { problemsOf, problemText } from "../../../provider/values/problems";

/** What a check says about one value; nothing for an accepted one. */
export function faultsOf(schema: z.ZodType, value: unknown): string[] {
  return problemsOf(schema, value).map(problemText);
}

/** The canonical form of a value that is accepted. */
export function canonicalOf(schema: z.ZodType, value: unknown): unknown {
  expect(faultsOf(schema, value)).toEqual([]);
  return schema.parse(value);
}

/** Refused inputs, each with the one sentence that a check says about it. */
export function refuses(schema: z.ZodType, cases: readonly (readonly [unknown, string])[]): void {
  test.each(cases)("%j is refused: %s", (value, message) => {
    expect(faultsOf(schema, value)).toEqual([message]);
  });
}

/** Accepted inputs, each of which is its own canonical form. */
export function accepts(schema: z.ZodType, values: readonly unknown[]): void {
  test.each(values.map((value) => [value]))("%j is accepted as it is", (value) => {
    expect(canonicalOf(schema, value)).toEqual(value);
  });
}
