import { randomBytes } from "node:crypto";
import type { ApplianceKind, Command, IpGroupEntry, ReplicatorClient } from "../../provider/client";
import { parseCommand } from "../../provider/client";
import type { Kind } from "../../lib/site/kinds";
import type { Values } from "../../provider/values/inputs";
import type { Box } from "./box";

/** What the functions of a life may use: the box, and the objects that the life needs. */
export interface Scene {
  readonly box: Box;
  /** The id of an object that the life needs. */
  id(key: string): string;
}

/** The object as the state has it. */
export interface Known {
  readonly id: string;
  /** The inputs of the last `up` that succeeded. */
  readonly inputs: Values;
}

/** The life of one object of a kind: its values, what an operator may do to it, and how the appliance shows it. */
export interface Life {
  readonly kind: Kind;
  readonly about: ApplianceKind;
  /** Objects that must exist first, by the key with which `id` names them. */
  readonly needs?: Readonly<Record<string, { readonly kind: Kind; inputs(scene: Scene): Values }>>;
  inputs(scene: Scene): Values;
  /** Each is a change in place of the inputs before it. */
  changes?(scene: Scene): readonly Values[];
  replacement?(scene: Scene): Values;
  /** Whether a second resource for the same object is refused without `onExisting`. */
  readonly isExclusive?: true;
  /** Changes the object as an operator would, with the client. */
  byHand?(scene: Scene, object: Known): Promise<unknown>;
  /** Removes the object as an operator would. */
  remove?(scene: Scene, object: Known): Promise<unknown>;
  /** Whether the appliance shows the object; undefined if the API reads nothing of the kind. */
  isThere?(scene: Scene, object: Known): Promise<boolean>;
  /** Whether a refresh sees that the object is gone. */
  readonly isRead?: true;
  /** A second object of the kind that uses none of the names of the first. */
  other?(scene: Scene, suffix: string): Values;
  /** A resource that refers to the object by its name, and the inputs after the object was renamed. */
  readonly follower?: {
    readonly kind: Kind;
    inputs(scene: Scene, name: string): Values;
    renamed(scene: Scene): Values;
  };
  /** The requests whose answers the run loses. */
  readonly requests: { readonly create: RegExp; readonly update?: RegExp; readonly remove: RegExp };
}

const rules = [
  { type: "network", cidr: "192.0.2.0/25" },
  { type: "range", start: "203.0.113.10", end: "203.0.113.20" },
];
const password = (): string => `C-${randomBytes(12).toString("hex")}`;
const app = (seccode: string): Values => ({ permissionType: "app", seccode });

/** The groups of the run that the gateway shows: in its tree, or in a search. Some trees have only the roots. */
export async function ownGroups({ gateway, prefix }: Pick<Box, "gateway" | "prefix">): Promise<IpGroupEntry[]> {
  const listed = await gateway.ipGroups.loadTreeRootFast();
  const found = await gateway.ipGroups.searchAll({ name: prefix, fc_name_comp: "like" });
  return [...listed, ...found].filter(({ fc_name }) => fc_name.startsWith(prefix));
}

const saveOrUpdate = /^ipgroups\/(?:saveRule|update)$/u;

const gatewayLives: readonly Life[] = [
  {
    kind: "IpGroup",
    about: "gateway",
    inputs: ({ box }) => ({ name: box.name("group", "g"), rules }),
    changes: ({ box }) => [
      { name: box.name("group", "g"), rules: [...rules, { type: "ip", address: "198.51.100.7" }] },
      { name: box.name("group", "h"), rules: [{ type: "wildcard", address: "192.0.2.1", mask: "0.0.0.255" }] },
      { name: box.name("group", "g"), rules },
    ],
    isExclusive: true,
    other: ({ box }, suffix) => ({ name: box.name("group", suffix), rules }),
    byHand: ({ box }, { id }) => box.gateway.ipGroups.update({ fc_id: Number(id), name: box.name("group", "hand") }),
    remove: ({ box }, { id }) => box.gateway.ipGroups.delete([Number(id)]),
    isThere: async ({ box }, { id }) => (await ownGroups(box)).some(({ fc_id }) => String(fc_id) === id),
    isRead: true,
    requests: { create: /^ipgroups\/saveRule$/u, update: saveOrUpdate, remove: /^ipgroups\/delete$/u },
  },
  {
    kind: "IpGroupRule",
    about: "gateway",
    needs: { group: { kind: "IpGroup", inputs: ({ box }) => ({ name: box.name("group", "r"), rules }) } },
    inputs: ({ id }) => ({ groupId: Number(id("group")), rule: { type: "ip", address: "198.51.100.8" } }),
    changes: ({ id }) => [{ groupId: Number(id("group")), rule: { type: "ip", address: "198.51.100.9" } }],
    replacement: ({ id }) => ({ groupId: Number(id("group")), rule: { type: "network", cidr: "198.51.100.0/28" } }),
    remove: ({ box }, { id }) => box.gateway.ipGroups.deleteRule({ rule_id: Number(id.split("/")[1]) }),
    isThere: async ({ box }, { id }) => {
      const [group, rule] = id.split("/").map(Number);
      return (await box.gateway.ipGroups.loadRules({ fc_id: group ?? 0 })).some(({ rule_id }) => rule_id === rule);
    },
    isRead: true,
    requests: { create: saveOrUpdate, update: saveOrUpdate, remove: /^ipgroups\/(?:deleteRule|update)$/u },
  },
  {
    kind: "IpGroups",
    about: "gateway",
    inputs: ({ box }) => ({
      groups: { [box.name("group", "s")]: { children: [box.name("group", "t")] }, [box.name("group", "t")]: { rules } },
    }),
    changes: ({ box }) => [
      { groups: { [box.name("group", "s")]: { rules }, [box.name("group", "u")]: { rules } } },
      { groups: { [box.name("group", "s")]: { rules } } },
    ],
    isThere: async ({ box }, { inputs }) => {
      const names = new Set((await ownGroups(box)).map(({ fc_name }) => fc_name));
      return Object.keys(inputs["groups"] as Values).every((name) => names.has(name));
    },
    requests: { create: /^ipgroups\/saveRule$/u, update: saveOrUpdate, remove: /^ipgroups\/delete$/u },
  },
  {
    kind: "UserGroup",
    about: "gateway",
    needs: { user: { kind: "User", inputs: ({ box }) => ({ name: box.name("user", "m"), password: password() }) } },
    inputs: ({ box }) => ({ name: box.name("userGroup", "a") }),
    changes: ({ box }) => [{ name: box.name("userGroup", "a"), members: [box.name("user", "m")] }],
    replacement: ({ box }) => ({ name: box.name("userGroup", "b") }),
    isExclusive: true,
    other: ({ box }, suffix) => ({ name: box.name("userGroup", suffix) }),
    remove: ({ box }, { inputs }) => box.gateway.userApi.delUsergroups([String(inputs["name"])]),
    requests: { create: /createUsergroup$/u, update: /membership$/u, remove: /delUsergroups$/u },
  },
  {
    kind: "User",
    about: "gateway",
    needs: { group: { kind: "UserGroup", inputs: ({ box }) => ({ name: box.name("userGroup", "c") }) } },
    inputs: ({ box }) => ({ name: box.name("user", "a"), password: fixedPassword(box) }),
    changes: ({ box, id }) => [
      { name: box.name("user", "a"), password: fixedPassword(box), userGroupIds: [Number(id("group"))] },
      { name: box.name("user", "b"), password: fixedPassword(box), userGroupIds: [Number(id("group"))] },
      { name: box.name("user", "a"), password: fixedPassword(box) },
    ],
    replacement: ({ box }) => ({ name: box.name("user", "a"), password: `${fixedPassword(box)}-2` }),
    isExclusive: true,
    other: ({ box }, suffix) => ({ name: box.name("user", suffix), password: fixedPassword(box) }),
    remove: ({ box }, { inputs }) => box.gateway.userApi.delUsers([String(inputs["name"])]),
    follower: {
      kind: "Membership",
      inputs: ({ id }, userName) => ({ userName, userGroupId: Number(id("group")) }),
      renamed: ({ box }) => ({ name: box.name("user", "ren"), password: `${fixedPassword(box)}-2` }),
    },
    requests: { create: /createUser$/u, update: /changeUsername$|membership$/u, remove: /delUsers?$/u },
  },
  {
    kind: "Membership",
    about: "gateway",
    needs: {
      user: { kind: "User", inputs: ({ box }) => ({ name: box.name("user", "n"), password: fixedPassword(box) }) },
      group: { kind: "UserGroup", inputs: ({ box }) => ({ name: box.name("userGroup", "d") }) },
      second: { kind: "UserGroup", inputs: ({ box }) => ({ name: box.name("userGroup", "e") }) },
    },
    inputs: ({ id }) => ({ userId: Number(id("user")), userGroupId: Number(id("group")) }),
    replacement: ({ id }) => ({ userId: Number(id("user")), userGroupId: Number(id("second")) }),
    remove: ({ box, id }) =>
      box.gateway.userApi.membership({
        remove: [{ user_id: Number(id("user")), usergroup_id: Number(id("second")) }],
      }),
    requests: { create: /membership$/u, remove: /membership$/u },
  },
  {
    kind: "Permission",
    about: "gateway",
    needs: { group: { kind: "UserGroup", inputs: ({ box }) => ({ name: box.name("userGroup", "f") }) } },
    inputs: ({ id }) => ({ userGroupId: Number(id("group")), ...app("auditing") }),
    replacement: ({ id }) => ({ userGroupId: Number(id("group")), ...app("wkp") }),
    remove: ({ box, id }) =>
      box.gateway.userApi.permissions({
        remove: [{ usergroup_id: Number(id("group")), permission_type: "app", seccode: "wkp" }],
      }),
    requests: { create: /permissions?$/u, remove: /permissions?$/u },
  },
  {
    kind: "PermissionSet",
    about: "gateway",
    needs: { group: { kind: "UserGroup", inputs: ({ box }) => ({ name: box.name("userGroup", "g") }) } },
    inputs: ({ id }) => ({ userGroupId: Number(id("group")), permissions: [app("auditing")] }),
    changes: ({ id }) => [
      { userGroupId: Number(id("group")), permissions: [app("auditing"), app("wkp")] },
      { userGroupId: Number(id("group")), permissions: [app("wkp")] },
    ],
    requests: { create: /permissions?$/u, update: /permissions?$/u, remove: /permissions?$/u },
  },
  {
    kind: "UserPreferences",
    about: "gateway",
    needs: {
      user: { kind: "User", inputs: ({ box }) => ({ name: box.name("user", "p"), password: fixedPassword(box) }) },
    },
    inputs: ({ id }) => ({ userId: Number(id("user")), preferences: { statusTopn: 10 } }),
    changes: ({ id }) => [{ userId: Number(id("user")), preferences: { statusTopn: 20 } }],
    requests: { create: /prefs$/u, update: /prefs$/u, remove: /prefs$/u },
  },
];

/** One password for a run: only a replacement changes it. */
const passwords = new WeakMap<Box, string>();
function fixedPassword(box: Box): string {
  const known = passwords.get(box) ?? password();
  passwords.set(box, known);
  return known;
}

/** The commands of show/config. A line of an unknown form is no command. */
export async function commandsOf({ show }: Pick<ReplicatorClient, "show">): Promise<Command[]> {
  const lists: readonly (readonly string[])[] = Object.values((await show.config()).api);
  return lists.flat().flatMap((line) => parseCommand(line) ?? []);
}

/** Whether show/config has a command with these values. */
const shows =
  (verb: Command["verb"], valuesOf: (object: Known) => Values) =>
  async ({ box }: Scene, object: Known): Promise<boolean> => {
    const wanted = Object.entries(valuesOf(object)).map(([key, value]) => [key, String(value)] as const);
    const all = (await commandsOf(box.replicator)).filter((one) => one.verb === verb);
    return all.some((one) => wanted.every(([key, value]) => String((one as unknown as Values)[key]) === value));
  };

/** The first profile that an object declares. */
const firstProfile = ({ inputs }: Known): unknown => (inputs["profiles"] as readonly unknown[])[0];

const profile = (suffix: string, index: number) => ({
  kind: "ReplicatorProfile" as const,
  inputs: ({ box }: Scene): Values => ({
    name: box.name("profile", suffix),
    listeningPort: box.port(index),
    sendingPort: box.port(index + 1),
  }),
});

const withRebuild = async ({ box }: Scene, change: Promise<unknown>): Promise<void> => {
  await change;
  await box.replicator.rebuild();
};

const profileName = (scene: Scene): string => scene.box.name("profile", "p");

const replicatorLives: readonly Life[] = [
  {
    kind: "ReplicatorProfile",
    about: "replicator",
    inputs: profile("q", 0).inputs,
    changes: (scene) => {
      const base = profile("q", 0).inputs(scene);
      return [
        { ...base, description: "flowgate certify" },
        { ...base, description: "flowgate certify", enabled: false, singularity: true },
        { ...base, description: "flowgate certify 2", sendingPort: scene.box.port(6) },
        { ...base, description: "flowgate certify 2", name: scene.box.name("profile", "r") },
        { ...base, description: "flowgate certify 2", enabled: true, singularity: false },
      ];
    },
    isExclusive: true,
    other: ({ box }, suffix) => ({
      name: box.name("profile", suffix),
      listeningPort: box.port(8 + 2 * Number(suffix.slice(-1))),
      sendingPort: box.port(9 + 2 * Number(suffix.slice(-1))),
    }),
    byHand: (scene, { inputs }) => withRebuild(scene, scene.box.replicator.profile.disable(String(inputs["name"]))),
    remove: (scene, { inputs }) => withRebuild(scene, scene.box.replicator.profile.remove(String(inputs["name"]))),
    isThere: shows("profile/add", ({ inputs }) => ({ name: inputs["name"] })),
    isRead: true,
    follower: {
      kind: "Collector",
      inputs: ({ box }, name) => ({ address: box.address(4), profiles: [name] }),
      renamed: (scene) => ({ ...profile("q", 0).inputs(scene), name: scene.box.name("profile", "ren") }),
    },
    requests: { create: /^\/profile\/add/u, update: /^\/(?:profile|notate)\//u, remove: /^\/profile\//u },
  },
  {
    kind: "Collector",
    about: "replicator",
    needs: { p: profile("p", 0), second: profile("s", 2) },
    inputs: ({ box }) => ({ address: box.address(0), profiles: [box.name("profile", "p")] }),
    changes: ({ box }) => [
      { address: box.address(0), profiles: [box.name("profile", "p")], threshold: 5000 },
      { address: box.address(0), profiles: [box.name("profile", "p"), box.name("profile", "s")], threshold: 6000 },
      { address: box.address(0), profiles: [box.name("profile", "p")], threshold: 0 },
    ],
    replacement: ({ box }) => ({ address: box.address(1), profiles: [box.name("profile", "p")], threshold: 50 }),
    byHand: (scene, { id }) =>
      withRebuild(scene, scene.box.replicator.collector.threshold({ address: id, threshold: 77 })),
    remove: (scene, { id }) =>
      withRebuild(scene, scene.box.replicator.collector.remove({ address: id, profile: profileName(scene) })),
    isThere: shows("collector/add", (object) => ({ address: object.id, profile: firstProfile(object) })),
    isRead: true,
    requests: { create: /^\/collector\/add/u, update: /^\/collector\//u, remove: /^\/collector\//u },
  },
  {
    kind: "Exporter",
    about: "replicator",
    needs: { p: profile("p", 0), second: profile("s", 2) },
    inputs: ({ box }) => ({ address: box.address(2), profiles: [box.name("profile", "p")] }),
    changes: ({ box }) => [
      { address: box.address(2), profiles: [box.name("profile", "p"), box.name("profile", "s")] },
      { address: box.address(2), profiles: [box.name("profile", "p")] },
    ],
    replacement: ({ box }) => ({ address: box.address(3), profiles: [box.name("profile", "p")] }),
    remove: (scene, { id }) =>
      withRebuild(scene, scene.box.replicator.exporter.remove({ address: id, profile: profileName(scene) })),
    isRead: true,
    requests: { create: /^\/exporter\/add/u, update: /^\/exporter\//u, remove: /^\/exporter\//u },
  },
  {
    kind: "Policy",
    about: "replicator",
    needs: { p: profile("p", 0), second: profile("s", 2) },
    inputs: ({ box }) => ({ cidr: "203.0.113.0/28", profile: box.name("profile", "p"), kind: "include" }),
    changes: ({ box }) => [
      { cidr: "203.0.113.0/28", profile: box.name("profile", "s"), kind: "include" },
      { cidr: "203.0.113.0/28", profile: box.name("profile", "p"), kind: "include" },
    ],
    replacement: ({ box }) => ({ cidr: "203.0.113.0/28", profile: box.name("profile", "p"), kind: "exclude" }),
    remove: (scene) =>
      withRebuild(
        scene,
        scene.box.replicator.policies.remove({
          network: "203.0.113.0",
          prefix: 28,
          profile: profileName(scene),
          kind: "exclude",
        }),
      ),
    isThere: shows("policies/add", ({ inputs }) => ({
      network: "203.0.113.0",
      profile: inputs["profile"],
      kind: inputs["kind"],
    })),
    isRead: true,
    requests: { create: /^\/policies\/add/u, update: /^\/policies\//u, remove: /^\/policies\//u },
  },
];

/** The setting that the run changes if the user allows it, and puts back. */
export const settingLife: Life = {
  kind: "Setting",
  about: "replicator",
  inputs: () => ({ name: "flowStopAlert", value: "71" }),
  changes: () => [{ name: "flowStopAlert", value: "72" }],
  requests: { create: /^\/setting\//u, update: /^\/setting\//u, remove: /^\/setting\//u },
};

/** The life of every kind, those that other kinds need first. */
export const lives: readonly Life[] = [...gatewayLives, ...replicatorLives];
