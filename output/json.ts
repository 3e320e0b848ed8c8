import { printable, printableLines } from "./text";

/**
 * A value as JSON of several lines. Maps are objects, in their order; `undefined` is left out. What a terminal would act
 * on is escaped, as JSON allows.
 */
export function jsonText(value: unknown): string {
  return printableLines(JSON.stringify(value, (_key, member: unknown) => plain(member), 2));
}

/** The same on one line: one object a line is what programs read while it comes. */
export function jsonLine(value: unknown): string {
  return printable(JSON.stringify(value, (_key, member: unknown) => plain(member)));
}

/** The same as YAML: what JSON holds, in its spelling. */
export function yamlText(value: unknown): string {
  return printableLines(yaml().stringify(JSON.parse(jsonText(value)) as unknown));
}

/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   as in cli/lazy.ts: only few runs write YAML */
function yaml(): typeof import("yaml") {
  return require("yaml") as typeof import("yaml");
}
/* eslint-enable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports */

/** `fromEntries` makes own keys of whatever name, so that one like `__proto__` is data. */
function plain(member: unknown): unknown {
  return member instanceof Map ? Object.fromEntries(member as Map<string, unknown>) : member;
}

/** Records of an appliance, the fields that its document does not name beside those that it does. */
export function flatRecords(
  records: ReadonlyMap<string, { readonly fields: ReadonlyMap<string, unknown> }>,
): Map<string, Map<string, unknown>> {
  return new Map(
    [...records].map(([key, { fields, ...named }]) => [key, new Map([...Object.entries(named), ...fields])]),
  );
}
