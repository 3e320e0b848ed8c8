import { type z } from "#zod";
import { problemsOf, problemText } from "../../../provider/values/schema";

/** The problems that a check reports for one value. Empty if it accepts the value. */
export function faultsOf(schema: z.ZodType, value: unknown): string[] {
  return problemsOf(schema, value).map(problemText);
}

/** The canonical form of an accepted value. */
export function canonicalOf(schema: z.ZodType, value: unknown): unknown {
  expect(faultsOf(schema, value)).toEqual([]);
  return schema.parse(value);
}

/** Rejected inputs, each with the only sentence that a check reports for it. */
export function refuses(schema: z.ZodType, cases: readonly (readonly [unknown, string])[]): void {
  test.each(cases)("%j is refused: %s", (value, message) => {
    expect(faultsOf(schema, value)).toEqual([message]);
  });
}

/** Rejected inputs with one sentence, which may repeat the input. */
export function refusesAll(
  schema: z.ZodType,
  message: string | ((text: string) => string),
  values: readonly unknown[],
): void {
  const of = (value: unknown): string => (typeof message === "string" ? message : message(String(value)));
  refuses(
    schema,
    values.map((value) => [value, of(value)]),
  );
}

/** Accepted inputs that are already in canonical form. */
export function accepts(schema: z.ZodType, values: readonly unknown[]): void {
  test.each(values.map((value) => [value]))("%j is accepted as it is", (value) => {
    expect(canonicalOf(schema, value)).toEqual(value);
  });
}
