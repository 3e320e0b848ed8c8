import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import type { Unique } from "./rows";
import { testLifecycle } from "./table";

/** Four profiles that others have made. */
const addProfiles = (sim: Simulator, { name, port }: Unique): void => {
  for (const [index, letter] of ["a", "a b", "c", "d"].entries()) {
    sim.mutate.addProfile(`${name} ${letter}`, port + 2 * index, port + 2 * index + 1);
  }
};

type Letter = "a" | "a b" | "c" | "d";

const profiles = ({ name }: Unique, ...letters: Letter[]): string[] => letters.map((letter) => `${name} ${letter}`);

/** A collector as declared. */
const collector =
  (letters: readonly Letter[], more: Properties = {}) =>
  (unique: Unique): Properties => ({ address: unique.address, profiles: profiles(unique, ...letters), ...more });

/** What the replicator holds of it. */
const held =
  (letters: readonly Letter[], more: Properties = {}) =>
  (unique: Unique): unknown => ({ memberOf: profiles(unique, ...letters), threshold: 0, note: undefined, ...more });

const join =
  (...letters: Letter[]) =>
  (sim: Simulator, unique: Unique): void => {
    for (const profile of profiles(unique, ...letters)) sim.mutate.addCollector(unique.address, profile);
  };
const leave =
  (...letters: Letter[]) =>
  (sim: Simulator, unique: Unique): void => {
    for (const profile of profiles(unique, ...letters)) sim.mutate.removeCollector(unique.address, profile);
  };

testLifecycle({
  kind: "Collector",

  held({ replicator: { store } }, _id, { address }) {
    const ip = String(address);
    const memberOf = [...store.profiles.values()]
      .filter(({ collectors }) => collectors.has(ip))
      .map(({ name }) => name);
    return { memberOf: memberOf.sort(), threshold: store.thresholds.get(ip) ?? 0, note: store.notes.get(ip) };
  },

  creates: [
    {
      title: "exclusive defaults to false; threshold and description stay unset",
      given: addProfiles,
      inputs: collector(["a"]),
      sends: ["collector/add", "rebuild"],
      holds: held(["a"]),
      computed: (unique) => ({ exclusive: false, memberOf: profiles(unique, "a") }),
      id: ({ address }) => address,
    },
    {
      title: "several profiles, a threshold and a description",
      given: addProfiles,
      inputs: collector(["c", "a"], { threshold: 500, description: "Rack 4 (50%)" }),
      sends: ["collector/add", "collector/add", "notate/ip", "collector/threshold", "rebuild"],
      holds: held(["a", "c"], { threshold: 500, note: "Rack 4 (50%)" }),
      computed: (unique) => ({ memberOf: profiles(unique, "a", "c") }),
    },
    {
      title: "threshold 0 is none, and nothing is sent for it",
      given: addProfiles,
      inputs: collector(["a"], { threshold: 0 }),
      sends: ["collector/add", "rebuild"],
      holds: held(["a"]),
    },
  ],

  equals: [
    {
      title: "order of profiles",
      given: addProfiles,
      from: collector(["a", "c"]),
      to: collector(["c", "a"]),
    },
    {
      title: "order of profiles whose names begin alike",
      given: addProfiles,
      from: collector(["a b", "a"]),
      to: collector(["a", "a b"]),
    },
    {
      title: "a profile that is named twice",
      given: addProfiles,
      from: collector(["a", "c"]),
      to: collector(["a", "c", "a"]),
    },
    { title: "onExisting", given: addProfiles, from: collector(["a"]), to: collector(["a"], { onExisting: "adopt" }) },
  ],

  updates: [
    {
      title: "a profile is added in place",
      given: addProfiles,
      from: collector(["a"]),
      to: collector(["a", "c"]),
      sends: ["collector/add", "rebuild"],
      holds: held(["a", "c"]),
    },
    {
      title: "a profile is left in place",
      given: addProfiles,
      from: collector(["a", "c"]),
      to: collector(["c"]),
      sends: ["collector/remove", "rebuild"],
      holds: held(["c"]),
    },
    {
      title: "another profile instead: added there, then removed here",
      given: addProfiles,
      from: collector(["a"]),
      to: collector(["c"]),
      sends: ["collector/add", "collector/remove", "rebuild"],
      holds: held(["c"]),
    },
    {
      title: "the threshold changes in place",
      given: addProfiles,
      from: collector(["a"], { threshold: 500 }),
      to: collector(["a"], { threshold: 900 }),
      sends: ["collector/threshold", "rebuild"],
      holds: held(["a"], { threshold: 900 }),
    },
    {
      title: "threshold 0 removes it",
      given: addProfiles,
      from: collector(["a"], { threshold: 500 }),
      to: collector(["a"], { threshold: 0 }),
      sends: ["collector/threshold", "rebuild"],
      holds: held(["a"]),
    },
    {
      title: "an unset threshold is unmanaged: what is set stays, and an info line says so",
      given: addProfiles,
      from: collector(["a"], { threshold: 500 }),
      to: collector(["a"]),
      sends: [],
      holds: held(["a"], { threshold: 500 }),
      says: /^warning: Collector "10\.\d+\.\d+\.7" on .*threshold is no longer managed/u,
    },
    {
      title: "the description changes in place",
      given: addProfiles,
      from: collector(["a"], { description: "before" }),
      to: collector(["a"], { description: "after" }),
      sends: ["notate/ip", "rebuild"],
      holds: held(["a"], { note: "after" }),
    },
    {
      title: "removing the description leaves the text and says so",
      given: addProfiles,
      from: collector(["a"], { description: "stays" }),
      to: collector(["a"]),
      sends: [],
      holds: held(["a"], { note: "stays" }),
      says: /^warning: Collector .*description is no longer managed.*stays/u,
    },
    {
      title: "another address replaces, and the old one is removed first",
      given: addProfiles,
      from: collector(["a"]),
      to: (unique) => ({ ...collector(["a"])(unique), address: unique.address.replace(/7$/u, "8") }),
      step: "replace",
      sends: ["collector/remove", "rebuild", "collector/add", "rebuild"],
      holds: held(["a"]),
    },
  ],

  partials: [
    {
      title: "a member of one profile, but not of the other: the next up adds the missing one",
      given: addProfiles,
      inputs: collector(["a", "c"], { threshold: 7 }),
      fault: () => ({ match: "collector/add", skip: 1, times: 1, kind: { refuse: "Not now" } }),
      says: /Not now/u,
      heals: ["collector/add", "collector/threshold", "rebuild"],
      holds: held(["a", "c"], { threshold: 7 }),
    },
    {
      title: "a member, but without threshold: the next up sends only the threshold",
      given: addProfiles,
      inputs: collector(["a"], { threshold: 7 }),
      fault: () => ({ match: "collector/threshold", times: 1, kind: { refuse: "Not now" } }),
      says: /Not now/u,
      heals: ["collector/threshold", "rebuild"],
      holds: held(["a"], { threshold: 7 }),
    },
    {
      title: "added to the new profile, but not removed from the old one: the next up removes it",
      given: addProfiles,
      from: collector(["a"]),
      inputs: collector(["c"]),
      fault: () => ({ match: "collector/remove", times: 1, kind: { refuse: "Not now" } }),
      says: /Not now/u,
      heals: ["collector/remove", "rebuild"],
      holds: held(["c"]),
    },
  ],

  refusals: [
    {
      title: "a profile that does not exist",
      inputs: collector(["d"]),
      says: /failed: .*Profile Collector row \d+ d does not exist/u,
    },
  ],

  changesByHand: [
    {
      title: "a membership that was removed by hand shows and comes back",
      given: addProfiles,
      inputs: collector(["a", "c"]),
      byHand: leave("a"),
      shows: (unique) => ({ profiles: profiles(unique, "c"), memberOf: profiles(unique, "c") }),
      repairs: ["collector/add", "rebuild"],
      holds: held(["a", "c"]),
    },
    {
      title: "a membership that others added shows in memberOf and is left alone",
      given: addProfiles,
      inputs: collector(["a"]),
      byHand: join("d"),
      shows: (unique) => ({ memberOf: profiles(unique, "a", "d") }),
      repairs: [],
      holds: held(["a", "d"]),
      afterwards: leave("d"),
    },
    {
      title: "exclusive: a membership that others added shows and is removed",
      given: addProfiles,
      inputs: collector(["a"], { exclusive: true }),
      byHand: join("d"),
      shows: (unique) => ({ profiles: profiles(unique, "a", "d"), memberOf: profiles(unique, "a", "d") }),
      repairs: ["collector/remove", "rebuild"],
      holds: held(["a"]),
    },
    {
      title: "a threshold that was changed by hand shows and is repaired",
      given: addProfiles,
      inputs: collector(["a"], { threshold: 500 }),
      byHand: (sim, { address }) => {
        sim.mutate.setThreshold(address, 1);
      },
      shows: () => ({ threshold: 1 }),
      repairs: ["collector/threshold", "rebuild"],
      holds: held(["a"], { threshold: 500 }),
    },
    {
      title: "a threshold that was removed by hand shows as 0 and is set again",
      given: addProfiles,
      inputs: collector(["a"], { threshold: 500 }),
      byHand: (sim, { address }) => {
        sim.mutate.setThreshold(address, 0);
      },
      shows: () => ({ threshold: 0 }),
      repairs: ["collector/threshold", "rebuild"],
      holds: held(["a"], { threshold: 500 }),
    },
    {
      title: "a description that was changed by hand shows and is repaired",
      given: addProfiles,
      inputs: collector(["a"], { description: "declared" }),
      byHand: (sim, { address }) => {
        sim.mutate.setNote(address, "by hand");
      },
      shows: () => ({ description: "by hand" }),
      repairs: ["notate/ip", "rebuild"],
      holds: held(["a"], { note: "declared" }),
    },
    {
      title: "a description that was cleared by hand shows and is set again",
      given: addProfiles,
      inputs: collector(["a"], { description: "declared" }),
      byHand: (sim, { address }) => {
        sim.mutate.setNote(address, undefined);
      },
      shows: () => ({ description: undefined }),
      repairs: ["notate/ip", "rebuild"],
      holds: held(["a"], { note: "declared" }),
    },
    {
      title: "threshold and description that are not declared are not managed",
      given: addProfiles,
      inputs: collector(["a"]),
      byHand: (sim, { address }) => {
        sim.mutate.setThreshold(address, 5);
        sim.mutate.setNote(address, "by hand");
      },
      shows: () => "same",
      repairs: [],
      holds: held(["a"], { threshold: 5, note: "by hand" }),
    },
    {
      title: "alarms and counters are no outputs, so they are no change",
      given: addProfiles,
      inputs: collector(["a"]),
      byHand: (sim, { address }) => {
        sim.mutate.raiseAlarm("collector", address, 2055);
      },
      shows: () => "same",
      repairs: [],
      holds: held(["a"]),
    },
    {
      title: "a collector that was removed by hand from all its profiles is gone, and is created again",
      given: addProfiles,
      inputs: collector(["a", "c"], { threshold: 4 }),
      byHand: leave("a", "c"),
      shows: () => "gone",
      repairs: ["collector/add", "collector/add", "collector/threshold", "rebuild"],
      holds: held(["a", "c"], { threshold: 4 }),
    },
  ],

  adoptions: [
    {
      title: "in a declared profile is an error by default that names it and the line to add",
      given: addProfiles,
      exists: join("a"),
      inputs: collector(["a"]),
      outcome: /^Collector "10\.\d+\.\d+\.7" on .*exists already.*onExisting: "adopt"/u,
      holds: held(["a"]),
      afterwards: leave("a"),
    },
    {
      title: 'is taken over with "adopt", completed, and removed by destroy from what is declared',
      given: addProfiles,
      exists: join("a", "d"),
      inputs: collector(["a", "c"], { threshold: 9, onExisting: "adopt" }),
      outcome: ["collector/add", "collector/threshold", "rebuild"],
      holds: held(["a", "c", "d"], { threshold: 9 }),
      afterwards: leave("d"),
    },
    {
      title: 'that is as declared is taken over by "adoptIfEqual"',
      given: addProfiles,
      exists: join("a", "a b", "d"),
      inputs: collector(["a b", "a"], { onExisting: "adoptIfEqual" }),
      outcome: [],
      holds: held(["a", "a b", "d"]),
      afterwards: leave("d"),
    },
    {
      title: '"adoptIfEqual" refuses one that differs and names in what',
      given: addProfiles,
      exists: join("a"),
      inputs: collector(["a", "c"], { threshold: 9, onExisting: "adoptIfEqual" }),
      outcome: /differs in profiles, threshold|differs in threshold, profiles/u,
      holds: held(["a"]),
      afterwards: leave("a"),
    },
    {
      title: "in other profiles only is no conflict, and stays there",
      given: addProfiles,
      exists: join("d"),
      inputs: collector(["a"]),
      outcome: ["collector/add", "rebuild"],
      holds: held(["a", "d"]),
      afterwards: leave("d"),
    },
    {
      title: "in other profiles is taken out of them by exclusive",
      given: addProfiles,
      exists: join("d"),
      inputs: collector(["a"], { exclusive: true }),
      outcome: ["collector/add", "collector/remove", "rebuild"],
      holds: held(["a"]),
    },
  ],
});
