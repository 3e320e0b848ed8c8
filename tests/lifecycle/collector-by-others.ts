import { addProfiles, collector, held, join, leave, profiles } from "./collector-samples";
import type { AdoptionRow, HandRow } from "./rows";

/** What others do to the object between two runs. */
export const changesByHand: readonly HandRow[] = [
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
];

/** What others created before the object is declared. */
export const adoptions: readonly AdoptionRow[] = [
  {
    title: "in a declared profile is an error by default that names it and the line to add",
    given: addProfiles,
    exists: join("a"),
    inputs: collector(["a"]),
    outcome: /^Collector "10\.\d+\.\d+\.7" on .*already exists.*onExisting: "adopt"/u,
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
    outcome: /differs from what is declared: profiles \+ .+; threshold 0 -> 9/u,
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
];
