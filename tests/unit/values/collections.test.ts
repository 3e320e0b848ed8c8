import { mapped, withoutUnknown } from "../../../provider/values/collections";
import { hasUnknown, UNKNOWN } from "../../../provider/values/schema";

test("replaces parts at every depth, also those of a replaced part, and returns what did not change as it is", () => {
  const same = { address: "10.0.0.1" };
  const value = { list: [1, { wrapped: { list: [2] } }, same], nothing: null };
  const opened = mapped(value, (part) => {
    if (typeof part === "object" && part !== null && "wrapped" in part) return part.wrapped;
    return typeof part === "number" ? part + 1 : part;
  });
  expect(opened).toEqual({ list: [2, { list: [3] }, same], nothing: null });
  expect((opened as typeof value).list[2]).toBe(same);
  expect(mapped(value, (part) => part)).toBe(value);
});

test("keeps a member named __proto__ as plain data", () => {
  const value = JSON.parse('{ "__proto__": { "is": 1 } }') as unknown;
  expect(JSON.stringify(mapped(value, (part) => (part === 1 ? 2 : part)))).toBe('{"__proto__":{"is":2}}');
});

test("without unknown parts, a list keeps the items that are completely known", () => {
  const value = {
    name: "a",
    id: UNKNOWN,
    none: null,
    rules: [{ id: UNKNOWN }, { id: 1 }, UNKNOWN],
    one: { id: UNKNOWN, of: 2 },
  };
  expect(withoutUnknown(value, hasUnknown)).toEqual({ name: "a", none: null, rules: [{ id: 1 }], one: { of: 2 } });
});
