import { Configuration } from "../../../provider/config/configuration";
import { Lifecycle } from "../../../provider/lifecycle";
import type { World } from "../../../provider/world";
import { definitionOf, type Kind } from "../../../provider/registry";
import { Reported } from "../../../provider/reported";
import type { Values } from "../../../provider/values/inputs";

/** Lines that the user would see. */
export const notes: string[] = [];

/** A process in which nothing is configured, and in which no appliance may be asked for. */
const offline: World = {
  configurationProblems: (site) => new Configuration({}, {}).problems(site),
  identity: () => undefined,
  appliance: () => {
    throw new Error("check and diff must not need an appliance");
  },
  ledger: () => undefined,
  toSet: (kind, site, key, value) => new Configuration({}, {}).toSet(kind, site, key, value),
  reported: new Reported(),
  note: (message) => notes.push(message),
};

/** The lifecycle of a kind. */
export function lifecycle(kind: Kind, world: Partial<World> = {}): Lifecycle {
  return new Lifecycle(definitionOf(kind), { ...offline, ...world });
}

/** What check says about inputs. */
export function failuresOf(kind: Kind, inputs: Values, world?: Partial<World>): string[] {
  return lifecycle(kind, world).check(inputs).failures;
}

/** Inputs of each kind that check passes, with every optional input set. */
export const complete: Readonly<Record<Kind, Values>> = {
  Collector: {
    address: "10.0.0.5",
    profiles: ["b", "a"],
    threshold: 5,
    description: "text",
    exclusive: true,
  },
  Exporter: { address: "10.0.0.6", profiles: ["b", "a"], description: "text", exclusive: true },
  IpGroup: {
    name: "Branches",
    rules: [
      { type: "network", cidr: "10.0.0.0/8" },
      { type: "child", groupId: 12 },
      { type: "ip", address: "10.1.1.1" },
      { type: "range", start: "10.0.0.1", end: "10.0.0.9" },
      { type: "wildcard", address: "10.0.0.1", mask: "0.0.255.0" },
      { type: "all" },
    ],
  },
  IpGroupRule: { groupId: 12, rule: { type: "ip", address: "10.1.1.1" } },
  IpGroups: {
    groups: {
      Paris: {
        rules: [
          { type: "network", cidr: "10.0.0.0/8" },
          { type: "child", groupId: 12 },
        ],
        children: ["Servers", 13],
        formerNames: ["Lutetia"],
        onExisting: "adopt",
      },
      Servers: {},
    },
  },
  Membership: { userId: 13, userGroupId: 4 },
  Permission: { userGroupId: 4, permissionType: "device", seccode: "10.1.1.1" },
  PermissionSet: {
    userGroupName: "ops",
    permissions: [
      { permissionType: "app", seccode: "IPGroups" },
      { permissionType: "interface", seccode: "0a010101-3" },
    ],
  },
  Policy: { cidr: "10.0.0.0/8", profile: "a", kind: "include" },
  ReplicatorProfile: {
    name: "prod",
    listeningPort: 2055,
    sendingPort: 2056,
    enabled: false,
    singularity: true,
    description: "text",
  },
  Setting: { name: "flowStopAlert", value: "70", enabled: true, onDestroy: "leave" },
  User: { name: "anna", password: "a password of anna", userGroupIds: [4, "5"] },
  UserGroup: { name: "ops", templateUserGroupId: 3, members: ["anna", 13] },
  UserPreferences: { userId: 13, preferences: { statusTopn: 10, language: "english" } },
};

export const kinds = Object.keys(complete) as Kind[];
