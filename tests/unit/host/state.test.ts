import { Refusal } from "../../../provider/errors/refusal";
import { definitionOf, type Kind, kinds } from "../../../provider/registry";
import { Inputs, type Values } from "../../../provider/values/inputs";
import { entryOf, ofEach } from "../../kinds/samples";
import { rejection } from "../http/support";
import { full, lifecycle } from "./support";

const appliance = "https://appliance.example.net/";

/** What the state holds for an object with these inputs. */
function heldBy(kind: Kind, inputs: Values = full(kind)): { id: string; held: Values } {
  const { id, outputs } = entryOf(kind, inputs);
  return { id, held: { ...inputs, ...outputs, appliance } };
}

/** The error that diff reports for an entry. Diff checks the state like every other call does. */
function faultOf(kind: Kind, id: string, held: Values): string | undefined {
  try {
    lifecycle(kind).diff(id, held, held);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

describe("an entry of the state is accepted", () => {
  test.each(kinds)("if a %s has its own id", (kind) => {
    const { id, held } = heldBy(kind);
    expect(faultOf(kind, id, held)).toBeUndefined();
  });

  test.each<[string, Kind, string, Values]>([
    ["an imported IP group", "IpGroup", "104", { name: "Office", groupId: 104, ruleCount: 0 }],
    ["an imported profile", "ReplicatorProfile", "netops", { name: "netops", listeningPort: 0, sendingPort: 0 }],
    ["an imported collector", "Collector", "10.0.0.5", { address: "10.0.0.5", profiles: ["netops"], memberOf: [] }],
    ["an imported exporter", "Exporter", "10.0.0.6", { address: "10.0.0.6", profiles: ["netops"], memberOf: [] }],
    ["an imported user group by name", "UserGroup", "name:ops", { name: "ops", templateUserGroupId: 2 }],
    ["an adopted user", "User", "name:anna", { name: "anna", password: "a password of anna" }],
    ["a renamed profile", "ReplicatorProfile", "before", full("ReplicatorProfile")],
    ["a policy whose profile has changed", "Policy", "include|10.0.0.0%2F8|before", full("Policy")],
    ["a membership", "Membership", "anna|ops", { user: "anna", userGroup: "ops" }],
    ["an IP group with an output of a later release", "IpGroup", "104", { ...heldBy("IpGroup").held, colour: "red" }],
    ["a collector without its profiles", "Collector", "10.0.0.5", { address: "10.0.0.5", profiles: [], memberOf: [] }],
  ])("if it is of %s", (_, kind, id, held) => {
    expect(faultOf(kind, id, held)).toBeUndefined();
  });
});

/** The entries of a kind that lack an output which every object of it has. */
const lacking = kinds.flatMap((kind) => {
  const required = new Inputs(definitionOf(kind).outputs).required;
  return required.map((key) => [kind, [heldBy(kind).id, { [key]: undefined }, `it has no ${key}`]] as const);
});
const unfound = ["Setting", ["pingCollectors", { origin: {} }, "its origin has another form"]] as const;

test.each([...ofEach(({ misfits }) => misfits), ...lacking, unfound])(
  "an entry of another object, or without an output, is refused by every call in one sentence: %s %j",
  async (kind, [id, change, because]) => {
    const held = { ...heldBy(kind).held, ...change };
    const own = lifecycle(kind);
    // A reading finds the outputs anew.
    const isOfOutput = [...lacking, unfound].some(([, [, other]]) => other === change);
    const reading = isOfOutput ? [] : [own.read(id, held)];
    const calls = [...reading, own.update(id, held, full(kind)), own.delete(id, held)];
    // Without a configuration, a call that reaches for an appliance says another thing.
    const errors = await Promise.all(calls.map(rejection));
    for (const fault of [faultOf(kind, id, held), ...errors.map(String)]) {
      expect(fault).toContain(
        `${kind} with the id "${id}": its entry in the state was edited or belongs to another object`,
      );
      expect(fault).toContain(`because ${because}. Nothing was sent. Restore the entry (pulumi stack import), or`);
    }
  },
);

test("an entry of another form is refused with the missing value, or the value of the wrong form", () => {
  expect(faultOf("IpGroupRule", "1/2", { ruleId: 2, groupId: 1 })).toContain("because it has no rule.");
  expect(faultOf("IpGroup", "104", { name: "a", rules: "all" })).toContain("because its rules has another form.");
});
