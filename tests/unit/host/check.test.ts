import { kinds } from "../../../provider/registry";
import { Secret } from "../../../provider/values/secret";
import type { Values } from "../../../provider/values/inputs";
import { UNKNOWN } from "../../../provider/values/schema";
import { samples } from "../../kinds/samples";
import { configuration } from "../config/support";
import { full, failuresOf, lifecycle } from "./support";

describe.each(kinds)("check of %s", (kind) => {
  const inputs = full(kind);

  test("accepts valid inputs and returns them as they were written, neither rewritten nor sorted", () => {
    const written = structuredClone(inputs);
    expect(lifecycle(kind).check(inputs)).toEqual({ inputs: written, failures: [] });
    expect(inputs).toEqual(written);
  });

  test.each(Object.keys(inputs))("accepts a value that is not known yet: %s", (key) => {
    const unknown = { ...inputs, [key]: UNKNOWN };
    expect(lifecycle(kind).check(unknown)).toEqual({ inputs: unknown, failures: [] });
  });

  test("accepts inputs that are all not known yet", () => {
    const unknown = Object.fromEntries(Object.keys(inputs).map((key) => [key, UNKNOWN]));
    expect(failuresOf(kind, unknown)).toEqual([]);
  });

  test("refuses an unknown key", () => {
    expect(failuresOf(kind, { ...inputs, descripton: "x" })).toEqual([
      expect.stringMatching(/^unknown key "descripton"(?:, did you mean "description"\?|; known: )/u),
    ]);
  });

  test.each<[string, Values, string]>([
    ["an empty site", { site: "" }, "site: must not be empty"],
    ["a number for a site", { site: 5 }, "site: must be a string, not a number"],
    ["an unknown mode", { onExisting: "replace" }, 'onExisting: must be "fail", "adopt" or "adoptIfEqual"'],
  ])("refuses %s", (_, extra, message) => {
    expect(failuresOf(kind, { ...inputs, ...extra })).toEqual([message]);
  });

  test("reports missing required inputs", () => {
    const failures = failuresOf(kind, {});
    for (const failure of failures) expect(failure).toMatch(/^\w+: is required/u);
    expect(failures.length).toBeGreaterThan(0);
  });
});

test("check leaves out inputs that are undefined, which the state cannot hold", () => {
  const { inputs } = lifecycle("Collector").check({ address: "10.0.0.1", profiles: ["a"], description: undefined });
  expect(Object.keys(inputs).sort()).toEqual(["address", "exclusive", "profiles"]);
});

test("check reports the mistakes of the inputs and of the configuration", () => {
  const faulty = configuration({ gateway: { tokn: "x" } });
  expect(failuresOf("IpGroup", { name: "" }, { configurationProblems: (site) => faulty.problems(site) })).toEqual([
    "name: must not be empty",
    'configuration flowgate:gateway: unknown key "tokn", did you mean "token"?',
  ]);
});

describe("check asks the configuration about the site of the resource", () => {
  const asked: (string | undefined)[] = [];
  const world = {
    configurationProblems: (site: string | undefined) => {
      asked.push(site);
      return [];
    },
  };

  test.each([
    ["paris", "paris"],
    [undefined, undefined],
    [UNKNOWN, undefined],
  ])("if the site is %p", (site, expected) => {
    failuresOf("IpGroup", { name: "a", site }, world);
    expect(asked.pop()).toBe(expected);
  });
});

test.each(kinds)(
  "check accepts every mode of onExisting for a %s, except those that its sample lists as refused",
  (kind) => {
    const refused = samples[kind].bad.map(([, inputs]) => inputs["onExisting"]);
    const modes = ["fail", "adopt", "adoptIfEqual"].filter((mode) => !refused.includes(mode));
    for (const onExisting of modes) expect(failuresOf(kind, { ...full(kind), onExisting })).toEqual([]);
  },
);

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
