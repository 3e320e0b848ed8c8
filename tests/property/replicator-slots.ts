import type { Properties } from "../support/provider-calls";
import { freed, type Others, pick, type Slot } from "./slot";

// Characters that a path, `show/config` and a form encode differently, capitals, and a longer text than some appliances
// store.
export const northName = "north & Core (50%) + 1, third floor";
/** A profile that belongs to someone else. It exists from the factory. */
export const legacyProfile = "legacy-netops";

const profile = (variant: number, port: number): Properties => ({
  listeningPort: port,
  sendingPort: variant === 2 ? port + 2 : port + 1,
  enabled: variant !== 3,
  singularity: variant === 2,
  ...(variant === 1 ? {} : { description: `rack ${String(variant)}, 50% & more` }),
});

/** The profiles of a member: the declared ones, or the foreign one if none is declared. */
function profilesOf(slots: readonly string[], { has, nameOf }: Others): string[] {
  const declared = slots.filter(has).map(nameOf);
  return declared.length === 0 ? [legacyProfile] : declared;
}

export const replicatorSlots: Readonly<Record<string, Slot>> = {
  north: {
    kind: "ReplicatorProfile",
    variants: 4,
    inputs: (variant) => ({ name: variant === 4 ? "north 2" : northName, ...profile(variant, 12_000) }),
  },
  south: {
    kind: "ReplicatorProfile",
    variants: 4,
    inputs: (variant, others) => ({
      name: variant === 4 ? freed("north", northName, "south", others) : "south",
      ...profile(variant, 13_000),
    }),
  },
  collector: {
    kind: "Collector",
    variants: 3,
    refers: { profiles: ["north", "south"] },
    inputs: (variant, others) => ({
      address: variant === 3 ? "10.5.0.2" : "10.5.0.1",
      profiles: profilesOf(variant === 2 ? ["north", "south"] : ["north"], others),
      threshold: pick(variant, [0, 2500, 100]),
      ...(variant === 3 ? {} : { description: `rack ${String(variant)}, 50% & more` }),
    }),
  },
  exporter: {
    kind: "Exporter",
    variants: 3,
    refers: { profiles: ["north", "south"] },
    inputs: (variant, others) => ({
      address: "10.6.0.1",
      profiles: profilesOf(pick(variant, [["north"], ["north", "south"], ["south"]]), others),
      ...(variant === 2 ? { description: "core 100%" } : {}),
    }),
  },
  include: {
    kind: "Policy",
    variants: 3,
    refers: { profile: ["north", "south"] },
    inputs: (variant, others) => ({
      cidr: variant === 3 ? "10.7.0.0/17" : "10.7.0.0/16",
      profile: profilesOf([variant === 2 ? "south" : "north"], others)[0],
      kind: "include",
    }),
  },
  exclude: {
    kind: "Policy",
    variants: 2,
    refers: { profile: ["north", "south"] },
    inputs: (variant, others) => ({
      cidr: "10.8.0.0/24",
      profile: profilesOf(["north"], others)[0],
      kind: variant === 1 ? "exclude" : "include",
    }),
  },
  alarm: {
    kind: "Setting",
    variants: 2,
    inputs: (variant) => ({ name: "flowStopAlert", value: variant === 1 ? 45 : "46", enabled: variant === 1 }),
  },
  ping: { kind: "Setting", variants: 1, inputs: () => ({ name: "pingCollectors", enabled: false }) },
  probe: {
    kind: "Collector",
    variants: 1,
    theirs: ["profile", northName],
    inputs: () => ({ address: "10.5.9.1", profiles: [northName] }),
  },
  gate: {
    kind: "Policy",
    variants: 1,
    theirs: ["profile", northName],
    inputs: () => ({ cidr: "10.7.0.0/16", profile: northName, kind: "include" }),
  },
};
