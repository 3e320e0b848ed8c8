import { legacyProfile } from "./replicator-slots";
import { pick, type Slot } from "./slot";

const ip = (address: string): { readonly type: string; readonly address: string } => ({ type: "ip", address });
const network = (cidr: string): { readonly type: string; readonly cidr: string } => ({ type: "network", cidr });

/** What another stack of this package may declare on the same appliances. */
export function secondSlots(sharedId: number): Readonly<Record<string, Slot>> {
  return {
    office: {
      kind: "IpGroup",
      variants: 2,
      inputs: (variant) => ({ name: variant === 1 ? "office" : "bureau", rules: [ip("198.51.100.40")] }),
    },
    sites: {
      kind: "IpGroups",
      variants: 2,
      inputs: (variant) => ({
        groups: pick(variant, [
          { site: { rules: [network("203.0.113.0/24")] }, "site 1": {} },
          { site: { children: ["site 2"] }, "site 2": { rules: [network("203.0.113.0/25")] } },
        ]),
      }),
    },
    entry: {
      kind: "IpGroupRule",
      variants: 2,
      inputs: (variant) => ({ groupId: sharedId, rule: ip(`198.51.100.5${variant}`) }),
    },
    team: { kind: "UserGroup", variants: 1, inputs: () => ({ name: "team", members: ["admin"] }) },
    relay: {
      kind: "Collector",
      variants: 2,
      inputs: (variant) => ({ address: `198.51.100.6${variant}`, profiles: [legacyProfile] }),
    },
  };
}
