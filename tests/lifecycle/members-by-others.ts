import { addProfile, addProfiles, profiles, type Member } from "./members";
import type { AdoptionRow, HandRow } from "./rows";

/** What others do to a collector or exporter between two runs. */
export const changesByHand = ({ entity, declared, held, join, leave }: Member): readonly HandRow[] => [
  {
    title: "a membership that was removed by hand shows and comes back",
    given: addProfiles,
    inputs: declared(["a", "c"]),
    byHand: leave("a"),
    shows: (unique) => ({ profiles: profiles(unique, "c"), memberOf: profiles(unique, "c") }),
    repairs: [`${entity}/add`, "rebuild"],
    holds: held(["a", "c"]),
  },
  {
    title: "a membership that others added shows in memberOf and is left alone",
    given: addProfiles,
    inputs: declared(["a"]),
    byHand: join("d"),
    shows: (unique) => ({ memberOf: profiles(unique, "a", "d") }),
    repairs: [],
    holds: held(["a", "d"]),
    afterwards: leave("d"),
  },
  {
    title: "exclusive: a membership that others added shows and is removed",
    given: addProfiles,
    inputs: declared(["a"], { exclusive: true }),
    byHand: join("d"),
    shows: (unique) => ({ profiles: profiles(unique, "a", "d"), memberOf: profiles(unique, "a", "d") }),
    repairs: [`${entity}/remove`, "rebuild"],
    holds: held(["a"]),
  },
  {
    title: "a description that was changed by hand shows and is repaired",
    given: addProfiles,
    inputs: declared(["a"], { description: "declared" }),
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
    inputs: declared(["a"], { description: "declared" }),
    byHand: (sim, { address }) => {
      sim.mutate.setNote(address, undefined);
    },
    shows: () => ({ description: undefined }),
    repairs: ["notate/ip", "rebuild"],
    holds: held(["a"], { note: "declared" }),
  },
  {
    title: "a description that is not declared is not managed",
    given: addProfiles,
    inputs: declared(["a"]),
    byHand: (sim, { address }) => {
      sim.mutate.setNote(address, "by hand");
    },
    shows: () => "same",
    repairs: [],
    holds: held(["a"], { note: "by hand" }),
  },
  {
    title: "alarms and counters are no outputs, so they are no change",
    given: addProfiles,
    inputs: declared(["a"]),
    byHand: (sim, { address }) => {
      sim.mutate.sendTraffic(address, { packetsPerSecond: 99 });
      sim.mutate.raiseAlarm(entity, address, 2055);
    },
    shows: () => "same",
    repairs: [],
    holds: held(["a"]),
  },
  {
    title: "a member that was removed by hand from all its profiles is gone, and is created again",
    given: addProfiles,
    inputs: declared(["a", "c"]),
    byHand: leave("a", "c"),
    shows: () => "gone",
    repairs: [`${entity}/add`, `${entity}/add`, "rebuild"],
    holds: held(["a", "c"]),
  },
  {
    title: "a profile that others removed and created again shows as a lost membership, which comes back",
    given: addProfiles,
    inputs: declared(["a", "c"]),
    byHand: (sim, unique) => {
      for (const profile of profiles(unique, "c")) sim.mutate.removeProfile(profile);
      addProfile(sim, unique, "c");
    },
    shows: (unique) => ({ profiles: profiles(unique, "a"), memberOf: profiles(unique, "a") }),
    repairs: [`${entity}/add`, "rebuild"],
    holds: held(["a", "c"]),
  },
];

/** A collector or exporter that already exists when the resource is created. */
export const adoptions = ({ kind, entity, declared, held, join, leave }: Member): readonly AdoptionRow[] => [
  {
    title: "in a declared profile is an error by default that names it and the line to add",
    given: addProfiles,
    exists: join("a"),
    inputs: declared(["a"]),
    outcome: new RegExp(`^${kind} "10\\.\\d+\\.\\d+\\.7" on .*already exists.*onExisting: "adopt"`, "u"),
    holds: held(["a"]),
    afterwards: leave("a"),
  },
  {
    title: 'is taken over with "adopt", completed, and removed by destroy from what is declared',
    given: addProfiles,
    exists: join("a", "d"),
    inputs: declared(["a", "c"], { onExisting: "adopt" }),
    outcome: [`${entity}/add`, "rebuild"],
    holds: held(["a", "c", "d"]),
    afterwards: leave("d"),
  },
  {
    title: 'that is as declared is taken over by "adoptIfEqual"',
    given: addProfiles,
    exists: join("a", "a b", "d"),
    inputs: declared(["a b", "a"], { onExisting: "adoptIfEqual" }),
    outcome: [],
    holds: held(["a", "a b", "d"]),
    afterwards: leave("d"),
  },
  {
    title: '"adoptIfEqual" refuses one that differs and names in what',
    given: addProfiles,
    exists: join("a"),
    inputs: declared(["a", "c"], { description: "text", onExisting: "adoptIfEqual" }),
    outcome: /differs from what is declared: profiles \+ .+; description /u,
    holds: held(["a"]),
    afterwards: leave("a"),
  },
  {
    title: "in other profiles only is no conflict, and stays there",
    given: addProfiles,
    exists: join("d"),
    inputs: declared(["a"]),
    outcome: [`${entity}/add`, "rebuild"],
    holds: held(["a", "d"]),
    afterwards: leave("d"),
  },
  {
    title: "in other profiles is taken out of them by exclusive",
    given: addProfiles,
    exists: join("d"),
    inputs: declared(["a"], { exclusive: true }),
    outcome: [`${entity}/add`, `${entity}/remove`, "rebuild"],
    holds: held(["a"]),
  },
];
