import fc from "fast-check";
import { assignedTo, type Change, type Fate, fates, follow, type Objects, together } from "./refactor-objects";
import { type Item, nameOf, type Value } from "./refactoring";
import { legacyProfile } from "./slots";

type Side = "before" | "after";
const sides = ["before", "after"] as const;

const memberIn = fc.record({
  profiles: fc.subarray(["north", "south", legacyProfile], { minLength: 1 }),
  threshold: fc.constantFrom(100, 100, 2500),
  note: fc.constantFrom(undefined, "rack 1", "rack 2"),
});
const member = fc.record({ before: memberIn, after: memberIn, isRenamed: fc.boolean(), isMoved: fc.boolean() });
const policyAt = fc.option(fc.nat(3), { nil: undefined, freq: 1 });

/** The networks and the three profiles in which a policy may be. */
const places = ["10.7.0.0/16", "10.8.0.0/24"].flatMap((cidr) =>
  ["north", "south", legacyProfile].map((profile) => ({ cidr, profile })),
);
const policies = fc.tuple(...places.map(() => policyAt));

const choice = fc.record({
  north: fc.constantFrom<Fate>("same", "same", "renamed", "changed", "renamedAndChanged"),
  /** Whether a changed profile gets a new name. Resources that depend on it must follow. */
  newName: fc.boolean(),
  south: fc.constantFrom(...fates, "same"),
  collector: fc.option(member, { nil: undefined }),
  exporter: fc.option(member, { nil: undefined }),
  policies: fc.option(fc.record({ before: policies, after: policies, flipped: fc.boolean() }), { nil: undefined }),
});
type Choice = typeof choice extends fc.Arbitrary<infer T> ? T : never;

/** Two profiles with their members and policies, which move, change owners and get other names. */
export const profiles: fc.Arbitrary<Change> = choice.map((chosen) => {
  const sideOf = (side: Side): Objects => ({
    ...membersOf("Collector", chosen, side),
    ...membersOf("Exporter", chosen, side),
    ...policiesOf(chosen, side),
  });
  return together([profilesOf(chosen), { before: sideOf("before"), after: sideOf("after") }]);
});

function profilesOf({ north, newName, south }: Choice): Change {
  const facts = (name: string, port: number, more: Item["inputs"] = {}): Item["inputs"] => ({
    name,
    listeningPort: port,
    sendingPort: port + 1,
    enabled: true,
    singularity: false,
    ...more,
  });
  const change = { enabled: false, description: "rack 2" };
  // If the resource has a new Pulumi name too, a profile with a new name is a different profile.
  const changed = newName && north === "changed" ? facts("north-renamed", 12_000) : facts("north", 12_000, change);
  return together([
    follow(north, "north", "north", "ReplicatorProfile", [facts("north", 12_000), changed]),
    follow(south, "south", "south", "ReplicatorProfile", [facts("south", 13_000), facts("south", 13_000, change)]),
  ]);
}

/** Whether a program declares a profile, or the profile is foreign. */
function isThere({ south }: Choice, profile: string, side: Side): boolean {
  return profile !== "south" || south !== (side === "before" ? "added" : "removed");
}

function membersOf(kind: "Collector" | "Exporter", chosen: Choice, side: Side): Objects {
  const one = kind === "Collector" ? chosen.collector : chosen.exporter;
  if (one === undefined) return {};
  const editionOf = (of: Side): Item["inputs"] => {
    const { profiles: wanted, threshold, note } = one[one.isMoved ? of : "before"];
    const there = wanted.filter((profile) =>
      sides.every((at) => (one.isMoved && at !== of) || isThere(chosen, profile, at)),
    );
    return {
      address: kind === "Collector" ? "10.5.0.1" : "10.6.0.1",
      profiles: (there.length === 0 ? ["north"] : there).map(nameOf),
      ...(kind === "Collector" ? { threshold } : {}),
      ...(note === undefined ? {} : { description: note }),
    };
  };
  const fate = one.isRenamed ? "renamedAndChanged" : "changed";
  const slot = kind.toLowerCase();
  return follow(fate, slot, slot, kind, [editionOf("before"), editionOf("after")])[side];
}

function policiesOf(chosen: Choice, side: Side): Objects {
  if (chosen.policies === undefined) return {};
  const { [side]: wanted, flipped } = chosen.policies;
  const slots = wanted.map((slot, index) => (isThere(chosen, places[index]?.profile ?? "", side) ? slot : undefined));
  return assignedTo(slots, "policy", (index) => {
    const { cidr = "", profile = "" } = places[index] ?? {};
    const isSecond = index >= places.length / 2;
    const isFlipped = isSecond && flipped && side === "after";
    return { kind: "Policy", inputs: { cidr, profile: nameOf(profile), kind: isFlipped ? "exclude" : "include" } };
  });
}

const onDestroy = fc.constantFrom("restore", "restore", "restore", "leave", "disable");

/** Settings whose resources get other names, other values, or both. */
export const settings: fc.Arbitrary<Change> = fc
  .record({ alarm: fc.constantFrom(...fates), ping: fc.constantFrom(...fates), end: onDestroy })
  .map(({ alarm, ping, end }) => {
    const of = (name: string, rest: Record<string, Value>): Item["inputs"] => ({ name, ...rest });
    // A setting that the second program no longer declares is restored. Otherwise it would keep the value of the first
    // one.
    const kept = alarm === "removed" ? {} : { onDestroy: end };
    return together([
      follow(alarm, "alarm", "alarm", "Setting", [
        of("flowStopAlert", { value: 45, enabled: true, ...kept }),
        of("flowStopAlert", { value: "46", enabled: true, ...kept }),
      ]),
      follow(ping, "ping", "ping", "Setting", [
        of("pingCollectors", { enabled: false }),
        of("pingCollectors", { enabled: true }),
      ]),
    ]);
  });
