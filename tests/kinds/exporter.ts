import type { exporter as definition } from "../../provider/kinds/exporter";
import type { Properties } from "../support/provider-calls";
import { countOf, noteOf, type Sample } from "./sample";

/** The exporter of the crash tests, in one profile. */
const address = "10.60.0.30";
const member = (profile: string, description: string): Properties => ({ address, profiles: [profile], description });

export const exporter: Sample<typeof definition> = {
  minimal: { address: "10.0.0.2", profiles: ["legacy-netops"] },
  defaults: {},
  full: { address: "10.0.0.6", profiles: ["b", "a"], description: "text" },
  faulty: [
    { address: "router", profiles: [], description: "a/b" },
    [
      'address: "router" is not an IPv4 address in dotted decimal, like 10.1.2.3',
      "profiles: needs at least one profile",
      'description: must not hold "/" or "\\", which servers may treat as the end of a path segment',
    ],
  ],
  entry: ({ address }) => ({ id: String(address), outputs: { memberOf: ["a", "b"] } }),
  holds: ({ address, profiles, description }) => [
    ...(profiles as string[]).map((profile) => `exporter ${String(address)} in ${profile}`),
    ...noteOf(String(address), description),
  ],
  misfits: [["10.0.0.5", {}, 'its inputs and outputs belong to the id "10.0.0.6"']],
  life: () => ({
    first: member("base", "Exporter"),
    second: member("spare", "Exporter 2"),
    theirs: member("base", "Theirs"),
    changes: {
      create: [/exporter\/add/u, /notate\/ip 10\.60\.0\.30/u],
      update: [/exporter\/add/u, /exporter\/remove/u, /notate\/ip 10\.60\.0\.30/u],
      delete: [/exporter\/remove/u],
    },
    count: ({ replicator }) => countOf(replicator.store.profiles, ({ exporters }) => exporters.has(address)),
  }),
};
