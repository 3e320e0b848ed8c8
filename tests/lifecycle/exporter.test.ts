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

/** An exporter as declared. */
const exporter =
  (letters: readonly Letter[], more: Properties = {}) =>
  (unique: Unique): Properties => ({ address: unique.address, profiles: profiles(unique, ...letters), ...more });

/** What the replicator holds of it. */
const held =
  (letters: readonly Letter[], note?: string) =>
  (unique: Unique): unknown => ({ memberOf: profiles(unique, ...letters), note });

const join =
  (...letters: Letter[]) =>
  (sim: Simulator, unique: Unique): void => {
    for (const profile of profiles(unique, ...letters)) sim.mutate.addExporter(unique.address, profile);
  };
const leave =
  (...letters: Letter[]) =>
  (sim: Simulator, unique: Unique): void => {
    for (const profile of profiles(unique, ...letters)) sim.mutate.removeExporter(unique.address, profile);
  };

testLifecycle({
  kind: "Exporter",

  held({ replicator: { store } }, _id, { address }) {
    const ip = String(address);
    const memberOf = [...store.profiles.values()].filter(({ exporters }) => exporters.has(ip)).map(({ name }) => name);
    return { memberOf: memberOf.sort(), note: store.notes.get(ip) };
  },

  creates: [
    {
      title: "exclusive defaults to false; the description stays unset",
      given: addProfiles,
      inputs: exporter(["a"]),
      sends: ["exporter/add", "rebuild"],
      holds: held(["a"]),
      computed: (unique) => ({ exclusive: false, memberOf: profiles(unique, "a") }),
      id: ({ address }) => address,
    },
    {
      title: "several profiles and a description",
      given: addProfiles,
      inputs: exporter(["c", "a"], { description: "Core router (50%)" }),
      sends: ["exporter/add", "exporter/add", "notate/ip", "rebuild"],
      holds: held(["a", "c"], "Core router (50%)"),
      computed: (unique) => ({ memberOf: profiles(unique, "a", "c") }),
    },
    {
      title: "an address that is a collector too: both are kept apart",
      given: (sim, unique) => {
        addProfiles(sim, unique);
        for (const profile of profiles(unique, "a")) sim.mutate.addCollector(unique.address, profile);
      },
      inputs: exporter(["a", "c"]),
      sends: ["exporter/add", "exporter/add", "rebuild"],
      holds: held(["a", "c"]),
    },
  ],

  equals: [
    { title: "order of profiles", given: addProfiles, from: exporter(["a", "c"]), to: exporter(["c", "a"]) },
    {
      title: "order of profiles whose names begin alike",
      given: addProfiles,
      from: exporter(["a b", "a"]),
      to: exporter(["a", "a b"]),
    },
    { title: "onExisting", given: addProfiles, from: exporter(["a"]), to: exporter(["a"], { onExisting: "adopt" }) },
  ],

  updates: [
    {
      title: "a profile is added in place",
      given: addProfiles,
      from: exporter(["a"]),
      to: exporter(["a", "c"]),
      sends: ["exporter/add", "rebuild"],
      holds: held(["a", "c"]),
    },
    {
      title: "a profile is left in place",
      given: addProfiles,
      from: exporter(["a", "c"]),
      to: exporter(["c"]),
      sends: ["exporter/remove", "rebuild"],
      holds: held(["c"]),
    },
    {
      title: "another profile instead: added there, then removed here",
      given: addProfiles,
      from: exporter(["a"]),
      to: exporter(["c"]),
      sends: ["exporter/add", "exporter/remove", "rebuild"],
      holds: held(["c"]),
    },
    {
      title: "the description changes in place",
      given: addProfiles,
      from: exporter(["a"], { description: "before" }),
      to: exporter(["a"], { description: "after" }),
      sends: ["notate/ip", "rebuild"],
      holds: held(["a"], "after"),
    },
    {
      title: "removing the description leaves the text and says so",
      given: addProfiles,
      from: exporter(["a"], { description: "stays" }),
      to: exporter(["a"]),
      sends: [],
      holds: held(["a"], "stays"),
      says: /^warning: Exporter .*description is no longer managed.*stays/u,
    },
    {
      title: "exclusive from now on removes what others added",
      given: (sim, unique) => {
        addProfiles(sim, unique);
      },
      from: exporter(["a", "c"], { exclusive: true }),
      to: exporter(["a"], { exclusive: true }),
      sends: ["exporter/remove", "rebuild"],
      holds: held(["a"]),
    },
    {
      title: "another address replaces, and the old one is removed first",
      given: addProfiles,
      from: exporter(["a"]),
      to: (unique) => ({ ...exporter(["a"])(unique), address: unique.address.replace(/7$/u, "8") }),
      step: "replace",
      sends: ["exporter/remove", "rebuild", "exporter/add", "rebuild"],
      holds: held(["a"]),
    },
  ],

  partials: [
    {
      title: "a member of one profile, but not of the other: the next up adds the missing one",
      given: addProfiles,
      inputs: exporter(["a", "c"], { description: "text" }),
      fault: () => ({ match: "exporter/add", skip: 1, times: 1, kind: { refuse: "Not now" } }),
      says: /Not now/u,
      heals: ["exporter/add", "notate/ip", "rebuild"],
      holds: held(["a", "c"], "text"),
    },
    {
      title: "a member, but without description: the next up sends only the description",
      given: addProfiles,
      inputs: exporter(["a"], { description: "text" }),
      fault: () => ({ match: "notate/ip", times: 1, kind: { refuse: "Not now" } }),
      says: /Not now/u,
      heals: ["notate/ip", "rebuild"],
      holds: held(["a"], "text"),
    },
    {
      title: "added to the new profile, but not removed from the old one: the next up removes it",
      given: addProfiles,
      from: exporter(["a"]),
      inputs: exporter(["c"]),
      fault: () => ({ match: "exporter/remove", times: 1, kind: { refuse: "Not now" } }),
      says: /Not now/u,
      heals: ["exporter/remove", "rebuild"],
      holds: held(["c"]),
    },
  ],

  refusals: [
    {
      title: "a profile that does not exist",
      inputs: exporter(["d"]),
      says: /failed: .*Profile Exporter row \d+ d does not exist/u,
    },
    {
      title: "a secondary appliance, in its own words",
      given: (sim, unique) => {
        addProfiles(sim, unique);
        sim.mutate.setRole("secondary");
      },
      inputs: exporter(["a"]),
      says: /failed: .*secondary/iu,
      afterwards: (sim) => {
        sim.mutate.setRole("primary");
      },
    },
  ],

  changesByHand: [
    {
      title: "a membership that was removed by hand shows and comes back",
      given: addProfiles,
      inputs: exporter(["a", "c"]),
      byHand: leave("a"),
      shows: (unique) => ({ profiles: profiles(unique, "c"), memberOf: profiles(unique, "c") }),
      repairs: ["exporter/add", "rebuild"],
      holds: held(["a", "c"]),
    },
    {
      title: "a membership that others added shows in memberOf and is left alone",
      given: addProfiles,
      inputs: exporter(["a"]),
      byHand: join("d"),
      shows: (unique) => ({ memberOf: profiles(unique, "a", "d") }),
      repairs: [],
      holds: held(["a", "d"]),
      afterwards: leave("d"),
    },
    {
      title: "exclusive: a membership that others added shows and is removed",
      given: addProfiles,
      inputs: exporter(["a"], { exclusive: true }),
      byHand: join("d"),
      shows: (unique) => ({ profiles: profiles(unique, "a", "d"), memberOf: profiles(unique, "a", "d") }),
      repairs: ["exporter/remove", "rebuild"],
      holds: held(["a"]),
    },
    {
      title: "a description that was changed by hand shows and is repaired",
      given: addProfiles,
      inputs: exporter(["a"], { description: "declared" }),
      byHand: (sim, { address }) => {
        sim.mutate.setNote(address, "by hand");
      },
      shows: () => ({ description: "by hand" }),
      repairs: ["notate/ip", "rebuild"],
      holds: held(["a"], "declared"),
    },
    {
      title: "a description that is not declared is not managed",
      given: addProfiles,
      inputs: exporter(["a"]),
      byHand: (sim, { address }) => {
        sim.mutate.setNote(address, "by hand");
      },
      shows: () => "same",
      repairs: [],
      holds: held(["a"], "by hand"),
    },
    {
      title: "traffic and alarms are no outputs, so they are no change",
      given: addProfiles,
      inputs: exporter(["a"]),
      byHand: (sim, { address }) => {
        sim.mutate.sendTraffic(address, { packetsPerSecond: 99 });
        sim.mutate.raiseAlarm("exporter", address, 2055);
      },
      shows: () => "same",
      repairs: [],
      holds: held(["a"]),
    },
    {
      title: "an exporter that was removed by hand from all its profiles is gone, and is created again",
      given: addProfiles,
      inputs: exporter(["a", "c"]),
      byHand: leave("a", "c"),
      shows: () => "gone",
      repairs: ["exporter/add", "exporter/add", "rebuild"],
      holds: held(["a", "c"]),
    },
    {
      title: "a profile that was removed by hand shows as a lost membership; another up says that it does not exist",
      given: addProfiles,
      inputs: exporter(["a", "c"]),
      byHand: (sim, unique) => {
        for (const profile of profiles(unique, "c")) sim.mutate.removeProfile(profile);
        addProfile(sim, unique, "c");
      },
      shows: (unique) => ({ profiles: profiles(unique, "a"), memberOf: profiles(unique, "a") }),
      repairs: ["exporter/add", "rebuild"],
      holds: held(["a", "c"]),
    },
  ],

  adoptions: [
    {
      title: "in a declared profile is an error by default that names it and the line to add",
      given: addProfiles,
      exists: join("a"),
      inputs: exporter(["a"]),
      outcome: /^Exporter "10\.\d+\.\d+\.7" on .*exists already.*onExisting: "adopt"/u,
      holds: held(["a"]),
      afterwards: leave("a"),
    },
    {
      title: 'is taken over with "adopt", completed, and removed by destroy from what is declared',
      given: addProfiles,
      exists: join("a", "d"),
      inputs: exporter(["a", "c"], { onExisting: "adopt" }),
      outcome: ["exporter/add", "rebuild"],
      holds: held(["a", "c", "d"]),
      afterwards: leave("d"),
    },
    {
      title: 'that is as declared is taken over by "adoptIfEqual"',
      given: addProfiles,
      exists: join("a", "a b", "d"),
      inputs: exporter(["a b", "a"], { onExisting: "adoptIfEqual" }),
      outcome: [],
      holds: held(["a", "a b", "d"]),
      afterwards: leave("d"),
    },
    {
      title: '"adoptIfEqual" refuses one that differs and names in what',
      given: addProfiles,
      exists: join("a"),
      inputs: exporter(["a", "c"], { description: "text", onExisting: "adoptIfEqual" }),
      outcome: /differs in profiles, description|differs in description, profiles/u,
      holds: held(["a"]),
      afterwards: leave("a"),
    },
    {
      title: "in other profiles only is no conflict, and stays there",
      given: addProfiles,
      exists: join("d"),
      inputs: exporter(["a"]),
      outcome: ["exporter/add", "rebuild"],
      holds: held(["a", "d"]),
      afterwards: leave("d"),
    },
    {
      title: "in other profiles is taken out of them by exclusive",
      given: addProfiles,
      exists: join("d"),
      inputs: exporter(["a"], { exclusive: true }),
      outcome: ["exporter/add", "exporter/remove", "rebuild"],
      holds: held(["a"]),
    },
  ],
});

function addProfile(sim: Simulator, unique: Unique, letter: Letter): void {
  const offset = 2 * ["a", "a b", "c", "d"].indexOf(letter);
  const [name = ""] = profiles(unique, letter);
  sim.mutate.addProfile(name, unique.port + offset, unique.port + offset + 1);
}
