import { existing, held, profile, remove } from "./replicator-profile-samples";
import type { AdoptionRow, HandRow } from "./rows";

/** What others do to the object between two runs. */
export const changesByHand: readonly HandRow[] = [
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
];

/** What others created before the object is declared. */
export const adoptions: readonly AdoptionRow[] = [
  {
    title: "is an error by default that names it and the line to add",
    exists: existing,
    inputs: profile(),
    outcome: /^ReplicatorProfile "ReplicatorProfile row \d+" on .*already exists.*onExisting: "adopt"/u,
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
    outcome: /differs from what is declared: .*enabled true -> false.*singularity false -> true/u,
    holds: held(),
    afterwards: remove,
  },
];
