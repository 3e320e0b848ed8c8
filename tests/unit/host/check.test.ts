import { kinds } from "../../../provider/registry";
import { Secret } from "../../../provider/values/secret";
import type { Values } from "../../../provider/values/inputs";
import { UNKNOWN } from "../../../provider/values/schema";
import { full, failuresOf, lifecycle } from "./support";

// tests/lifecycle/inputs.test.ts has the defaults and the mistakes of each kind.
describe.each(kinds)("check of %s", (kind) => {
  const inputs = full(kind);

  test("accepts valid inputs and returns them as they were written, neither rewritten nor sorted", () => {
    const written = structuredClone(inputs);
    expect(lifecycle(kind).check(inputs)).toEqual({ inputs: written, failures: [] });
    expect(inputs).toEqual(written);
  });

  test("accepts each value, and all of them, even if they are not known yet", () => {
    const keys = Object.keys(inputs);
    const one = keys.map((key) => ({ ...inputs, [key]: UNKNOWN }));
    for (const unknown of [...one, Object.fromEntries(keys.map((key) => [key, UNKNOWN]))])
      expect(lifecycle(kind).check(unknown)).toMatchObject({ inputs: unknown, failures: [] });
  });

  test("refuses an unknown key, and reports missing required inputs", () => {
    expect(failuresOf(kind, { ...inputs, descripton: "x" })).toEqual([
      expect.stringMatching(/^unknown key "descripton"(?:, did you mean "description"\?|; known: )/u),
    ]);
    expect(failuresOf(kind, {})).toContainEqual(expect.stringMatching(/^\w+: is required/u));
  });
});

test.each([
  ["paris", "paris"],
  [undefined, undefined],
  [UNKNOWN, undefined],
])("check of a resource at the site %p also reports the mistakes in the configuration of %p", (site, asked) => {
  const world = { configurationProblems: (of: string | undefined) => [`a mistake of ${String(of)}`] };
  expect(failuresOf("IpGroup", { name: "", site }, world)).toEqual([
    "name: must not be empty",
    `a mistake of ${String(asked)}`,
  ]);
});

test("check refuses a value at any depth that is equal to a configured credential", () => {
  const password = "canary-check-password-77d0";
  new Secret(password);
  const says = "is equal to a configured credential, and would be stored in plain text";
  expect(failuresOf("Collector", { address: "10.0.0.1", profiles: ["a", password], description: password })).toEqual([
    `profiles[1]: ${says}`,
    `description: ${says}`,
  ]);
});

test("F132: 10,000 rules in one group pass the check, and 10,001 are refused", () => {
  const rules = (count: number): Values => ({
    name: "a",
    rules: Array.from({ length: count }, (_, i) => ({
      type: "ip",
      address: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`,
    })),
  });
  expect(failuresOf("IpGroup", rules(10_000))).toEqual([]);
  expect(failuresOf("IpGroup", rules(10_001))).toEqual(["rules: holds more than 10000 rules"]);
});
