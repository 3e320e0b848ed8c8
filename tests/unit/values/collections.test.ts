import { mapped } from "../../../provider/values/collections";

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
