import { adoptions, changesByHand } from "./collector-by-others";
import { addProfiles, collector, held, profiles } from "./collector-samples";
import { testLifecycle } from "./table";

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

  changesByHand,
  adoptions,
});
