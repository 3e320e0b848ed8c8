import { kinds } from "../../../provider/registry";
import { Secret } from "../../../provider/values/secret";
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
});

test("check of a resource also reports the mistakes in the configuration", () => {
  const raw = { gateway: JSON.stringify({ url: "https://gateway.example.net", unknownKey: 1 }) };
  expect(failuresOf("IpGroup", { name: "" }, raw)).toEqual([
    "name: must not be empty",
    expect.stringMatching(/flowgate:gateway.*unknown key "unknownKey"/u),
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
