import { addProfiles, memberOf, profiles } from "./members";
import { adoptions, changesByHand } from "./members-by-others";
import { testLifecycle } from "./table";

const exporter = memberOf("Exporter");
const { declared, held } = exporter;

testLifecycle({
  kind: "Exporter",

  held({ replicator: { store } }, _id, { address }) {
    const ip = String(address);
    const joined = [...store.profiles.values()].filter(({ exporters }) => exporters.has(ip)).map(({ name }) => name);
    return { memberOf: joined.sort(), note: store.notes.get(ip) };
  },

  creates: [
    {
      title: "exclusive defaults to false; the description stays unset",
      given: addProfiles,
      inputs: declared(["a"]),
      sends: ["exporter/add", "rebuild"],
      holds: held(["a"]),
      computed: (unique) => ({ exclusive: false, memberOf: profiles(unique, "a") }),
      id: ({ address }) => address,
    },
    {
      title: "several profiles and a description",
      given: addProfiles,
      inputs: declared(["c", "a"], { description: "Core router (50%)" }),
      sends: ["exporter/add", "exporter/add", "notate/ip", "rebuild"],
      holds: held(["a", "c"], { note: "Core router (50%)" }),
      computed: (unique) => ({ memberOf: profiles(unique, "a", "c") }),
    },
    {
      title: "an address that is a collector too: both are kept apart",
      given: (sim, unique) => {
        addProfiles(sim, unique);
        for (const profile of profiles(unique, "a")) sim.mutate.addCollector(unique.address, profile);
      },
      inputs: declared(["a", "c"]),
      sends: ["exporter/add", "exporter/add", "rebuild"],
      holds: held(["a", "c"]),
    },
  ],

  equals: [
    { title: "order of profiles", given: addProfiles, from: declared(["a", "c"]), to: declared(["c", "a"]) },
    {
      title: "order of profiles whose names begin alike",
      given: addProfiles,
      from: declared(["a b", "a"]),
      to: declared(["a", "a b"]),
    },
    { title: "onExisting", given: addProfiles, from: declared(["a"]), to: declared(["a"], { onExisting: "adopt" }) },
  ],

  updates: [
    {
      title: "a profile is added in place",
      given: addProfiles,
      from: declared(["a"]),
      to: declared(["a", "c"]),
      sends: ["exporter/add", "rebuild"],
      holds: held(["a", "c"]),
    },
    {
      title: "a profile is left in place",
      given: addProfiles,
      from: declared(["a", "c"]),
      to: declared(["c"]),
      sends: ["exporter/remove", "rebuild"],
      holds: held(["c"]),
    },
    {
      title: "another profile instead: added there, then removed here",
      given: addProfiles,
      from: declared(["a"]),
      to: declared(["c"]),
      sends: ["exporter/add", "exporter/remove", "rebuild"],
      holds: held(["c"]),
    },
    {
      title: "the description changes in place",
      given: addProfiles,
      from: declared(["a"], { description: "before" }),
      to: declared(["a"], { description: "after" }),
      sends: ["notate/ip", "rebuild"],
      holds: held(["a"], { note: "after" }),
    },
    {
      title: "removing the description leaves the text and says so",
      given: addProfiles,
      from: declared(["a"], { description: "stays" }),
      to: declared(["a"]),
      sends: [],
      holds: held(["a"], { note: "stays" }),
      says: /^warning: Exporter .*description is no longer managed.*stays/u,
    },
    {
      title: "exclusive: a profile that is no longer declared is left",
      given: addProfiles,
      from: declared(["a", "c"], { exclusive: true }),
      to: declared(["a"], { exclusive: true }),
      sends: ["exporter/remove", "rebuild"],
      holds: held(["a"]),
    },
    {
      title: "another address replaces, and the old one is removed first",
      given: addProfiles,
      from: declared(["a"]),
      to: (unique) => ({ ...declared(["a"])(unique), address: unique.address.replace(/7$/u, "8") }),
      step: "replace",
      sends: ["exporter/remove", "rebuild", "exporter/add", "rebuild"],
      holds: held(["a"]),
    },
  ],

  partials: [
    {
      title: "a member of one profile, but not of the other: the next up adds the missing one",
      given: addProfiles,
      inputs: declared(["a", "c"], { description: "text" }),
      fault: () => ({ match: "exporter/add", skip: 1, times: 1, kind: { refuse: "Not now" } }),
      says: /Not now/u,
      heals: ["exporter/add", "notate/ip", "rebuild"],
      holds: held(["a", "c"], { note: "text" }),
    },
    {
      title: "a member, but without description: the next up sends only the description",
      given: addProfiles,
      inputs: declared(["a"], { description: "text" }),
      fault: () => ({ match: "notate/ip", times: 1, kind: { refuse: "Not now" } }),
      says: /Not now/u,
      heals: ["notate/ip", "rebuild"],
      holds: held(["a"], { note: "text" }),
    },
    {
      title: "added to the new profile, but not removed from the old one: the next up removes it",
      given: addProfiles,
      from: declared(["a"]),
      inputs: declared(["c"]),
      fault: () => ({ match: "exporter/remove", times: 1, kind: { refuse: "Not now" } }),
      says: /Not now/u,
      heals: ["exporter/remove", "rebuild"],
      holds: held(["c"]),
    },
  ],

  refusals: [
    {
      title: "a profile that does not exist",
      inputs: declared(["d"]),
      says: /failed: .*Profile Exporter row \d+ d does not exist/u,
    },
    {
      title: "a secondary appliance, in its own words",
      given: (sim, unique) => {
        addProfiles(sim, unique);
        sim.mutate.setRole("secondary");
      },
      inputs: declared(["a"]),
      says: /failed: .*secondary/iu,
      afterwards: (sim) => {
        sim.mutate.setRole("primary");
      },
    },
  ],

  changesByHand: changesByHand(exporter),
  adoptions: adoptions(exporter),
});
