import type { Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import type { Unique } from "./rows";
import { testLifecycle } from "./table";

/** A profile as declared, with more inputs or others. */
const profile =
  (more: Properties = {}) =>
  ({ name, port }: Unique): Properties => ({ name, listeningPort: port, sendingPort: port + 1, ...more });

/** What the replicator holds of it. */
const held =
  (more: Properties = {}) =>
  ({ name, port }: Unique): unknown => ({
    name,
    listeningPort: port,
    sendingPort: port + 1,
    enabled: true,
    singularity: false,
    description: undefined,
    ...more,
  });

const existing = (sim: Simulator, { name, port }: Unique): void => {
  sim.mutate.addProfile(name, port, port + 1);
};
const remove = (sim: Simulator, { name }: Unique): void => {
  sim.mutate.removeProfile(name);
};

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
      says: /^warning: ReplicatorProfile "ReplicatorProfile row \d+" on .*description.*its text stays/u,
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
      holds: ({ name, port }) =>
        held({
          name: `${name} renamed`,
          listeningPort: port + 2,
          sendingPort: port + 3,
          singularity: true,
          description: "all new",
        })({ name, port } as Unique),
    },
  ],

  partials: [
    {
      title: "added, but not described: the next up sends only the description",
      inputs: profile({ enabled: false, description: "late" }),
      fault: () => ({ match: "notate/profile", times: 1, kind: { refuse: "Notes are locked" } }),
      says: /notate.* failed: Notes are locked/u,
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

  changesByHand: [
    {
      title: "ports that were changed by hand show and are repaired",
      inputs: profile(),
      byHand: (sim, { name, port }) => {
        sim.mutate.setPorts(name, port + 5, port + 6);
      },
      shows: ({ port }) => ({ listeningPort: port + 5, sendingPort: port + 6 }),
      repairs: ["profile/update", "rebuild"],
      holds: held(),
    },
    {
      title: "a profile that was disabled by hand shows and is enabled",
      inputs: profile(),
      byHand: (sim, { name }) => {
        sim.mutate.disableProfile(name);
      },
      shows: () => ({ enabled: false }),
      repairs: ["profile/enable", "rebuild"],
      holds: held(),
    },
    {
      title: "a singularity flag that was set by hand shows and is taken back",
      inputs: profile(),
      byHand: (sim, { name }) => {
        sim.mutate.setSingularity(name, true);
      },
      shows: () => ({ singularity: true }),
      repairs: ["profile/singularity/disable", "rebuild"],
      holds: held(),
    },
    {
      title: "a description that was changed by hand shows and is repaired",
      inputs: profile({ description: "declared" }),
      byHand: (sim, { name }) => {
        sim.mutate.setProfileDescription(name, "by hand");
      },
      shows: () => ({ description: "by hand" }),
      repairs: ["notate/profile", "rebuild"],
      holds: held({ description: "declared" }),
    },
    {
      title: "a description that was cleared by hand shows and is set again",
      inputs: profile({ description: "declared" }),
      byHand: (sim, { name }) => {
        sim.mutate.setProfileDescription(name, undefined);
      },
      shows: () => ({ description: undefined }),
      repairs: ["notate/profile", "rebuild"],
      holds: held({ description: "declared" }),
    },
    {
      title: "a description that is not declared is not managed",
      inputs: profile(),
      byHand: (sim, { name }) => {
        sim.mutate.setProfileDescription(name, "by hand");
      },
      shows: () => "same",
      repairs: [],
      holds: held({ description: "by hand" }),
    },
    {
      title: "a profile that was renamed by hand reads as removed",
      inputs: profile(),
      byHand: (sim, { name, port }) => {
        sim.mutate.renameProfile(name, `${name} by hand`);
        sim.mutate.setPorts(`${name} by hand`, port + 7, port + 8);
      },
      shows: () => "gone",
      repairs: ["profile/add", "rebuild"],
      holds: held(),
      afterwards: (sim, { name }) => {
        sim.mutate.removeProfile(`${name} by hand`);
      },
    },
    {
      title: "a profile that was removed by hand is gone, and is created again",
      inputs: profile({ enabled: false }),
      byHand: remove,
      shows: () => "gone",
      repairs: ["profile/add", "profile/disable", "rebuild"],
      holds: held({ enabled: false }),
    },
  ],

  adoptions: [
    {
      title: "is an error by default that names it and the line to add",
      exists: existing,
      inputs: profile(),
      outcome: /^ReplicatorProfile "ReplicatorProfile row \d+" on .*exists already.*onExisting: "adopt"/u,
      holds: held(),
      afterwards: remove,
    },
    {
      title: 'is taken over and changed to what is declared with "adopt", and removed by destroy',
      exists: existing,
      inputs: profile({ enabled: false, description: "ours now", onExisting: "adopt" }),
      outcome: ["profile/disable", "notate/profile", "rebuild"],
      holds: held({ enabled: false, description: "ours now" }),
    },
    {
      title: 'that is as declared is taken over by "adoptIfEqual"; what is not declared does not count',
      exists: (sim, unique) => {
        existing(sim, unique);
        sim.mutate.setProfileDescription(unique.name, "by others");
      },
      inputs: profile({ onExisting: "adoptIfEqual" }),
      outcome: [],
      holds: held({ description: "by others" }),
    },
    {
      title: '"adoptIfEqual" refuses one that differs and names in what',
      exists: existing,
      inputs: profile({ enabled: false, singularity: true, onExisting: "adoptIfEqual" }),
      outcome: /differs in enabled, singularity/u,
      holds: held(),
      afterwards: remove,
    },
  ],
});
