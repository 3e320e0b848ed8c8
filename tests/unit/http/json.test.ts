import fc from "fast-check";
import { isJsonObject, JsonError, parseJson } from "../../../provider/http/json";

describe("JSON of a foreign peer", () => {
  test("is parsed like JSON.parse does it", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test("F64: may begin with a byte order mark", () => {
    expect(parseJson('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  test.each([
    ["", "is empty"],
    [" \n", "is empty"],
    ["<html>", "is not JSON"],
    ['{"a":1', "is not JSON"],
    ["\0", "is not JSON"],
    ['{"a":1}x', "is not JSON"],
  ])("F64: %j is refused: it %s", (text, words) => {
    expect(() => parseJson(text)).toThrow(new JsonError(words));
  });

  test("F68: nested 100,000 deep is refused without a crash", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    expect(() => parseJson(deep)).toThrow("nested deeper than 100 levels");
    expect(() => parseJson('{"a":'.repeat(100_000) + "1" + "}".repeat(100_000))).toThrow("nested deeper");
    expect(() => parseJson("[".repeat(100) + "]".repeat(100))).not.toThrow();
  });

  test("is not counted as nested because of brackets inside strings", () => {
    const text = JSON.stringify({ a: "[{".repeat(500), 'b"\\': '\\"[[' });
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '[{"x":{"a":1 , "a" : 2}}]',
    '{"result":"error","result":"success"}',
    '{"a":{"b":1},"a":2}',
    '{"a":[1],"a":2}',
  ])("F68: %s is refused, since two readers may choose different values of the repeated key", (text) => {
    expect(() => parseJson(text)).toThrow("same key twice");
  });

  test("may have equal keys in different objects", () => {
    expect(parseJson('{"a":{"a":1},"b":[{"a":1},{"a":2}]}')).toEqual({ a: { a: 1 }, b: [{ a: 1 }, { a: 2 }] });
    expect(parseJson('{"b":{"a":1},"a":2}')).toEqual({ b: { a: 1 }, a: 2 });
  });

  test.each([
    ["lists", []],
    ["objects", {}],
  ])("may have any number of %s side by side, as only nesting is limited", (_, one) => {
    const many = Array.from({ length: 500 }, () => one);
    expect(parseJson(JSON.stringify(many))).toEqual(many);
  });

  test("F69: keeps keys like __proto__ as data", () => {
    const parsed = parseJson('{"__proto__":{"x":1},"constructor":2}');
    expect(isJsonObject(parsed) && Object.keys(parsed)).toEqual(["__proto__", "constructor"]);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

test.each([
  ["{}", true],
  ['{"a":1}', true],
  ["null", false],
  ["[]", false],
  ['"text"', false],
  ["1", false],
])("isJsonObject of %s is %p", (text, expected) => {
  expect(isJsonObject(parseJson(text))).toBe(expected);
});
