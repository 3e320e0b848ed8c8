import fc from "fast-check";
import { emptyState, policyKey, type ReplicatorState } from "../../../provider/appliance/replicator/state";
import { apply } from "../../../provider/appliance/replicator/verbs";
import { commandPath, parseCommand, type Command } from "../../../provider/replicator/commands";

const names = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "prod",
    "prod-2",
    "0",
    "total",
    "__proto__",
    "constructor",
    "a b",
    "a?b",
    "a#b",
    "%2e%2e",
    "a%2Fb",
    "a'b(c)*!",
  ),
  fc
    .string({ unit: "grapheme-ascii", minLength: 1, maxLength: 12 })
    .filter((name) => !/[/\\]/u.test(name) && name.trim() === name && !/^\.{1,2}$/u.test(name)),
);
const addresses = fc.nat(7).map((host) => `10.0.0.${host}`);
const ports = fc.integer({ min: 1, max: 65535 });

const profiles = fc.uniqueArray(
  fc.record({
    name: names,
    listeningPort: ports,
    sendingPort: ports,
    enabled: fc.boolean(),
    singularity: fc.boolean(),
    description: fc.option(names, { nil: undefined }),
  }),
  { selector: ({ name }) => name, minLength: 1, maxLength: 5 },
);

/** Any configuration of a replicator. Its members and policies belong to existing profiles. */
const filled: fc.Arbitrary<ReplicatorState> = profiles.chain((list) => {
  const known = list.map(({ name }) => name);
  const collector = fc.record({
    address: addresses,
    profiles: fc.subarray(known, { minLength: 1 }),
    threshold: fc.nat(),
  });
  const policy = fc.record({
    network: addresses,
    prefix: fc.nat(32),
    profile: fc.constantFrom(...known),
    kind: fc.constantFrom("include" as const, "exclude" as const),
  });
  return fc
    .record({
      collectors: fc.uniqueArray(collector, { selector: ({ address }) => address }),
      policies: fc.uniqueArray(policy, { selector: policyKey, maxLength: 8 }),
      notes: fc.uniqueArray(fc.tuple(addresses, names), { selector: ([address]) => address }),
    })
    .map(({ collectors, policies, notes }) => ({
      profiles: new Map(list.map(({ name, ...profile }) => [name, profile])),
      collectors: new Map(
        collectors.map((one) => [one.address, { profiles: new Set(one.profiles), threshold: one.threshold }]),
      ),
      policies: new Map(policies.map((one) => [policyKey(one), one])),
      notes: new Map(notes),
    }));
});
const states = fc.oneof({ weight: 1, arbitrary: fc.constant(emptyState()) }, { weight: 20, arbitrary: filled });

/** The commands that create a configuration, as `show/config` lists them. */
function listed({ profiles: all, collectors, policies, notes }: ReplicatorState): Command[] {
  const ofProfiles = [...all].flatMap(([name, profile]): Command[] => {
    const { listeningPort, sendingPort, enabled, singularity } = profile;
    return [
      { verb: "profile/add", name, listeningPort, sendingPort },
      ...(enabled ? [] : [{ verb: "profile/disable", name } as const]),
      ...(singularity ? [{ verb: "profile/singularity", name, singularity } as const] : []),
    ];
  });
  const ofCollectors = [...collectors].flatMap(([address, { profiles: members, threshold }]): Command[] => [
    ...[...members].map((profile) => ({ verb: "collector/add", address, profile }) as const),
    ...(threshold === 0 ? [] : [{ verb: "collector/threshold", address, threshold } as const]),
  ]);
  const ofPolicies = [...policies.values()].map((policy): Command => ({ verb: "policies/add", ...policy }));
  const ofNotes = [...all].flatMap(([profile, { description }]): Command[] =>
    description === undefined ? [] : [{ verb: "notate/profile", profile, description }],
  );
  const ofAddresses = [...notes].map(([address, description]): Command => ({
    verb: "notate/ip",
    address,
    description,
  }));
  return [...ofProfiles, ...ofCollectors, ...ofPolicies, ...ofNotes, ...ofAddresses];
}

function made(commands: readonly (Command | undefined)[]): ReplicatorState {
  const state = emptyState();
  for (const command of commands) if (command !== undefined) apply(state, command);
  return state;
}

test("F117: applying the commands that show/config lists, parsed from their paths, recreates the configuration", () => {
  fc.assert(
    fc.property(states, (state) => {
      expect(made(listed(state).map((command) => parseCommand(commandPath(command))))).toEqual(state);
    }),
    { numRuns: 300 },
  );
});

test("the lists of show/config may come in any order after the profiles", () => {
  const shuffled = states.chain((state) => {
    const commands = listed(state);
    const ofProfiles = commands.filter(({ verb }) => verb.startsWith("profile/"));
    const others = commands.filter(({ verb }) => !verb.startsWith("profile/"));
    const order = fc.shuffledSubarray(others, { minLength: others.length });
    return order.map((rest) => ({ state, commands: [...ofProfiles, ...rest] }));
  });
  fc.assert(
    fc.property(shuffled, ({ state, commands }) => {
      expect(made(commands)).toEqual(state);
    }),
  );
});

describe("a command that was already applied", () => {
  const commands: fc.Arbitrary<Command> = fc.oneof(
    fc.record({
      verb: fc.constantFrom("profile/add" as const, "profile/update" as const),
      name: names,
      listeningPort: ports,
      sendingPort: ports,
    }),
    fc.record({ verb: fc.constant("profile/rename" as const), current: names, name: fc.constant("new name") }),
    fc.record({
      verb: fc.constantFrom("profile/enable" as const, "profile/disable" as const, "profile/remove" as const),
      name: names,
    }),
    fc.record({ verb: fc.constant("profile/singularity" as const), name: names, singularity: fc.boolean() }),
    fc.record({
      verb: fc.constantFrom("collector/add" as const, "collector/remove" as const),
      address: addresses,
      profile: names,
    }),
    fc.record({ verb: fc.constant("collector/threshold" as const), address: addresses, threshold: fc.nat() }),
    fc.record({ verb: fc.constant("notate/profile" as const), profile: names, description: names }),
    fc.record({ verb: fc.constant("notate/ip" as const), address: addresses, description: names }),
  );

  test("changes nothing when applied again, so a list that includes a write may be patched with it", () => {
    fc.assert(
      fc.property(states, commands, (state, command) => {
        const once = structuredClone(state);
        apply(once, command);
        const twice = structuredClone(once);
        apply(twice, command);
        expect(twice).toEqual(once);
      }),
      { numRuns: 500 },
    );
  });
});

describe("applying a command to a configuration", () => {
  const start = (): ReplicatorState =>
    made([
      { verb: "profile/add", name: "a", listeningPort: 1, sendingPort: 2 },
      { verb: "profile/add", name: "b", listeningPort: 3, sendingPort: 4 },
      { verb: "collector/add", address: "10.0.0.1", profile: "a" },
      { verb: "collector/add", address: "10.0.0.1", profile: "b" },
      { verb: "collector/add", address: "10.0.0.2", profile: "a" },
      { verb: "collector/threshold", address: "10.0.0.2", threshold: 5 },
      { verb: "policies/add", network: "10.0.0.0", prefix: 8, profile: "a", kind: "include" },
      { verb: "notate/ip", address: "10.0.0.2", description: "note" },
    ]);

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
