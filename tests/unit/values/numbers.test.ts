import { accountNameOf, idByName, objectId, port, threshold, userRef } from "../../../provider/values/numbers";
import { accepts, canonicalOf, refuses, refusesAll } from "./support";

describe("a port is a whole number from 1 to 65535", () => {
  const fault = "must be a port: a whole number from 1 to 65535";
  accepts(port, [1, 2055, 65535]);
  refusesAll(port, fault, [0, -1, 65536, 1.5, 70000.5, 2 ** 53]);
  refuses(port, [
    ["2055 ", "must be a number, not a string"],
    ["2055", "must be a number, not a string"],
    [null, "must be a number, not null"],
    [Number.NaN, "must be a number, not NaN"],
    [Number.POSITIVE_INFINITY, "must be a number, not Infinity"],
    [[2055], "must be a number, not a list"],
    [{}, "must be a number, not an object"],
    [undefined, "is required (a number)"],
  ]);
});

describe("a threshold is a whole number of packets per second", () => {
  const fault = "must be a whole number of packets per second below 2^53, or 0 for none";
  accepts(threshold, [0, 1, Number.MAX_SAFE_INTEGER]);
  refusesAll(threshold, fault, [-1, 1.5, -1.5, 2 ** 53]);
  refuses(threshold, [["x", "must be a number, not a string"]]);
});

describe("an id is a number or a text, and both mean the same", () => {
  test.each([12, "12", 12.0])("%j is 12", (id) => {
    expect(canonicalOf(objectId, id)).toBe("12");
  });
  const fault = "must be an id: a positive whole number";
  refusesAll(objectId, fault, [0, -1, 1.5, "007", "1e3", "12 ", "branch", "name:ops", 2 ** 53, String(2 ** 53), true]);
  refuses(objectId, [[undefined, "is required (an id: a positive whole number)"]]);
  test("the largest safe integer is accepted", () => {
    expect(canonicalOf(objectId, Number.MAX_SAFE_INTEGER)).toBe("9007199254740991");
  });
});

describe("a reference to a user is its name or its number", () => {
  test.each([
    [13, "13"],
    ["13", "13"],
    ["anna", "anna"],
    ["name:anna", "anna"],
  ])("%j is %s", (value, canonical) => {
    expect(canonicalOf(userRef, value)).toBe(canonical);
  });
  const fault = "must be a user: its name, or its number";
  refusesAll(userRef, fault, [1.5, -5, 0, 2 ** 53, {}]);
  refusesAll(userRef, "looks like an integer, which the gateway reads as an id", ["-5", "007"]);
  refuses(userRef, [["", "must not be empty"]]);
});

test("the id of an adopted account contains its name, and a number contains none", () => {
  expect(accountNameOf(idByName("ops"))).toBe("ops");
  expect(accountNameOf("12")).toBeUndefined();
  expect(accountNameOf("name:12")).toBeUndefined();
});
