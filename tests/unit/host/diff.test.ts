import type { Difference } from "../../../provider/lifecycle/comparison";
import { type Kind, kinds } from "../../../provider/registry";
import type { Values } from "../../../provider/values/inputs";
import { UNKNOWN } from "../../../provider/values/schema";
import type { Change } from "../../kinds/sample";
import { entryOf, ofEach, samples } from "../../kinds/samples";
import { full, lifecycle } from "./support";

const appliance = "https://appliance.example.net/";
const none = { changes: false, replaces: [] };
const changed = { changes: true, replaces: [] };
const mayChange = { changes: undefined, replaces: [] };

/** The result of diff for new inputs. The state holds the checked old inputs and the computed outputs. */
function diffOf(kind: Kind, before: Values, after: Values): { changes: boolean | undefined; replaces: string[] } {
  const own = lifecycle(kind);
  const olds = own.check(before).inputs;
  const { id, outputs } = entryOf(kind, olds);
  return asked(own.diff(id, { ...olds, ...outputs, appliance }, own.check(after).inputs));
}

/** The parts of a difference that every host needs. */
function asked({ changes, replaces }: Difference): Pick<Difference, "changes" | "replaces"> {
  return { changes, replaces };
}

describe.each(kinds)("diff of %s", (kind) => {
  const inputs = full(kind);

  test("shows no change between a state and the inputs that created it", () => {
    expect(diffOf(kind, inputs, inputs)).toEqual(none);
    expect(inputs).toEqual(full(kind));
  });

  test("shows no change if only computed outputs differ", () => {
    const { id, outputs } = entryOf(kind, inputs);
    const others = { ...outputs, memberOf: ["other"], ruleCount: 0 };
    const own = Object.entries(others).filter(([key]) => key in outputs);
    const state = { ...lifecycle(kind).check(inputs).inputs, ...Object.fromEntries(own) };
    expect(asked(lifecycle(kind).diff(id, state, inputs))).toEqual(none);
  });

  test("shows no change if onExisting is set, changed or removed", () => {
    for (const [before, after] of [
      [{}, { onExisting: "adopt" }],
      [{ onExisting: "adopt" }, { onExisting: "fail" }],
      [{ onExisting: "adopt" }, {}],
    ])
      expect(diffOf(kind, { ...inputs, ...before }, { ...inputs, ...after })).toEqual(none);
  });

  test("shows a possible change if no input is known yet", () => {
    const unknown = Object.fromEntries(Object.keys(inputs).map((key) => [key, UNKNOWN]));
    expect(diffOf(kind, inputs, unknown).changes).toBeUndefined();
  });
});

describe("order and spelling cause no diff", () => {
  // The tables of tests/lifecycle contain other spellings.
  test.each<[string, Kind, Values, Values]>([
    [
      "a rule that is written twice",
      "IpGroup",
      { name: "a", rules: [{ type: "all" }] },
      { name: "a", rules: [{ type: "all" }, { type: "all" }] },
    ],
    ["no rules and an empty list", "IpGroup", { name: "a" }, { name: "a", rules: [] }],
    ["the default template", "UserGroup", { name: "ops" }, { name: "ops", templateUserGroupId: 2 }],
  ])("for %s", (_, kind, before, after) => {
    expect(diffOf(kind, before, after)).toEqual(none);
    expect(diffOf(kind, after, before)).toEqual(none);
  });

  test("next to a value that is not known yet", () => {
    const before = { userGroup: "ops", permissionType: "device", seccode: "10.1.1.1" };
    expect(diffOf("Permission", before, { ...before, userGroup: UNKNOWN, seccode: "0a010101" }).replaces).not.toContain(
      "seccode",
    );
    const group = { name: "a", rules: [{ type: "all" }, { type: "ip", address: "10.0.0.1" }] };
    const shuffled = { name: UNKNOWN, rules: [{ type: "ip", address: "10.0.0.1" }, { type: "all" }] };
    expect(diffOf("IpGroup", group, shuffled)).toEqual(mayChange);
  });
});

describe("updates in place and replacements", () => {
  const changeOf = (kind: Kind, [input, to]: Change): unknown =>
    diffOf(kind, full(kind), { ...full(kind), [input]: to });

  test.each(ofEach(({ inPlace }) => inPlace))("%s is updated in place: %j", (kind, change) => {
    expect(changeOf(kind, change)).toEqual(changed);
  });

  test.each(ofEach(({ replacing }) => replacing))("%s is replaced: %j", (kind, change) => {
    expect(changeOf(kind, change)).toEqual({ changes: true, replaces: [change[0]] });
  });

  test.each(kinds)("%s: the samples change every input, in place or by replacement", (kind) => {
    const { inPlace, replacing } = samples[kind];
    const tried = [...inPlace, ...replacing].map(([input]) => input);
    // It changes together with the seccode: tests/lifecycle/permission.test.ts.
    if (kind === "Permission") tried.push("permissionType");
    expect([...new Set(tried)].sort()).toEqual(Object.keys(full(kind)).sort());
  });

  test("User: a new name is an update in place if the id is known, and a replacement if only the name is known", () => {
    const renamed = { ...full("User"), name: "berta" };
    expect(diffOf("User", full("User"), renamed)).toEqual(changed);
    expect(asked(lifecycle("User").diff("name:anna", full("User"), renamed))).toEqual({
      changes: true,
      replaces: ["name"],
    });
  });
});

test("a state of an older version shows no change if it lacks an input that now has a default", () => {
  const state = { name: "prod", listeningPort: 1, sendingPort: 2, appliance: "https://r" };
  const { inputs } = lifecycle("ReplicatorProfile").check({ name: "prod", listeningPort: 1, sendingPort: 2 });
  expect(asked(lifecycle("ReplicatorProfile").diff("prod", state, inputs))).toEqual(none);
});
