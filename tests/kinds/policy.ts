import type { policy as definition } from "../../provider/kinds/policy";
import type { Sample } from "./sample";

export const policy: Sample<typeof definition> = {
  minimal: { cidr: "10.0.0.0/8", profile: "legacy-netops", kind: "include" },
  defaults: {},
  full: { cidr: "10.0.0.0/8", profile: "a", kind: "include" },
  faulty: [
    { cidr: "10.0.0.0/33", profile: "..", kind: "permit" },
    [
      'cidr: "10.0.0.0/33" is not an IPv4 network with a prefix length from 0 to 32, like 10.1.0.0/16',
      'profile: must not be "..", which means another folder in a path',
      'kind: must be "include" or "exclude"',
    ],
  ],
  entry: ({ kind, cidr, profile }) => ({
    id: [kind, cidr, profile].map((part) => encodeURIComponent(String(part))).join("|"),
    outputs: {},
  }),
  misfits: [],
  holds: ({ cidr, profile, kind }) => [`policy ${String(kind)} ${String(cidr)} of ${String(profile)}`],
  // Without adopt, the next run would find the policy that a killed run added, take it for someone else's, and leave it
  // on the appliance (docs/operations/when-it-fails.md).
  life: () => ({
    first: { profile: "base", cidr: "10.60.0.0/24", kind: "include", onExisting: "adopt" },
    second: { profile: "spare", cidr: "10.60.0.0/24", kind: "include", onExisting: "adopt" },
    theirs: { profile: "base", cidr: "10.60.0.0/24", kind: "exclude" },
    changes: {
      create: [/policies\/add/u],
      update: [/policies\/add/u, /policies\/remove/u],
      delete: [/policies\/remove/u],
    },
  }),
};
