import { adoptions, changesByHand } from "./replicator-profile-by-others";
import { held, profile } from "./replicator-profile-samples";
import { testLifecycle } from "./table";

testLifecycle({
  kind: "ReplicatorProfile",

  held(sim, _id, { name }) {
    const found = sim.replicator.store.profiles.get(String(name));
    if (found === undefined) return undefined;
    const { collectors: _c, exporters: _e, policies: _p, ...facts } = found;
    return facts;
  },

  creates: [
    {
      title: "enabled defaults to true and singularity to false",
      inputs: profile(),
      sends: ["profile/add", "rebuild"],
      holds: held(),
      computed: () => ({ enabled: true, singularity: false }),
      id: ({ name }) => name,
    },
    {
      title: "disabled, singular and with a description",
      inputs: profile({ enabled: false, singularity: true, description: "Routers of the branch, 50% (test)" }),
      sends: ["profile/add", "profile/disable", "profile/singularity/enable", "notate/profile", "rebuild"],
      holds: held({ enabled: false, singularity: true, description: "Routers of the branch, 50% (test)" }),
    },
    {
      title: "a name is data: each special character travels in one path segment",
      inputs: (unique) => ({ ...profile()(unique), name: `%2e%2e a?b#c;d+e&f=g'h(i)*! ${unique.name}` }),
      sends: ["profile/add", "rebuild"],
      holds: (unique) => held({ name: `%2e%2e a?b#c;d+e&f=g'h(i)*! ${unique.name}` })(unique),
    },
    {
      title: "name and description have up to 255 characters, each of which may need escaping",
      inputs: (unique) => ({ ...profile()(unique), name: "%".repeat(255), description: "%".repeat(255) }),
      sends: ["profile/add", "notate/profile", "rebuild"],
      holds: held({ name: "%".repeat(255), description: "%".repeat(255) }),
    },
    {
      title: "a profile named 0 is read, although 0 is the filter for all",
      inputs: (unique) => ({ ...profile()(unique), name: "0" }),
      sends: ["profile/add", "rebuild"],
      holds: held({ name: "0" }),
    },
  ],

  equals: [
    {
      title: "defaults written out",
      from: profile(),
      to: profile({ enabled: true, singularity: false }),
    },
    { title: "onExisting", from: profile(), to: profile({ onExisting: "adopt" }) },
  ],

  updates: [
    {
      title: "both ports change in one update",
      from: profile(),
      to: ({ name, port }) => ({ name, listeningPort: port + 2, sendingPort: port + 3 }),
      sends: ["profile/update", "rebuild"],
      holds: (unique) => held({ listeningPort: unique.port + 2, sendingPort: unique.port + 3 })(unique),
    },
    {
      title: "it is disabled in place",
      from: profile(),
      to: profile({ enabled: false }),
      sends: ["profile/disable", "rebuild"],
      holds: held({ enabled: false }),
    },
    {
      title: "it is enabled in place",
      from: profile({ enabled: false }),
      to: profile(),
      sends: ["profile/enable", "rebuild"],
      holds: held(),
    },
    {
      title: "the singularity flag is set in place",
      from: profile(),
      to: profile({ singularity: true }),
      sends: ["profile/singularity/enable", "rebuild"],
      holds: held({ singularity: true }),
    },
    {
      title: "the singularity flag is taken back in place",
      from: profile({ singularity: true }),
      to: profile({ singularity: false }),
      sends: ["profile/singularity/disable", "rebuild"],
      holds: held(),
    },
    {
      title: "the description changes in place",
      from: profile({ description: "before" }),
      to: profile({ description: "after" }),
      sends: ["notate/profile", "rebuild"],
      holds: held({ description: "after" }),
    },
    {
      title: "removing the description leaves the text and says so",
      from: profile({ description: "stays" }),
      to: profile(),
      sends: [],
      holds: held({ description: "stays" }),
      says: /^warning: ReplicatorProfile "ReplicatorProfile row \d+" on .*description is no longer managed; its current value stays/u,
    },
    {
      title: "a rename happens in place, and the id stays the name at creation",
      from: profile({ description: "stays with it" }),
      to: (unique) => ({ ...profile({ description: "stays with it" })(unique), name: `${unique.name} renamed` }),
      sends: ["profile/rename", "rebuild"],
      holds: (unique) => held({ name: `${unique.name} renamed`, description: "stays with it" })(unique),
    },
    {
      title: "everything changes at once, with one call for each fact",
      from: profile({ enabled: false }),
      to: ({ name, port }) => ({
        name: `${name} renamed`,
        listeningPort: port + 2,
        sendingPort: port + 3,
        singularity: true,
        description: "all new",
      }),
      sends: [
        "profile/rename",
        "profile/update",
        "profile/enable",
        "profile/singularity/enable",
        "notate/profile",
        "rebuild",
      ],
      holds: (unique) =>
        held({
          name: `${unique.name} renamed`,
          listeningPort: unique.port + 2,
          sendingPort: unique.port + 3,
          singularity: true,
          description: "all new",
        })(unique),
    },
  ],

  partials: [
    {
      title: "added, but not described: the next up sends only the description",
      inputs: profile({ enabled: false, description: "late" }),
      fault: () => ({ match: "notate/profile", times: 1, kind: { refuse: "Notes are locked" } }),
      says: /writing the description of the profile failed: Notes are locked/u,
      heals: ["notate/profile", "rebuild"],
      holds: held({ enabled: false, description: "late" }),
    },
    {
      title: "added, but not disabled: the error says that it is running, and the next up disables it",
      inputs: profile({ enabled: false }),
      fault: () => ({ match: "profile/disable", times: 1, kind: { refuse: "Not now" } }),
      says: /Not now.* is running although it is declared disabled/u,
      heals: ["profile/disable", "rebuild"],
      holds: held({ enabled: false }),
    },
    {
      title: "renamed, but the rest failed: the next up goes on under the new name",
      from: profile(),
      inputs: ({ name, port }) => ({ name: `${name} renamed`, listeningPort: port + 2, sendingPort: port + 1 }),
      fault: () => ({ match: "profile/update", times: 1, kind: { refuse: "Not now" } }),
      says: /Not now/u,
      heals: ["profile/update", "rebuild"],
      holds: (unique) => held({ name: `${unique.name} renamed`, listeningPort: unique.port + 2 })(unique),
    },
  ],

  refusals: [
    {
      title: "a listening port that another profile uses",
      inputs: ({ name, port }) => ({ name, listeningPort: 9996, sendingPort: port }),
      says: /failed: .*Listening port 9996 is already used by profile legacy-netops/u,
    },
  ],

  changesByHand,
  adoptions,
});
