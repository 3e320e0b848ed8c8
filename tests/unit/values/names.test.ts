import fc from "fast-check";
import {
  accountName,
  flagOf,
  namePattern,
  objectName,
  password,
  segmentText,
  profileName,
} from "../../../provider/values/names";
import { accepts, canonicalOf, faultsOf, refuses } from "./support";

const everyName = { "IP group": objectName, "user or user group": accountName, profile: profileName };
const controls = ["\t", "\n", "\r", "\0", "\u001b", "\u007f", "\u0085", "\u009f", "\u2028", "\u2029"];

describe.each(Object.entries(everyName))("the name of a(n) %s", (_, schema) => {
  describe("has at least one character", () => {
    accepts(schema, ["a", "a".repeat(256)]);
    refuses(schema, [["", "must not be empty"]]);
  });

  describe("contains no control character", () => {
    test.each(controls.map((c) => [c]))("%j is refused", (control) => {
      expect(faultsOf(schema, `a${control}b`)).toEqual(["holds a control character (tab, line break or the like)"]);
    });
  });

  describe("contains no half surrogate pair and no outer white space", () => {
    refuses(schema, [
      ["a\ud800b", "holds half of a surrogate pair, which cannot be sent as UTF-8"],
      ["\udc00", "holds half of a surrogate pair, which cannot be sent as UTF-8"],
      [" a", "begins or ends with white space"],
      ["a ", "begins or ends with white space"],
      [" ", "begins or ends with white space"],
    ]);
  });

  describe("may be a word that has a meaning in programs", () => {
    accepts(schema, ["__proto__", "constructor", "toString", "total", "null", "true", "undefined"]);
  });

  describe("may contain characters that have a meaning in URLs", () => {
    accepts(schema, ["%2e%2e", "a%2Fb", "a?b", "a#b", "a;b", "a+b", "a b", "a&b=c", "a'b(c)*!", "...", ".a"]);
  });

  test("must be a string", () => {
    expect(faultsOf(schema, 5)).toEqual(["must be a string, not a number"]);
    expect(faultsOf(schema, undefined)).toEqual(["is required (a string)"]);
  });
});

describe("names of IP groups, users and user groups", () => {
  accepts(objectName, ["a/b", "a\\b", ".", "..", "12"]);

  test.each([objectName, accountName])(
    "the NFC and NFD spellings of a name are two names, and both stay as written",
    (schema) => {
      const [nfc, nfd] = ["Caf\u00e9".normalize("NFC"), "Caf\u00e9".normalize("NFD")];
      expect(canonicalOf(schema, nfc)).toBe(nfc);
      expect(canonicalOf(schema, nfd)).toBe(nfd);
      expect(nfc).not.toBe(nfd);
    },
  );
});

describe("a user or user group whose name looks like an integer or an id is refused", () => {
  const message = "looks like an integer, which the gateway reads as an id";
  refuses(accountName, [
    ["12", message],
    ["-5", message],
    ["+5", message],
    ["007", message],
    ["name:bob", 'begins with "name:", as the id of an account whose number is not known does'],
  ]);
  accepts(accountName, ["12a", "1.5", "1e3", "0x10"]);
});

describe.each([
  ["the name of a profile", profileName],
  ["a description", segmentText],
])("%s is a path segment", (_, schema) => {
  const segment = 'must not hold "/" or "\\", which servers may treat as the end of a path segment';
  describe("that does not change the structure of the path", () => {
    refuses(schema, [
      [".", 'must not be ".", which means another folder in a path'],
      ["..", 'must not be "..", which means another folder in a path'],
      ["a/b", segment],
      ["a\\b", segment],
      ["Z\u00fcrich", 'must be URI-compatible ASCII (letters, digits, punctuation, spaces), without "\u00fc"'],
      ["caf\u200be", 'must be URI-compatible ASCII (letters, digits, punctuation, spaces), without "\\u200b"'],
      ["\u{1f642}", expect.stringMatching(/^must be URI-compatible ASCII/u) as string],
    ]);
  });

  test("every text of printable ASCII without slashes and outer spaces is accepted unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 255 }), (text) => {
        fc.pre(!/[/\\]/u.test(text) && text.trim() === text && !/^\.{1,2}$/u.test(text));
        expect(canonicalOf(schema, text)).toBe(text);
      }),
    );
  });
});

describe("a password", () => {
  const half = "holds half of a surrogate pair, which cannot be sent as UTF-8";
  refuses(password, [
    ["", "must not be empty"],
    ["canary\ud800", half],
    ["\udc00canary", half],
  ]);
  accepts(password, [" ", " a ", "a\tb", "Z\u00fcrich/\\", "..", "12", "\u{1f642}", "x".repeat(1000)]);
});

test.each([
  ...[true, "TRUE", "t", "Yes", "y", "on", 1, "1", "enabled", "enable", " active "].map((value) => [value, true]),
  ...[false, "False", "f", "no", "N", "off", 0, "0", "disabled", "disable", "inactive"].map((value) => [value, false]),
  ...["", "maybe", "not on", "only", "of", "nothing", "on call", "10", 2, null, undefined, {}, ["on"]].map((value) => [
    value,
    undefined,
  ]),
])("the flag %j of an appliance is %j", (value, expected) => {
  expect(flagOf(value)).toBe(expected);
});

test.each([
  ["core-*", "core-1", true],
  ["core-*", "my core-1", false],
  ["*-core", "a\nb-core", true],
  ["*-core", "a-core-1", false],
  ["a.b", "a.b", true],
  ["a.b", "axb", false],
  ["a (*) [b]", "a (x+y) [b]", true],
  ["Core", "core", false],
  ["", "", true],
  ["a*a", "a", false],
  ["*ab*ab*", "xabab", true],
  // A regular expression for this pattern takes seconds.
  ["*a".repeat(30), `${"a".repeat(5000)}b`, false],
])("the pattern %j for names and %j: %j", (pattern, name, expected) => {
  expect(namePattern(pattern).test(name)).toBe(expected);
});
