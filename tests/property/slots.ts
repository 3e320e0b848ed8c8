import type { Properties } from "../support/provider-calls";

/**
 * The resources that a random program may declare. A program selects one variant per slot; 0 means that the slot is not
 * declared. If a variant refers to a slot that is not declared, the reference is omitted from its inputs, or the whole
 * slot is omitted.
 */
export interface Slot {
  readonly kind: string;
  /** The number of variants, without 0. */
  readonly variants: number;
  /** Slots without which this slot is not declared. */
  readonly needs?: readonly string[];
  /** Inputs that use a value of another slot, with the slots that they may refer to. */
  readonly refers?: Readonly<Record<string, readonly string[]>>;
  inputs(variant: number, others: Others): Properties;
}

/** What a slot may ask about the others. */
export interface Others {
  /** Whether a slot is declared in this program. */
  has(slot: string): boolean;
  /** Its id in the state. */
  idOf(slot: string): string;
  /** The name that the program declares for the slot. */
  nameOf(slot: string): string;
}

/** An IP group that belongs to someone else and has one rule of its own. It exists before the first run. */
export const sharedGroup = "Shared";
// Characters that a path, `show/config` and a form encode differently, capitals, and a longer text than some appliances
// store.
export const leafName = "Leaf & 50% of the third floor, Paris";
export const northName = "north & Core (50%) + 1, third floor";
/** A profile that belongs to someone else. It exists from the factory. */
export const legacyProfile = "legacy-netops";
/** The same passwords for all users of all plans, since the process remembers each secret until it ends. */
const passwords = ["first password", "second password"] as const;

const ip = (address: string): Properties => ({ type: "ip", address });
const network = (cidr: string): Properties => ({ type: "network", cidr });
const range = { type: "range", start: "10.3.0.1", end: "10.3.0.9" };
const wildcard = { type: "wildcard", address: "10.0.7.0", mask: "0.255.0.255" };
const app = (seccode: string): Properties => ({ permissionType: "app", seccode });

const gatewaySlots: Readonly<Record<string, Slot>> = {
  leaf: {
    kind: "IpGroup",
    variants: 4,
    inputs: (variant) => ({
      name: variant === 4 ? "leaf renamed" : leafName,
      rules: pick(variant, [
        [ip("10.1.0.1")],
        [ip("10.1.0.2"), range, wildcard, { type: "all" }],
        [],
        [range, wildcard, { type: "all" }],
      ]),
    }),
  },
  branch: {
    kind: "IpGroup",
    variants: 3,
    refers: { rules: ["leaf"] },
    inputs: (variant, { has, idOf }) => ({
      name: variant === 3 ? "branch renamed" : "branch",
      rules: [
        ...(variant !== 2 && has("leaf") ? [{ type: "child", groupId: idOf("leaf") }] : []),
        ...(variant === 1 ? [] : [network("10.2.0.0/16")]),
      ],
    }),
  },
  lone: {
    kind: "IpGroup",
    variants: 2,
    inputs: (variant) => ({ name: "lone", rules: pick(variant, [[network("10.9.0.0/24")], [network("10.9.1.0/24")]]) }),
  },
  staff: {
    kind: "UserGroup",
    variants: 3,
    inputs: (variant) => ({ name: variant === 3 ? "staff renamed" : "staff", members: variant === 2 ? ["admin"] : [] }),
  },
  ops: { kind: "UserGroup", variants: 1, inputs: () => ({ name: "ops", templateUserGroupId: 1 }) },
  alice: {
    kind: "User",
    variants: 4,
    refers: { userGroups: ["staff"] },
    inputs: (variant, { has, idOf }) => ({
      name: variant === 2 ? "alice renamed" : "alice",
      password: variant === 3 ? passwords[1] : passwords[0],
      userGroups: [...(variant === 4 ? [] : [2]), ...(has("staff") ? [idOf("staff")] : [])],
    }),
  },
  bob: {
    kind: "User",
    variants: 2,
    inputs: (variant) => ({ name: variant === 2 ? "bob renamed" : "bob", password: passwords[0] }),
  },
  preferences: {
    kind: "UserPreferences",
    variants: 2,
    needs: ["alice"],
    refers: { userId: ["alice"] },
    inputs: (variant, { idOf }) => ({
      userId: idOf("alice"),
      preferences: variant === 1 ? { language: "english" } : { language: "german", statusTopn: 20 },
    }),
  },
  duty: {
    kind: "Membership",
    variants: 2,
    needs: ["alice", "ops"],
    refers: { user: ["alice"], userGroup: ["ops"] },
    inputs: (variant, { idOf, nameOf }) => ({
      user: idOf("alice"),
      ...(variant === 1 ? { userGroup: idOf("ops") } : { userGroup: nameOf("ops") }),
    }),
  },
  guest: {
    kind: "Membership",
    variants: 3,
    needs: ["bob"],
    refers: { user: ["bob"] },
    inputs: (variant, { idOf, nameOf }) =>
      variant === 3 ? { user: nameOf("bob"), userGroup: 1 } : { user: idOf("bob"), userGroup: variant },
  },
  grant: {
    kind: "Permission",
    variants: 3,
    needs: ["staff"],
    refers: { userGroup: ["staff"] },
    inputs: (variant, { idOf, nameOf }) => ({
      ...(variant === 2 ? { userGroup: nameOf("staff") } : { userGroup: idOf("staff") }),
      ...(variant === 3 ? { permissionType: "device", seccode: "10.4.0.1" } : app("Vitals")),
    }),
  },
  grants: {
    kind: "PermissionSet",
    variants: 3,
    needs: ["ops"],
    refers: { userGroup: ["ops"] },
    inputs: (variant, { idOf }) => ({
      userGroup: idOf("ops"),
      permissions: pick(variant, [
        [app("runReport")],
        [app("runReport"), app("Vitals")],
        [{ permissionType: "interface", seccode: "10.4.0.1-7" }],
      ]),
    }),
  },
};

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

const replicatorSlots: Readonly<Record<string, Slot>> = {
  north: {
    kind: "ReplicatorProfile",
    variants: 4,
    inputs: (variant) => ({ name: variant === 4 ? "north 2" : northName, ...profile(variant, 12_000) }),
  },
  south: {
    kind: "ReplicatorProfile",
    variants: 3,
    inputs: (variant) => ({ name: "south", ...profile(variant, 13_000) }),
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
};

const floorRules = { rules: [network("10.54.1.0/24"), range] };
/** A tree of groups in one resource: others are added, removed and changed. */
const floors: Slot = {
  kind: "IpGroups",
  variants: 4,
  inputs: (variant) => ({
    groups: pick(variant, [
      { building: { children: ["floor 1", "floor 2"] }, "floor 1": floorRules, "floor 2": {} },
      { building: { children: ["floor 3"], rules: [wildcard] }, "floor 1": {}, "floor 3": floorRules },
      {
        building: { children: ["level 1", "floor 2"] },
        "level 1": floorRules,
        "floor 2": { rules: [ip("10.54.2.1")] },
      },
      { "floor 2": { children: ["floor 1"] }, "floor 1": { rules: [{ type: "all" }] } },
    ]),
  }),
};

/** Every slot by its name. Slots that others refer to come first. `sharedId` is the number of the foreign IP group. */
export function slotsWith(sharedId: number): Readonly<Record<string, Slot>> {
  const rules = [
    [network("10.52.0.0/16"), network("10.52.0.0/17"), ip("10.52.0.1")],
    [wildcard, range],
  ] as const;
  const ruleIn = (variants: readonly Properties[]): Slot => ({
    kind: "IpGroupRule",
    variants: variants.length,
    inputs: (variant) => ({ groupId: sharedId, rule: pick(variant, variants) }),
  });
  return { ...gatewaySlots, rule: ruleIn(rules[0]), otherRule: ruleIn(rules[1]), ...replicatorSlots, floors };
}

export const slotNames: readonly string[] = Object.keys(slotsWith(1));

/** The number of variants of each slot, in the order of {@link slotNames}. */
export const variantsOf: readonly number[] = Object.values(slotsWith(1)).map(({ variants }) => variants);

function pick<T>(variant: number, values: readonly T[]): T {
  const value = values[variant - 1];
  if (value === undefined) throw new Error(`there is no variant ${String(variant)}`);
  return value;
}
