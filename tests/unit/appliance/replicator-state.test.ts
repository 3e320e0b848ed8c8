import fc from "fast-check";
import { lackOf, stateOf, WholeLists } from "../../../provider/appliance/replicator/config-lines";
import { Refusal } from "../../../provider/errors/refusal";
import { emptyState, type ReplicatorState } from "../../../provider/appliance/replicator/state";
import { apply } from "../../../provider/appliance/replicator/verbs";
import type { Command } from "../../../provider/replicator/commands";
import { commandsOf } from "../replicator/commands";

function made(commands: readonly Command[]): ReplicatorState {
  const state = emptyState();
  for (const command of commands) apply(state, command);
  return state;
}

/** Commands that create a configuration, as `show/config` lists them: profiles first. */
const ofProfiles: readonly Command[] = [
  { verb: "profile/add", name: "a", listeningPort: 1, sendingPort: 2 },
  { verb: "profile/add", name: "b", listeningPort: 3, sendingPort: 4 },
  { verb: "profile/disable", name: "b" },
  { verb: "profile/singularity", name: "a", singularity: true },
];
const ofOthers: readonly Command[] = [
  { verb: "collector/add", address: "10.0.0.1", profile: "a" },
  { verb: "collector/add", address: "10.0.0.1", profile: "b" },
  { verb: "collector/add", address: "10.0.0.2", profile: "a" },
  { verb: "collector/threshold", address: "10.0.0.2", threshold: 5 },
  { verb: "policies/add", network: "10.0.0.0", prefix: 8, profile: "a", kind: "include" },
  { verb: "notate/profile", profile: "a", description: "text" },
  { verb: "notate/ip", address: "10.0.0.2", description: "note" },
];
const start = (): ReplicatorState => made([...ofProfiles, ...ofOthers]);

test("the lists of show/config may come in any order after the profiles", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...ofOthers], { minLength: ofOthers.length }), (others) => {
      expect(made([...ofProfiles, ...others])).toEqual(start());
    }),
  );
});

test("a command changes nothing when applied again, so a list that includes a write may be patched with it", () => {
  // Few values, so that commands concern the same objects.
  const command = commandsOf({
    names: fc.constantFrom("a", "b", "a b", "__proto__"),
    renamed: fc.constant("new name"),
    addresses: fc.nat(2).map((host) => `10.0.0.${host}`),
  });
  fc.assert(
    fc.property(fc.array(command), command, (before, last) => {
      const once = made([...before, last]);
      const twice = structuredClone(once);
      apply(twice, last);
      expect(twice).toEqual(once);
    }),
    { numRuns: 500 },
  );
});

describe("applying a command to a configuration", () => {
  test("allows a policy of each kind for a network in a profile, because no document rules that out", () => {
    const state = start();
    apply(state, { verb: "policies/add", network: "10.0.0.0", prefix: 8, profile: "a", kind: "exclude" });
    expect([...state.policies.values()].map(({ kind }) => kind)).toEqual(["include", "exclude"]);
  });

  test("removes a policy that the appliance keeps without its host bits", () => {
    const state = start();
    apply(state, { verb: "policies/remove", network: "10.0.0.9", prefix: 8, profile: "a", kind: "include" });
    expect(state.policies.size).toBe(0);
  });

  test("changes nothing if the command concerns a missing profile, an exporter or a setting", () => {
    const state = start();
    for (const command of [
      { verb: "profile/disable", name: "x" },
      { verb: "profile/singularity", name: "x", singularity: true },
      { verb: "profile/rename", current: "x", name: "y" },
      { verb: "profile/remove", name: "x" },
      { verb: "notate/profile", profile: "x", description: "text" },
      { verb: "exporter/add", address: "10.0.0.9", profile: "a" },
      { verb: "setting/set", name: "flowStopAlert", value: "5" },
    ] as const)
      apply(state, command);
    expect(state).toEqual(start());
  });
});

describe("a list of show/config", () => {
  const none = { profile: [], collector: [], policy: [], notate: [] };
  const profile = "/api/1/profile/add/a/1/2";
  /** The lists as they are, and the readings that are not kept. */
  function listsOf(policy: readonly string[], absent: readonly "policy"[] = []) {
    const notate = ["/api/1/notate/ip/10.0.0.1/", "/api/1/notate/profile/a/text"];
    const state = stateOf({ api: { ...none, profile: [profile], notate, policy: [...policy] }, cli: none, absent });
    const dropped: ReplicatorState[] = [];
    const lists = new WholeLists((one) => void dropped.push(one));
    const notes: string[] = [];
    return { state, lists, dropped, notes, info: (note: string) => void notes.push(note) };
  }

  test("is whole if every line is understood or sets nothing", () => {
    const { state, lists, dropped, notes, info } = listsOf([]);
    expect(state.profiles.get("a")?.description).toBe("text");
    expect(state).not.toHaveProperty("unreadable");
    for (const list of ["policy", "notate"] as const) {
      expect(lists.lackOf({ state }, list)).toBeUndefined();
      expect(lists.mayHide({ state }, list, info)).toBe(false);
      lists.assertWhole({ state }, list);
    }
    expect(lackOf(emptyState(), "policy")).toBeUndefined();
    expect(notes).toEqual([]);
    expect(dropped).toEqual([]);
  });

  test("may hide something if a line is not understood, until it is read again", () => {
    const { state, lists, dropped, notes, info } = listsOf(["/api/2/one", "/api/2/two"]);
    const lack = 'show/config lists a line that this package does not understand: "/api/2/one" and 1 more';
    expect(lists.lackOf({ state }, "profile")).toBeUndefined();
    expect(dropped).toEqual([]);
    expect(lists.lackOf({ state }, "policy")).toBe(lack);
    expect(lists.mayHide({ state }, "policy", info)).toBe(true);
    expect(notes).toEqual([`${lack}. It is not treated as removed.`]);
    const assert = (): void => {
      lists.assertWhole({ state }, "policy");
    };
    expect(assert).toThrow(Refusal);
    expect(assert).toThrow(notes[0]);
    expect(new Set(dropped)).toEqual(new Set([state]));
  });

  test("that is absent shows of nothing that it was removed", () => {
    const { state, lists, info } = listsOf([], ["policy"]);
    expect(lists.lackOf({ state }, "policy")).toBe("show/config contains no list api.policy");
    expect(lists.lackOf({ state }, "profile")).toBeUndefined();
    for (const call of [lists.mayHide.bind(lists), lists.assertWhole.bind(lists)]) {
      expect(() => call({ state }, "policy", info)).toThrow(
        /no list api\.policy, so nothing .* pulumi state delete\.$/u,
      );
    }
  });
});
