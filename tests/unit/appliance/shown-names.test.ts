import { Names } from "../../../provider/appliance/names";
import {
  asShown,
  declaredDescription,
  declaredNames,
  Decoding,
  existingProfile,
  listedAs,
  shownNames,
  storedName,
  translate,
  translateMembers,
} from "../../../provider/appliance/replicator/shown-names";
import { emptyState, type ReplicatorState, setMember } from "../../../provider/appliance/replicator/state";
import { apply } from "../../../provider/appliance/replicator/verbs";
import type { Command, RemovalCommand } from "../../../provider/replicator/commands";
import { profile } from "../../../provider/values/things";

type Ports = readonly [listening: number, sending: number];

function namesOf(declared: Readonly<Record<string, Ports | undefined>>, descriptions: readonly string[] = []): Names {
  const names = new Names();
  for (const [name, ports] of Object.entries(declared)) names.learn(profile(name, ports && { ports }));
  for (const description of descriptions) names.descriptions.add(description);
  return names;
}

function stateOf(commands: readonly Command[]): ReplicatorState {
  const state = emptyState();
  for (const command of commands) apply(state, command);
  return state;
}

function added(name: string, [listeningPort, sendingPort]: Ports = [1, 2]): Command {
  return { verb: "profile/add", name, listeningPort, sendingPort };
}

test.each<
  [
    title: string,
    declared: Readonly<Record<string, Ports | undefined>>,
    shown: readonly Command[],
    translated: Readonly<Record<string, string>>,
  ]
>([
  ["in other letter case", { "Rack A": [1, 2] }, [added("RACK A")], { "Rack A": "RACK A" }],
  ["with + for a blank", { "Rack A": [1, 2] }, [added("Rack+A")], { "Rack A": "Rack+A" }],
  ["with a blank for _", { Rack_A: [1, 2] }, [added("Rack A")], { Rack_A: "Rack A" }],
  ["cut", { "Building 12, floor 3": [1, 2] }, [added("Building 12")], { "Building 12, floor 3": "Building 12" }],
  ["escaped, with other ports", { "R&D": [1, 2] }, [added("R&amp;D", [3, 4])], { "R&D": "R&amp;D" }],
  ["escaped, with unknown ports", { "R&D": undefined }, [added("R&amp;D")], { "R&D": "R&amp;D" }],
  ["escaped, with the same ports", { "R&D": [1, 2] }, [added("R&amp;D")], { "R&D": "R&amp;D" }],
  ["as it is, beside a similar one", { "Rack A": [1, 2] }, [added("Rack A"), added("RACK A")], {}],
  ["in two similar ways", { "Rack A": [1, 2] }, [added("rack a"), added("RACK A")], {}],
  ["in other letter case, with other ports", { "Rack A": [1, 2] }, [added("RACK A", [1, 3])], {}],
  ["in other letter case, with unknown ports", { "Rack A": undefined }, [added("RACK A")], {}],
  ["like another profile of the program", { "Rack A": [1, 2], "RACK A": [1, 2] }, [added("RACK A")], {}],
  ["under another name", { "Rack A": [1, 2] }, [added("Rack B")], {}],
  ["not at all", { "Rack A": [1, 2] }, [], {}],
])("a profile that is shown %s", (_title, declared, shown, translated) => {
  const names = namesOf(declared);
  const state = stateOf(shown);
  translate(state, names);
  expect(Object.fromEntries(names.shown)).toEqual(translated);
  const toDeclared = new Map(Object.entries(translated).map(([name, one]) => [one, name]));
  const asDeclared = shown.map((one) => ("name" in one ? (toDeclared.get(one.name) ?? one.name) : ""));
  expect([...state.profiles.keys()].sort()).toEqual(asDeclared.sort());
});

test("a state is translated again as soon as more is known, and not before", () => {
  const names = namesOf({});
  const state = stateOf([added("RACK A")]);
  translate(state, names);
  names.learn(profile("Rack A", { ports: [3, 4] }));
  names.learn(profile("Rack A", { ports: [1, 2] }));
  translate(state, names);
  expect([...state.profiles.keys()]).toEqual(["Rack A"]);
  // The shown name is new knowledge, too.
  translate(state, names);
  apply(state, { verb: "profile/rename", current: "Rack A", name: "RACK A" });
  translate(state, names);
  expect([...state.profiles.keys()]).toEqual(["RACK A"]);
});

test("the profiles of exporters are renamed in each form in which they may be written", () => {
  const names = namesOf({ "Rack A": [1, 2], "R D": [3, 4] });
  names.shows("Rack A", "RACK+A");
  names.shows("R D", "r_d");
  const members = new Map<string, { profiles: Set<string>; threshold: number }>();
  for (const written of ["RACK+A", "RACK A", "r_d", "other"])
    setMember(members, { address: written, profile: written }, true);
  translateMembers(members, names);
  const profiles = [...members.values()].flatMap((member) => [...member.profiles]);
  expect(profiles).toEqual(["Rack A", "Rack A", "R D", "other"]);
  expect(declaredNames(["RACK+A", "RACK A", "r_d", "other"], names)).toEqual(profiles);
  expect(shownNames("Rack A", names)).toEqual(["Rack A", "RACK+A", "RACK A"]);
  expect(shownNames("other", names)).toEqual(["other", "other", "other"]);
  members.set("late", { profiles: new Set(["RACK+A"]), threshold: 0 });
  translateMembers(members, names);
  expect(members.get("late")?.profiles).toEqual(new Set(["RACK+A"]));
});

test.each([
  ["a &amp; b", ["a & b"], "a & b"],
  ["a &amp; b", [], "a &amp; b"],
  ["a &amp; b", ["a &amp; b"], "a &amp; b"],
  ["a+b", ["a b"], "a b"],
  ["a+b", [], "a+b"],
  ["a+b", ["a+b", "a b"], "a+b"],
  ["a+b c", ["a b c"], "a+b c"],
  ["a&amp;b+c", ["a&b c"], "a&b c"],
  ["a b", ["A B"], "a b"],
  [undefined, ["a"], undefined],
])("the description %j means, with the known descriptions %j, %j", (shown, descriptions, declared) => {
  expect(declaredDescription(shown, namesOf({}, descriptions))).toBe(declared);
});

test("a state is translated with the descriptions of its profiles and addresses", () => {
  const note: Command = { verb: "notate/ip", address: "10.0.0.1", description: "a+b" };
  const state = stateOf([added("x"), { verb: "notate/profile", profile: "x", description: "a &amp; b" }, note]);
  translate(state, namesOf({}, ["a & b", "a b"]));
  expect([state.profiles.get("x")?.description, state.notes.get("10.0.0.1")]).toEqual(["a & b", "a b"]);
});

const collecting: RemovalCommand = { verb: "collector/remove", address: "10.0.0.1", profile: "Rack A" };
const collected = (name: string): Command => ({ verb: "collector/add", address: "10.0.0.1", profile: name });

test.each<[title: string, shown: readonly Command[], declared: readonly string[], listed: string | undefined]>([
  ["under its own name", [added("Rack A"), collected("Rack A")], [], "Rack A"],
  ["in another spelling", [added("RACK_A"), collected("RACK_A")], [], "RACK_A"],
  ["in another spelling, beside one of a third", [added("RACK_A"), added("rack a"), collected("rack a")], [], "rack a"],
  ["in two spellings", [added("RACK_A"), added("rack a"), collected("rack a"), collected("RACK_A")], [], undefined],
  ["in a spelling that the program declares", [added("RACK A"), collected("RACK A")], ["RACK A"], undefined],
  ["in another spelling, beside its own", [added("Rack A"), added("RACK A"), collected("RACK A")], [], undefined],
  ["only as a cut name", [added("Rack"), collected("Rack")], [], undefined],
  ["without what is removed", [added("RACK A")], [], undefined],
])("a removal from a profile that is listed %s", (_title, shown, declared, listed) => {
  const names = namesOf(Object.fromEntries(declared.map((name) => [name, undefined])));
  const command = listed === undefined ? undefined : { ...collecting, profile: listed };
  expect(listedAs(collecting, { state: stateOf(shown) }, names)).toEqual(command);
});

test.each<[command: Command, existing: { key: string; name: string } | undefined, shown: object | undefined]>([
  [added("Rack A"), undefined, undefined],
  [{ verb: "profile/enable", name: "Rack A" }, { key: "name", name: "Rack A" }, { name: "RACK A" }],
  [{ verb: "profile/rename", current: "Rack A", name: "B" }, { key: "current", name: "Rack A" }, { current: "RACK A" }],
  [collecting, { key: "profile", name: "Rack A" }, { profile: "RACK A" }],
  [{ ...collecting, profile: "other" }, { key: "profile", name: "other" }, undefined],
  [{ ...collecting, profile: "a b" }, { key: "profile", name: "a b" }, undefined],
  [{ verb: "setting/enable", name: "Rack A" }, undefined, undefined],
])("%j concerns the existing profile %j", (command, existing, shown) => {
  const names = namesOf({});
  names.shows("Rack A", "RACK+A");
  names.shows("a b", "a+b");
  expect(existingProfile(command)).toEqual(existing);
  expect(asShown(command, names)).toEqual(shown && { ...command, ...shown });
});

test.each([
  ["RACK+A", "Rack A", "RACK A"],
  ["a_b+c", "a b_c", "a b_c"],
  ["a+b+c", "a b", "a b+c"],
  ["ab", "a b", "ab"],
])("the shown name %j of %j is stored as %j", (shown, name, stored) => {
  expect(storedName(shown, name)).toBe(stored);
});

describe("F121: a replicator that takes escapes in paths literally", () => {
  const note: Command = { verb: "notate/ip", address: "10.0.0.1", description: "a b" };
  const described: Command = { verb: "notate/profile", profile: "x", description: "a b" };
  const renamed: Command = { verb: "profile/rename", current: "x", name: "a b" };
  const undone = ", and this change was undone";

  /** Checks commands one after the other. Each is shown with its texts changed in this way; undefined: not at all. */
  async function checked(
    commands: readonly Command[],
    shownAs: readonly (((text: string) => string) | undefined)[],
  ): Promise<{ readings: number; sent: Command[]; errors: string[] }> {
    const sent: Command[] = [];
    const errors: string[] = [];
    let readings = 0;
    let now = 0;
    const decoding = new Decoding(
      () => {
        const change = shownAs[readings];
        readings += 1;
        const command = commands[now];
        if (command === undefined || change === undefined) return Promise.resolve(stateOf([added("x")]));
        const texts = Object.entries(command).map(([key, value]) => {
          const isText = key === "description" || (key === "name" && value !== "x");
          return [key, isText ? change(String(value)) : (value as unknown)];
        });
        return Promise.resolve(stateOf([added("x"), Object.fromEntries(texts) as Command]));
      },
      (command) => {
        sent.push(command);
        return Promise.resolve();
      },
    );
    for (const command of commands) {
      await decoding.assert(command).catch((error: unknown) => errors.push((error as Error).message));
      now += 1;
    }
    return { readings, sent, errors };
  }
  const decoded = (text: string): string => text;

  test.each<[Command, string, Command | undefined]>([
    [note, "", undefined],
    [described, "", undefined],
    [renamed, undone, { verb: "profile/rename", current: "a b", name: "x" }],
    [added("a b"), undone, { verb: "profile/remove", name: "a b" }],
  ])("is found after %j", async (command, words, undo) => {
    const { sent, errors } = await checked([command], [encodeURIComponent]);
    expect(errors).toEqual([
      `the replicator takes escapes in paths literally: it stored "a%20b" instead of "a b"${words}. ` +
        'Use only letters, digits, "-", ".", "_" and "~" in such texts.',
    ]);
    expect(sent).toStrictEqual(undo === undefined ? [] : [undo]);
    expect(await checked([command, command], [decoded])).toEqual({ readings: 1, sent: [], errors: [] });
  });

  test.each<[title: string, commands: readonly Command[], readings: number]>([
    ["a text without escapes", [{ ...note, description: "a-b" }], 0],
    ["a command that assigns no text", [{ verb: "profile/enable", name: "a b" }], 0],
    [
      "a profile that is renamed from a name with escapes",
      [{ verb: "profile/rename", current: "a b", name: "c d" }],
      0,
    ],
    ["a profile that is renamed from a plain name", [renamed], 1],
    ["texts that no reading shows", [note, note, note, note, note], 3],
  ])("is looked for after %s with the fitting number of readings", async (_title, commands, readings) => {
    expect(await checked(commands, [])).toEqual({ readings, sent: [], errors: [] });
  });

  test("is looked for again after each command that shows it", async () => {
    const literal = Array.from({ length: 5 }, () => encodeURIComponent);
    expect((await checked([note, note, note, note, note], literal)).errors).toHaveLength(5);
  });
});
