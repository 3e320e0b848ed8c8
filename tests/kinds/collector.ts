import type { collector as definition } from "../../provider/kinds/collector";
import type { Properties } from "../support/provider-calls";
import { countOf, noteOf, type Sample } from "./sample";

/** The collector of the crash tests, in one profile. */
const address = "10.60.0.20";
const member = (profile: string, description: string): Properties => ({ address, profiles: [profile], description });

export const collector: Sample<typeof definition> = {
  minimal: { address: "10.0.0.1", profiles: ["legacy-netops"] },
  defaults: {},
  full: { address: "10.0.0.5", profiles: ["b", "a"], threshold: 5, description: "text" },
  faulty: [
    { address: "10.0.0.1:2055", profiles: [], threshold: -1, description: "Zürich" },
    [
      'address: "10.0.0.1:2055" is not an IPv4 address in dotted decimal, like 10.1.2.3',
      "profiles: needs at least one profile",
      "threshold: must be a whole number of packets per second below 2^53, or 0 for none",
      'description: must be URI-compatible ASCII (letters, digits, punctuation, spaces), without "ü"',
    ],
  ],
  entry: ({ address }) => ({ id: String(address), outputs: { memberOf: ["a", "b"] } }),
  holds: ({ address, profiles, threshold, description }) => [
    ...(profiles as string[]).map((profile) => `collector ${String(address)} in ${profile}`),
    // 0 is none.
    ...((threshold ?? 0) === 0 ? [] : [`threshold ${String(address)} ${String(threshold)}`]),
    ...noteOf(String(address), description),
  ],
  misfits: [["10.0.0.6", {}, 'its inputs and outputs belong to the id "10.0.0.5"']],
  life: () => ({
    first: { ...member("base", "Collector"), threshold: 70 },
    second: { ...member("spare", "Collector 2"), threshold: 80 },
    theirs: { ...member("base", "Theirs"), threshold: 9 },
    changes: {
      create: [/collector\/add/u, /notate\/ip 10\.60\.0\.20/u, /collector\/threshold/u],
      update: [/collector\/add/u, /collector\/remove/u, /notate\/ip 10\.60\.0\.20/u, /collector\/threshold/u],
      delete: [/collector\/threshold/u, /collector\/remove/u],
    },
    count: ({ replicator }) => countOf(replicator.store.profiles, ({ collectors }) => collectors.has(address)),
  }),
};
