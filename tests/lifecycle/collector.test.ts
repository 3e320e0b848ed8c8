import { addProfiles, memberOf, profiles } from "./members";
import { adoptions, changesByHand } from "./members-by-others";
import { testLifecycle } from "./table";

const collector = memberOf("Collector");
const { declared, held, join, leave } = collector;

testLifecycle({
  kind: "Collector",

  held({ replicator: { store } }, _id, { address }) {
    const ip = String(address);
    const joined = [...store.profiles.values()].filter(({ collectors }) => collectors.has(ip)).map(({ name }) => name);
    return { memberOf: joined.sort(), threshold: store.thresholds.get(ip) ?? 0, note: store.notes.get(ip) };
  },

  creates: [
    {
      title: "exclusive defaults to false; threshold and description stay unset",
      given: addProfiles,
      inputs: declared(["a"]),
      sends: ["collector/add", "rebuild"],
      holds: held(["a"]),
      computed: (unique) => ({ exclusive: false, memberOf: profiles(unique, "a") }),
      id: ({ address }) => address,
    },
    {
      title: "several profiles, a threshold and a description",
      given: addProfiles,
      inputs: declared(["c", "a"], { threshold: 500, description: "Rack 4 (50%)" }),
      sends: ["collector/add", "collector/add", "notate/ip", "collector/threshold", "rebuild"],
      holds: held(["a", "c"], { threshold: 500, note: "Rack 4 (50%)" }),
      computed: (unique) => ({ memberOf: profiles(unique, "a", "c") }),
    },
    {
      title: "threshold 0 is none, and nothing is sent for it",
      given: addProfiles,
      inputs: declared(["a"], { threshold: 0 }),
      sends: ["collector/add", "rebuild"],
      holds: held(["a"]),
    },
  ],

  equals: [
    {
      title: "order of profiles",
      given: addProfiles,
      from: declared(["a", "c"]),
      to: declared(["c", "a"]),
    },
    {
      title: "order of profiles whose names begin alike",
      given: addProfiles,
      from: declared(["a b", "a"]),
      to: declared(["a", "a b"]),
    },
    {
      title: "a profile that is named twice",
      given: addProfiles,
      from: declared(["a", "c"]),
      to: declared(["a", "c", "a"]),
    },
    { title: "onExisting", given: addProfiles, from: declared(["a"]), to: declared(["a"], { onExisting: "adopt" }) },
  ],

  updates: [
    {
      title: "a profile is added in place",
      given: addProfiles,
      from: declared(["a"]),
      to: declared(["a", "c"]),
      sends: ["collector/add", "rebuild"],
      holds: held(["a", "c"]),
    },
    {
      title: "a profile is left in place",
      given: addProfiles,
      from: declared(["a", "c"]),
      to: declared(["c"]),
      sends: ["collector/remove", "rebuild"],
      holds: held(["c"]),
    },
    {
      title: "another profile instead: added there, then removed here",
      given: addProfiles,
      from: declared(["a"]),
      to: declared(["c"]),
      sends: ["collector/add", "collector/remove", "rebuild"],
      holds: held(["c"]),
    },
    {
      title: "the threshold changes in place",
      given: addProfiles,
      from: declared(["a"], { threshold: 500 }),
      to: declared(["a"], { threshold: 900 }),
      sends: ["collector/threshold", "rebuild"],
      holds: held(["a"], { threshold: 900 }),
    },
    {
      title: "threshold 0 removes it",
      given: addProfiles,
      from: declared(["a"], { threshold: 500 }),
      to: declared(["a"], { threshold: 0 }),
      sends: ["collector/threshold", "rebuild"],
      holds: held(["a"]),
    },
    {
      title: "an unset threshold is unmanaged: what is set stays, and an info line says so",
      given: addProfiles,
      from: declared(["a"], { threshold: 500 }),
      to: declared(["a"]),
      sends: [],
      holds: held(["a"], { threshold: 500 }),
      says: /^warning: Collector "10\.\d+\.\d+\.7" on .*threshold is no longer managed/u,
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
      says: /^warning: Collector .*description is no longer managed.*stays/u,
    },
    {
      title: "another address replaces, and the old one is removed first",
      given: addProfiles,
      from: declared(["a"]),
      to: (unique) => ({ ...declared(["a"])(unique), address: unique.address.replace(/7$/u, "8") }),
      step: "replace",
      sends: ["collector/remove", "rebuild", "collector/add", "rebuild"],
      holds: held(["a"]),
    },
  ],

  partials: [
    {
      title: "a member of one profile, but not of the other: the next up adds the missing one",
      given: addProfiles,
      inputs: declared(["a", "c"], { threshold: 7 }),
      fault: () => ({ match: "collector/add", skip: 1, times: 1, kind: { refuse: "Not now" } }),
      says: /Not now/u,
      heals: ["collector/add", "collector/threshold", "rebuild"],
      holds: held(["a", "c"], { threshold: 7 }),
    },
    {
      title: "a member, but without threshold: the next up sends only the threshold",
      given: addProfiles,
      inputs: declared(["a"], { threshold: 7 }),
      fault: () => ({ match: "collector/threshold", times: 1, kind: { refuse: "Not now" } }),
      says: /Not now/u,
      heals: ["collector/threshold", "rebuild"],
      holds: held(["a"], { threshold: 7 }),
    },
    {
      title: "added to the new profile, but not removed from the old one: the next up removes it",
      given: addProfiles,
      from: declared(["a"]),
      inputs: declared(["c"]),
      fault: () => ({ match: "collector/remove", times: 1, kind: { refuse: "Not now" } }),
      says: /Not now/u,
      heals: ["collector/remove", "rebuild"],
      holds: held(["c"]),
    },
  ],

  refusals: [
    {
      title: "a profile that does not exist",
      inputs: declared(["d"]),
      says: /failed: .*Profile Collector row \d+ d does not exist/u,
    },
  ],

  changesByHand: [
    ...changesByHand(collector),
    {
      title: "a threshold that was changed by hand shows and is repaired",
      given: addProfiles,
      inputs: declared(["a"], { threshold: 500 }),
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
      inputs: declared(["a"], { threshold: 500 }),
      byHand: (sim, { address }) => {
        sim.mutate.setThreshold(address, 0);
      },
      shows: () => ({ threshold: 0 }),
      repairs: ["collector/threshold", "rebuild"],
      holds: held(["a"], { threshold: 500 }),
    },
    {
      title: "a threshold that is not declared is not managed",
      given: addProfiles,
      inputs: declared(["a"]),
      byHand: (sim, { address }) => {
        sim.mutate.setThreshold(address, 5);
      },
      shows: () => "same",
      repairs: [],
      holds: held(["a"], { threshold: 5 }),
    },
    {
      title: "the threshold of a collector that was removed by hand from all its profiles is set again",
      given: addProfiles,
      inputs: declared(["a", "c"], { threshold: 4 }),
      byHand: leave("a", "c"),
      shows: () => "gone",
      repairs: ["collector/add", "collector/add", "collector/threshold", "rebuild"],
      holds: held(["a", "c"], { threshold: 4 }),
    },
  ],
  adoptions: [
    ...adoptions(collector),
    {
      title: 'gets the declared threshold with "adopt"',
      given: addProfiles,
      exists: join("a", "d"),
      inputs: declared(["a", "c"], { threshold: 9, onExisting: "adopt" }),
      outcome: ["collector/add", "collector/threshold", "rebuild"],
      holds: held(["a", "c", "d"], { threshold: 9 }),
      afterwards: leave("d"),
    },
    {
      title: 'with another threshold is refused by "adoptIfEqual"',
      given: addProfiles,
      exists: join("a"),
      inputs: declared(["a", "c"], { threshold: 9, onExisting: "adoptIfEqual" }),
      outcome: /differs from what is declared: profiles \+ .+; threshold 0 -> 9/u,
      holds: held(["a"]),
      afterwards: leave("a"),
    },
  ],
});
