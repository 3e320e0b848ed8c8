import { z } from "#zod";
import {
  flag,
  id,
  ipv4Text,
  keyed,
  listSchema,
  numeric,
  optionalNumber,
  optionalText,
  spelled,
  text,
} from "../../../provider/http/schemas";

const digits = "expected digits";
const whole = "expected a whole number below 2^53";
const number = "expected a number";
const schemas = {
  ...{ flag, id, ipv4Text, numeric, optionalNumber, optionalText, text },
  keyed: keyed(z.number()),
  listOf: listSchema(text),
  spelled: spelled({ name: text, size: optionalNumber }, { size: ["length"] }),
  recordsByKey: keyed(z.object({ size: id })),
};

test.each<[schema: keyof typeof schemas, written: unknown, value: unknown]>([
  ["id", 0, 0],
  ["id", "012", 12],
  ["id", " 17 ", 17],
  ["id", 2 ** 53 - 1, 2 ** 53 - 1],
  ["numeric", 1.5, 1.5],
  ["numeric", " -12.50 ", -12.5],
  ["numeric", "1e3", 1000],
  ["text", 5, "5"],
  ["ipv4Text", "010.000.000.001", "10.0.0.1"],
  ["optionalText", undefined, undefined],
  ["optionalText", null, undefined],
  ["optionalText", "  ", undefined],
  ["optionalText", "nullable", "nullable"],
  ["listOf", undefined, []],
  ["listOf", ["a", 1], ["a", "1"]],
  ["flag", "on", true],
  ["optionalNumber", "", undefined],
  ["keyed", JSON.parse('{"__proto__":3}'), new Map([["__proto__", 3]])],
  ["spelled", { name: 7, length: "2", x: null }, { name: "7", size: 2 }],
  ["spelled", { size: 1, length: 2, name: "a" }, { name: "a", size: 1 }],
  ["spelled", { size: null, length: 2, name: "a" }, { name: "a", size: 2 }],
])("%s understands %j", (schema, written, value) => {
  expect(schemas[schema].parse(written)).toEqual(value);
});

test.each<[schema: keyof typeof schemas, written: unknown, message: string, path?: readonly PropertyKey[]]>([
  ["id", -1, whole],
  ["id", 1.5, whole],
  ["id", "1e3", digits],
  ["id", "", digits],
  ["id", 2 ** 53, whole],
  ["id", "99999999999999999", whole],
  ["id", "1x", digits],
  ["numeric", "x1", number],
  ["numeric", "1e1234", number],
  ["ipv4Text", "10.0.0.256", "expected an IPv4 address"],
  ["keyed", [1], "expected an object"],
  ["recordsByKey", { a: { size: -1 } }, whole, ["a", "size"]],
  ["spelled", [], "Invalid input: expected object, received array"],
  ["listOf", {}, "Invalid input: expected array, received object"],
])("%s refuses %j: %s", (schema, written, message, path = []) => {
  const issues = schemas[schema].safeParse(written).error?.issues ?? [];
  expect(issues.map((one) => [one.message, one.path])).toEqual([[message, path]]);
});
