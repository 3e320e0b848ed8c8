import type { Properties } from "../support/provider-calls";

/** A resource of the program. Others refer to it by its name. */
export interface Declared {
  readonly kind: string;
  /**
   * The inputs in the first run, and those in the second run if they change. `idOf` returns the ids of resources
   * declared earlier.
   */
  readonly inputs: (idOf: (name: string) => string) => Properties;
  readonly then?: (idOf: (name: string) => string) => Properties;
}

/** Resources in levels: one depends only on those in earlier levels. */
export type Levels = readonly Readonly<Record<string, Declared>>[];

/** What others have created on the appliances: the number of a foreign IP group. */
export interface Surroundings {
  readonly sharedGroupId: number;
}

// Characters that a path, `show/config` and a form encode differently, capitals, and a longer text than some appliances
// store.
export const leaf = "Leaf & 50% of the third floor, Paris";
export const edge = "Edge & core (50%) + 1, third floor";
export const rackNote = "rack 4, 50% & more";

/**
 * The resources of examples/full, in levels: a resource depends only on resources in earlier levels. Contains every
 * kind, and a change of each kind that can be updated in place.
 */
export function program({ sharedGroupId }: Surroundings): Levels {
  const rules = [
    { type: "ip", address: "10.51.0.1" },
    { type: "range", start: "10.51.1.10", end: "10.51.1.20" },
    { type: "network", cidr: "10.50.0.0/16" },
    { type: "all" },
    { type: "wildcard", address: "10.0.7.0", mask: "0.255.0.255" },
  ];
  const profile = { name: edge, listeningPort: 12055, sendingPort: 12056 };
  const address = "10.50.0.20";
  const app = (seccode: string): Properties => ({ permissionType: "app", seccode });
  return [
    {
      leaf: {
        kind: "IpGroup",
        inputs: () => ({ name: leaf, rules }),
        then: () => ({ name: "Leaf renamed", rules: [{ type: "ip", address: "10.51.0.2" }, ...rules.slice(2)] }),
      },
      auditors: { kind: "UserGroup", inputs: () => ({ name: "auditors", members: [1] }) },
      engineers: { kind: "UserGroup", inputs: () => ({ name: "engineers" }) },
      edge: {
        kind: "ReplicatorProfile",
        inputs: () => ({ ...profile, enabled: false, description: rackNote }),
        then: () => ({ ...profile, sendingPort: 12066, enabled: true, singularity: true, description: "rack 5" }),
      },
      lab: {
        kind: "ReplicatorProfile",
        inputs: () => ({ name: "lab", listeningPort: 12057, sendingPort: 12058, singularity: true }),
        then: () => ({ name: "lab 2", listeningPort: 12057, sendingPort: 12058, singularity: true }),
      },
      alarm: {
        kind: "Setting",
        inputs: () => ({ name: "flowStopAlert", value: 45 }),
        then: () => ({ name: "flowStopAlert", value: 46, enabled: false }),
      },
      ping: { kind: "Setting", inputs: () => ({ name: "pingCollectors", enabled: false }) },
      notification: { kind: "Setting", inputs: () => ({ name: "notificationSent", value: "10.0.0.1 514" }) },
      shared: {
        kind: "IpGroupRule",
        inputs: () => ({ groupId: sharedGroupId, rule: { type: "network", cidr: "10.52.0.0/16" } }),
        then: () => ({ groupId: sharedGroupId, rule: { type: "network", cidr: "10.52.0.0/17" } }),
      },
    },
    {
      parent: {
        kind: "IpGroup",
        inputs: (idOf) => ({ name: "Parent", rules: [{ type: "child", groupId: idOf("leaf") }] }),
        then: (idOf) => ({ name: "Parent", rules: [{ type: "child", groupId: idOf("leaf") }, { type: "all" }] }),
      },
      alice: {
        kind: "User",
        inputs: (idOf) => ({ name: "alice", password: "pass word", userGroupIds: [idOf("engineers"), 2] }),
        then: (idOf) => ({ name: "alice renamed", password: "pass word", userGroupIds: [idOf("engineers")] }),
      },
      see: { kind: "Permission", inputs: () => ({ userGroupName: "auditors", ...app("Vitals") }) },
      may: {
        kind: "PermissionSet",
        inputs: (idOf) => ({
          userGroupId: idOf("engineers"),
          permissions: [app("runReport"), { permissionType: "device", seccode: "10.50.0.1" }],
        }),
        then: (idOf) => ({
          userGroupId: idOf("engineers"),
          permissions: [app("IPGroups"), { permissionType: "interface", seccode: "10.50.0.1-7" }],
        }),
      },
      analysis: {
        kind: "Collector",
        inputs: () => ({ address, profiles: [edge, "legacy-netops"], threshold: 2500, description: rackNote }),
        // The same run renames the profile "lab" to "lab 2". The collector joins it and leaves "legacy-netops".
        then: () => ({ address, profiles: [edge, "lab 2"], threshold: 0, description: "rack 5" }),
      },
      router: {
        kind: "Exporter",
        inputs: () => ({ address: "10.50.0.1", profiles: [edge], description: "core" }),
        then: () => ({ address: "10.50.0.1", profiles: [edge, "legacy-netops"], description: "core 2" }),
      },
      include: { kind: "Policy", inputs: () => ({ cidr: "10.50.0.0/16", profile: edge, kind: "include" }) },
      exclude: {
        kind: "Policy",
        inputs: () => ({ cidr: "10.50.200.0/24", profile: edge, kind: "exclude" }),
        then: () => ({ cidr: "10.50.200.0/24", profile: "legacy-netops", kind: "exclude" }),
      },
    },
    {
      preferences: {
        kind: "UserPreferences",
        inputs: (idOf) => ({ userId: idOf("alice"), preferences: { language: "english", statusTopn: 20 } }),
        then: (idOf) => ({ userId: idOf("alice"), preferences: { language: "german", statusTopn: 20 } }),
      },
      audits: { kind: "Membership", inputs: (idOf) => ({ userId: idOf("alice"), userGroupName: "auditors" }) },
    },
  ];
}
