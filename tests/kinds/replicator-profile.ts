import type { replicatorProfile as definition } from "../../provider/kinds/replicator-profile";
import { countOf, noteOf, type Sample } from "./sample";

const crashing = { listeningPort: 26_200, sendingPort: 26_201 };

export const replicatorProfile: Sample<typeof definition> = {
  minimal: { name: "edge", listeningPort: 2055, sendingPort: 2056 },
  defaults: { enabled: true, singularity: false },
  full: {
    name: "prod",
    listeningPort: 2055,
    sendingPort: 2056,
    enabled: false,
    singularity: true,
    description: "text",
  },
  faulty: [
    { name: "a/b", listeningPort: 0, sendingPort: 65536, description: "" },
    [
      'name: must not hold "/" or "\\", which servers may treat as the end of a path segment',
      "listeningPort: must be a port: a whole number from 1 to 65535",
      "sendingPort: must be a port: a whole number from 1 to 65535",
      "description: must not be empty",
    ],
  ],
  entry: ({ name }) => ({ id: String(name), outputs: {} }),
  holds: ({ name, listeningPort, sendingPort, enabled = true, singularity = false, description }) => [
    ["profile", name, listeningPort, sendingPort, enabled, singularity].join(" "),
    ...noteOf(`profile ${String(name)}`, description),
  ],
  misfits: [],
  life: () => ({
    first: { name: "crash-profile", ...crashing, enabled: false, singularity: true, description: "First" },
    second: { name: "crash-profile-2", ...crashing, sendingPort: 26_203, description: "Second" },
    theirs: { name: "crash-profile", listeningPort: 26_204, sendingPort: 26_205, description: "Theirs" },
    changes: {
      create: [/profile\/add/u, /profile\/disable/u, /profile\/singularity\/enable/u, /notate\/profile/u],
      update: [
        /profile\/rename/u,
        /profile\/update/u,
        /profile\/enable/u,
        /profile\/singularity\/disable/u,
        /notate\/profile/u,
      ],
      delete: [/profile\/remove/u],
    },
    count: ({ replicator }) => countOf(replicator.store.profiles, ({ name }) => name.startsWith("crash-profile")),
  }),
};
