import fc from "fast-check";
import { z } from "#zod";
import { Secret } from "../../../provider/values/secret";
import { Inputs } from "../../../provider/values/inputs";
import { port } from "../../../provider/values/numbers";
import { across, hasUnknown, setOf, strict, UNKNOWN } from "../../../provider/values/schema";
import { unknownWord } from "../../../provider/values/quoted";
import { faultsOf } from "./support";

const person = strict({
  name: z.string(),
  age: z.number().optional(),
  tags: setOf(z.string(), "tag").optional(),
  home: strict({ street: z.string() }).optional(),
});

describe("an object", () => {
  test("refuses all unknown keys at once, each with the nearest known key", () => {
    expect(faultsOf(person, { name: "x", agee: 1, colour: 2, home: { street: "y", streat: "z" } })).toEqual([
      'home: unknown key "streat", did you mean "street"?',
      'unknown key "agee", did you mean "age"?',
      'unknown key "colour"; known: name, age, tags, home',
    ]);
  });

  test("refuses __proto__ and constructor as unknown keys", () => {
    expect(faultsOf(person, JSON.parse('{"name":"x","__proto__":{"polluted":1},"constructor":2}') as unknown)).toEqual([
      'unknown key "__proto__"; known: name, age, tags, home',
      'unknown key "constructor"; known: name, age, tags, home',
    ]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("reports every fault with the path that the user wrote", () => {
    expect(faultsOf(person, { age: "old", tags: ["a", 5], home: {} })).toEqual([
      "name: is required (a string)",
      "age: must be a number, not a string",
      "tags[1]: must be a string, not a number",
      "home.street: is required (a string)",
    ]);
  });
});

describe("an unknown word", () => {
  test("is reported with the nearest known word, else with all if they are few", () => {
    const many = Array.from({ length: 21 }, (_, i) => `word number ${i}`);
    expect(unknownWord("key", "NAME", ["name"])).toBe('unknown key "NAME", did you mean "name"?');
    expect(unknownWord("kind", "x", ["include", "exclude"])).toBe('unknown kind "x"; known: include, exclude');
    for (const known of [many, []]) expect(unknownWord("kind", "x", known)).toBe('unknown kind "x"');
  });

  test("is repeated without control characters and secrets, and only up to 80 characters", () => {
    new Secret("canary-word-23e1");
    expect(unknownWord("key", "a\u001b[31m canary-word-23e1", [])).toBe('unknown key "a\\u001b[31m [secret]"');
    expect(unknownWord("key", "a".repeat(5000), [])).toBe(`unknown key "${"a".repeat(80)}..."`);
  });
});

test("a set has one canonical form, whatever its order and repetitions", () => {
  const twins = fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 8 }).chain((list) => {
    const twice = [...list, ...list];
    return fc.tuple(fc.constant(list), fc.shuffledSubarray(twice, { minLength: twice.length }));
  });
  const schema = setOf(z.union([z.string(), z.number()]));
  fc.assert(
    fc.property(twins, ([list, shuffled]) => {
      expect(schema.parse(shuffled)).toEqual(schema.parse(list));
      expect(new Set(schema.parse(list))).toEqual(new Set(list));
    }),
  );
});

describe("a rule over several fields", () => {
  const either = across(strict({ a: z.string().optional(), b: z.string().optional() }), ({ a, b }) =>
    a !== undefined && b !== undefined ? { path: "b", message: "must not be set together with a" } : undefined,
  );

  test("is checked even if other fields are wrong", () => {
    expect(faultsOf(either, { a: 1, b: "x", other: 2 })).toEqual([
      'unknown key "other"; known: a, b',
      "a: must be a string, not a number",
      "b: must not be set together with a",
    ]);
  });

  test("is checked even if a number is not whole", () => {
    const ports = across(strict({ port, b: z.string().optional() }), ({ b }) =>
      b === "x" ? { path: "b", message: "must not be x" } : undefined,
    );
    expect(faultsOf(ports, { port: 1.5, b: "x" })).toEqual([
      "port: must be a port: a whole number from 1 to 65535",
      "b: must not be x",
    ]);
  });

  test("treats a value that is not known yet as set", () => {
    expect(faultsOf(either, { a: UNKNOWN, b: "x" })).toEqual(["b: must not be set together with a"]);
    expect(faultsOf(either, { a: UNKNOWN })).toEqual([]);
  });
});

describe("values that are not known yet", () => {
  test.each([
    ["the value itself", UNKNOWN],
    ["in a list", [1, [UNKNOWN]]],
    ["in an object", { a: { b: UNKNOWN } }],
  ])("are found: %s", (_, value) => {
    expect(hasUnknown(value)).toBe(true);
  });

  test.each([[undefined], [null], ["x"], [[]], [{ a: [null] }], [Symbol("unknown")]])(
    "are not found in %p",
    (value) => {
      expect(hasUnknown(value)).toBe(false);
    },
  );

  test("pass at any depth, and hide no fault next to them", () => {
    expect(faultsOf(person, { name: UNKNOWN, age: "old", tags: [UNKNOWN, 5], home: { street: UNKNOWN } })).toEqual([
      "age: must be a number, not a string",
      "tags[1]: must be a string, not a number",
    ]);
    expect(faultsOf(person, { name: "x", tags: UNKNOWN, home: UNKNOWN })).toEqual([]);
    expect(faultsOf(person, UNKNOWN)).toEqual([]);
  });
});

test("inputs that do not parse as a whole, or are not known yet, get their canonical form key by key", () => {
  const inputs = new Inputs(strict({ name: z.string(), tags: setOf(z.string()).default([]) }));
  expect(inputs.canonical({ name: 5, tags: ["b", "a"] })).toEqual({ name: 5, tags: ["a", "b"] });
  expect(inputs.canonical({ name: UNKNOWN })).toEqual({ name: UNKNOWN, tags: [] });
});
