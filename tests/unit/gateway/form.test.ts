import fc from "fast-check";
import { formOf, type FormFields } from "../../../provider/gateway/caller";
import { Secret } from "../../../provider/values/secret";

/** The fields of a form beside those that every form has. */
function sent(fields: FormFields): Record<string, unknown> {
  const form = formOf("ipgroups/saveRule", new Secret("form-token-1"), fields);
  for (const common of ["authToken", "rm", "action"]) form.delete(common);
  return Object.fromEntries(form);
}

test("the form of an action contains the token, the run mode, the action's name and its fields, in this order", () => {
  expect([...formOf("user_api/createUser", new Secret("form-token-1"), { name: "ann", pass: "pw" })]).toEqual([
    ["authToken", "form-token-1"],
    ["rm", "user_api"],
    ["action", "createUser"],
    ["name", "ann"],
    ["pass", "pw"],
  ]);
});

describe("the value of a field", () => {
  test.each<[string, FormFields[string], string]>([
    ["text is unchanged", " a&b=c+%20\t", " a&b=c+%20\t"],
    ["empty text is sent", "", ""],
    ["text that is JSON is not quoted again", '{"a":1}', '{"a":1}'],
    ["a number is sent in decimal", 17, "17"],
    ["a number of 0 is sent", 0, "0"],
    ["a list is sent as JSON", [1, "a"], '[1,"a"]'],
    ["an object is sent as JSON", { "10.0.0.1": true }, '{"10.0.0.1":true}'],
    ["line breaks in JSON are escaped", ["a\r\nb\0"], String.raw`["a\r\nb\u0000"]`],
  ])("%s", (_, value, expected) => {
    expect(sent({ field: value })).toEqual({ field: expected });
  });

  test("that is undefined is left out", () => {
    expect(sent({ one: undefined, other: "x" })).toEqual({ other: "x" });
  });

  test("is sent unchanged if it is any other text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!/[\r\n\0]/u.test(text));
        expect(sent({ field: text })).toEqual({ field: text });
      }),
    );
  });
});

describe("text that a form would change is refused, and the message does not repeat it", () => {
  const refused = [
    ["a line feed", "canary\nx"],
    ["a carriage return", "canary\rx"],
    ["a NUL", "canary\0x"],
    ["the first half of a surrogate pair", "canary\ud83d"],
    ["the second half of a surrogate pair", "\ude42canary"],
  ];
  const message = (field: string): Error =>
    new Error(`The form field ${field} holds a line break, a NUL or half a surrogate pair, which a form cannot carry.`);

  test.each(refused)("%s in a field", (_, text) => {
    expect(() => formOf("ipgroups/saveRule", new Secret("form-token-1"), { new_fc: text })).toThrow(message("new_fc"));
  });

  test("a line feed in the token", () => {
    expect(() => formOf("ipgroups/saveRule", new Secret("canary\nx"), {})).toThrow(message("authToken"));
  });

  test("but a whole surrogate pair is sent", () => {
    expect(sent({ new_fc: "\ud83d\ude42" })).toEqual({ new_fc: "\u{1f642}" });
  });
});
