import type { Kind } from "../../provider/registry";
import { diffOf, samples } from "../kinds/samples";
import { oneWorld } from "../support/lifecycle";
import { isPlugin, type Properties } from "../support/provider-calls";
import { UNKNOWN } from "../support/unknown";
import { CheckFault, Resource } from "./resource";

const world = oneWorld();
const kinds = Object.keys(samples) as Kind[];
afterEach(() => {
  expect(world.sim.requests.verbs()).toEqual([]);
});

/** The inputs that check returns. Each check belongs to a command of its own: the samples declare the same object. */
const checked = (kind: Kind, inputs: Properties): Promise<Properties> => {
  world.provider.nextCommand();
  return new Resource(world, kind).check(inputs);
};
/** The inputs that check returns for the minimal inputs with `more` added. */
const check = (kind: Kind, more: Properties): Promise<Properties> =>
  checked(kind, { ...samples[kind].minimal, ...more });
/** The sentences with which check rejects inputs. Empty if it accepts them. */
const refusals = (checking: Promise<unknown>): Promise<readonly string[]> =>
  checking.then(
    () => [],
    (error: unknown) => {
      if (error instanceof CheckFault) return error.reasons;
      throw error;
    },
  );
const faultsOf = (kind: Kind, more: Properties): Promise<readonly string[]> => refusals(check(kind, more));

test.each(kinds)("a preview of a %s needs no configuration and no credentials", async (kind) => {
  await world.nextRun({ onlyConfig: {} });
  expect(await new Resource(world, kind).preview(samples[kind].minimal)).toBe("create");
});

describe("check", () => {
  beforeAll(() => world.nextRun());

  test.each(kinds)("adds the defaults to a %s, and nothing else", async (kind) => {
    const { minimal, defaults } = samples[kind];
    expect(await checked(kind, minimal)).toEqual({ ...minimal, ...defaults });
  });

  // The samples have a mistake in most inputs, and tests/unit/values every spelling that a value may not have.
  test.each<[kind: Kind, more: Properties, begins: string, holds?: string]>([
    ["Policy", { site: "" }, "site: must not be empty"],
    ["Policy", { kind: "exlude" }, 'kind: must be "include" or "exclude", did you mean "exclude"?'],
    ["Collector", { adress: "10.0.0.1" }, 'unknown key "adress", did you mean "address"?'],
    ["Collector", { profiles: "netflow" }, "profiles: must be a list, not a string: write it in brackets, [...]"],
    ["IpGroup", { onExisting: "adopted" }, 'onExisting: must be "fail", "adopt" or "adoptIfEqual", did you mean "ad'],
    ["IpGroup", { rules: ["10.0.0.1 - 10.0.0.9"] }, "rules[0]: must be a rule, not a string: write rule.range("],
    ["IpGroup", { rules: { type: "all" } }, "rules: must be a list, not an object: write it in brackets, [...]"],
    ["IpGroups", { groups: [] }, "groups: must be an object with the names as keys"],
    ["IpGroups", { groups: { A: { children: ["C"] } } }, 'groups: "A": unknown child "C"'],
    ["IpGroups", { groups: { " A": {} } }, "groups. A: begins or ends with white space"],
    [
      "IpGroups",
      { groups: { A: { children: ["B"] }, B: { children: ["A"] } } },
      'groups: groups contain each other in a cycle, "A" > "B" > "A"',
    ],
    ["IpGroups", { groups: { "": {} } }, "groups"],
    ["UserPreferences", { preferences: { "": 1 } }, "preferences"],
    ["UserPreferences", { preferences: [{ pref: "statusTopn", setting: 1 }] }, "preferences: "],
    ["ReplicatorProfile", { enabled: "yes" }, "enabled: must be a boolean"],
    ["ReplicatorProfile", { description: "a/b" }, "description: ", '"/"'],
    ["Collector", { profiles: ["edge", "a/b"] }, "profiles[1]: ", '"/"'],
    ["Exporter", { profiles: ["edge", "a/b"] }, "profiles[1]: ", '"/"'],
    ["Exporter", { threshold: 1 }, 'unknown key "threshold"'],
    ["UserPreferences", { preferences: { languge: 1 } }, 'preferences.languge: unknown preference "languge", did'],
    ["Setting", { name: "flowStopAlrt" }, 'name: unknown setting "flowStopAlrt", did you mean "flowStopAlert"?'],
    ["Setting", { value: true }, "value: must be text or a number; what switches a setting is enabled: true"],
    ["Setting", { name: "a/b" }, "name: ", '"/"'],
    ["Setting", { value: "a/b" }, "value: ", '"/"'],
    ["Setting", { value: "" }, "value: must not be empty"],
    ["Setting", { enabled: "on" }, "enabled: ", "boolean"],
  ])("refuses a %s with %j before any request, with one error", async (kind, more, begins, holds = begins) => {
    const faults = await faultsOf(kind, more);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.slice(0, begins.length)).toBe(begins);
    expect(faults[0]).toContain(holds);
  });

  test.each(kinds)("reports all mistakes of a %s at once, each with the path that the user wrote", async (kind) => {
    const [inputs, says] = samples[kind].faulty;
    expect([...(await refusals(checked(kind, inputs)))].sort()).toEqual([...says].sort());
  });

  test("accepts a user whose password equals its name, since the password is not stored in plain text", async () => {
    expect(await faultsOf("User", { name: "secretary", password: "secretary" })).toEqual([]);
  });
});

describe("diff", () => {
  const of = (kind: Kind, news: Properties): Promise<unknown> =>
    diffOf(world.provider.kind(kind), samples[kind].full, { ...samples[kind].full, ...news });

  test("of a change that replaces the object deletes it first only if both cannot stand side by side", async () => {
    const expected = { changes: true, replaces: ["seccode"], deleteBeforeReplace: false };
    expect(await of("Permission", { seccode: "10.1.1.2" })).toEqual(expected);
    const password = { changes: true, replaces: ["password"], deleteBeforeReplace: true };
    expect(await of("User", { password: "another password" })).toEqual(password);
  });

  /** The diff result with unknown values. A dynamic resource leaves the decision to the engine. */
  const mayChange = { changes: isPlugin ? true : undefined, deleteBeforeReplace: false };

  // Before the engine replaces an object first, it asks this for each dependent, and deletes those that it replaces.
  test("with an unknown value in an input that replaces is a replacement", async () => {
    const { full } = samples.Policy;
    expect(await of("Policy", { cidr: UNKNOWN })).toEqual({ ...mayChange, replaces: ["cidr"] });
    expect(await of("Policy", { profile: UNKNOWN, cidr: full["cidr"] })).toEqual({ ...mayChange, replaces: [] });
  });
});
