import type { Properties } from "../support/provider-calls";
import { replicatorSlots } from "./replicator-slots";
import { freed, pick, type Slot } from "./slot";

/** An IP group that belongs to someone else and has one rule of its own. It exists before the first run. */
export const sharedGroup = "Shared";
// As those of `northName`.
export const leafName = "Leaf & 50% of the third floor, Paris";
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
    variants: 3,
    inputs: (variant, others) => ({
      name: variant === 3 ? freed("leaf", leafName, "lone", others) : "lone",
      rules: pick(variant, [[network("10.9.0.0/24")], [network("10.9.1.0/24")], [network("10.9.1.0/24"), range]]),
    }),
  },
  staff: {
    kind: "UserGroup",
    variants: 3,
    inputs: (variant) => ({ name: variant === 3 ? "staff renamed" : "staff", members: variant === 2 ? ["admin"] : [] }),
  },
  ops: {
    kind: "UserGroup",
    variants: 3,
    refers: { members: ["alice"] },
    inputs: (variant, { has, nameOf }) => ({
      name: "ops",
      templateUserGroupId: variant === 1 ? 1 : 2,
      // The membership of `duty`, if that is not declared.
      ...(variant === 2 && has("alice") && !has("duty") ? { members: [nameOf("alice")] } : {}),
    }),
  },
  alice: {
    kind: "User",
    variants: 4,
    refers: { userGroups: ["staff"] },
    inputs: (variant, { has, nameOf }) => ({
      name: variant === 2 ? "alice renamed" : "alice",
      password: variant === 3 ? passwords[1] : passwords[0],
      userGroups: [...(variant === 4 ? [] : [2]), ...(has("staff") ? [nameOf("staff")] : [])],
    }),
  },
  bob: {
    kind: "User",
    variants: 3,
    inputs: (variant, others) => ({
      name: variant === 3 ? freed("alice", "alice", "bob", others) : variant === 2 ? "bob renamed" : "bob",
      password: passwords[0],
    }),
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
    variants: 1,
    needs: ["alice", "ops"],
    refers: { user: ["alice"], userGroup: ["ops"] },
    inputs: (_variant, { nameOf }) => ({ user: nameOf("alice"), userGroup: nameOf("ops") }),
  },
  guest: {
    kind: "Membership",
    variants: 2,
    needs: ["bob"],
    refers: { user: ["bob"] },
    inputs: (variant, { nameOf }) => ({ user: nameOf("bob"), userGroup: variant }),
  },
  grant: {
    kind: "Permission",
    variants: 2,
    needs: ["staff"],
    refers: { userGroup: ["staff"] },
    inputs: (variant, { nameOf }) => ({
      userGroup: nameOf("staff"),
      ...(variant === 2 ? { permissionType: "device", seccode: "10.4.0.1" } : app("Vitals")),
    }),
  },
  grants: {
    kind: "PermissionSet",
    variants: 3,
    needs: ["ops"],
    refers: { userGroup: ["ops"] },
    inputs: (variant, { nameOf }) => ({
      userGroup: nameOf("ops"),
      permissions: pick(variant, [
        [app("runReport")],
        [app("runReport"), app("Vitals")],
        [{ permissionType: "interface", seccode: "10.4.0.1-7" }],
      ]),
    }),
  },
  rights: {
    kind: "PermissionSet",
    variants: 2,
    needs: ["staff"],
    refers: { userGroup: ["staff"] },
    inputs: (variant, { has, nameOf }) => ({
      userGroup: nameOf("staff"),
      // The permission of `grant`, if that is not declared.
      permissions: [app("tos"), ...(variant === 1 || has("grant") ? [] : [app("Vitals")])],
    }),
  },
  crew: {
    kind: "Membership",
    variants: 1,
    // In plain text: the engine does not replace it with the group.
    needs: ["ops"],
    inputs: () => ({ user: "admin", userGroup: "ops" }),
  },
  watch: {
    kind: "Membership",
    variants: 2,
    theirs: ["user", "alice"],
    inputs: (variant) => ({ user: "alice", userGroup: variant }),
  },
};

const floorRules = { rules: [network("10.54.1.0/24"), range] };
/** A tree of groups in one resource: others are added, removed and changed. */
const floors: Slot = {
  kind: "IpGroups",
  variants: 6,
  inputs: (variant, { has }) => ({
    groups: pick(variant, [
      { building: { children: ["floor 1", "floor 2"] }, "floor 1": floorRules, "floor 2": {} },
      { building: { children: ["floor 3"], rules: [wildcard] }, "floor 1": {}, "floor 3": floorRules },
      {
        building: { children: ["level 1", "floor 2"] },
        "level 1": floorRules,
        "floor 2": { rules: [ip("10.54.2.1")] },
      },
      { "floor 2": { children: ["floor 1"] }, "floor 1": { rules: [{ type: "all" }] } },
      // The group of `lone`, if that is not declared.
      { "floor 2": {}, ...(has("lone") ? {} : { lone: { rules: [network("10.9.0.0/24")] } }) },
      { "floor 2": { children: has("lone") ? [] : ["lone"] }, ...(has("lone") ? {} : { lone: { rules: [range] } }) },
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
