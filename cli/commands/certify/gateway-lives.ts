import type { GatewayClient, IpGroupEntry } from "../../../provider/client";
import { eitherSpelling } from "../../../provider/appliance/gateway/spelling";
import type { Values } from "../../../provider/values/inputs";
import type { Box } from "./box";
import { runOf } from "./journal";
import { idOf, inputsOf, named, type Life, type Scene, type Template } from "./life";

const rules = [
  { type: "network", cidr: "192.0.2.0/25" },
  { type: "range", start: "203.0.113.10", end: "203.0.113.20" },
];
const password = ({ box }: Scene): string => box.password;
const second = ({ box }: Scene): string => `${box.password}-2`;
const app = (seccode: string): Template => ({ permissionType: "app", seccode });

const user = (suffix: string) => ({ kind: "User", inputs: { name: named("user", suffix), password } }) as const;
const userGroup = (suffix: string) => ({ kind: "UserGroup", inputs: { name: named("userGroup", suffix) } }) as const;
/** IP groups by the ends of their names. */
const groups =
  (entries: Readonly<Record<string, Template>>) =>
  ({ box }: Scene): Template =>
    Object.fromEntries(Object.entries(entries).map(([suffix, one]) => [box.name("group", suffix), one]));

/** Deletes users, in the spelling that the gateway knows. */
export function delUsers({ userApi }: GatewayClient, names: string[]): Promise<unknown> {
  return eitherSpelling(userApi.delUsers.bind(userApi), userApi.delUser.bind(userApi))(names);
}

/** The groups of the run that the gateway shows: in its tree, or in a search. Some trees have only the roots. */
export async function ownGroups({ gateway, prefix }: Pick<Box, "gateway" | "prefix">): Promise<IpGroupEntry[]> {
  const listed = await gateway.ipGroups.loadTreeRootFast();
  const found = await gateway.ipGroups.searchAll({ name: prefix, fc_name_comp: "like" });
  return [...listed, ...found].filter(({ fc_name }) => runOf(fc_name) === prefix);
}

/** The life of each kind of the gateway. */
export const gatewayLives: readonly Life[] = [
  {
    kind: "IpGroup",
    about: "gateway",
    inputs: { name: named("group", "g"), rules },
    changes: [
      { rules: [...rules, { type: "ip", address: "198.51.100.7" }] },
      { name: named("group", "h"), rules: [{ type: "wildcard", address: "192.0.2.1", mask: "0.0.0.255" }] },
      { name: named("group", "g"), rules },
    ],
    isExclusive: true,
    other: (suffix) => ({ name: named("group", suffix) }),
    byHand: ({ box }, { id }) => box.gateway.ipGroups.update({ fc_id: Number(id), name: box.name("group", "hand") }),
    remove: ({ box }, { id }) => box.gateway.ipGroups.delete([Number(id)]),
    isThere: async ({ box }, { id }) => (await ownGroups(box)).some(({ fc_id }) => String(fc_id) === id),
    isWhole: async ({ box }, { id, inputs }) => {
      const shown = await box.gateway.ipGroups.loadRules({ fc_id: Number(id) });
      return shown.lack === undefined && shown.length === (inputs["rules"] as unknown[]).length;
    },
    isRead: true,
  },
  {
    kind: "IpGroupRule",
    about: "gateway",
    needs: { group: { kind: "IpGroup", inputs: { name: named("group", "r"), rules } } },
    inputs: { groupId: idOf("group"), rule: { type: "ip", address: "198.51.100.8" } },
    changes: [{ rule: { type: "ip", address: "198.51.100.9" } }],
    replacement: { rule: { type: "network", cidr: "198.51.100.0/28" } },
    remove: ({ box }, { id }) => box.gateway.ipGroups.deleteRule({ rule_id: Number(id.split("/")[1]) }),
    // By its address: some gateways give all rules of a group new numbers, or show them in another form.
    isThere: async ({ box }, { inputs }) => {
      const { address, cidr = address } = inputs["rule"] as { address?: string; cidr?: string };
      const shown = await box.gateway.ipGroups.loadRules({ fc_id: Number(inputs["groupId"]) });
      return JSON.stringify(shown).includes(`"${String(cidr).replace(/\/.*$/u, "")}"`);
    },
    isRead: true,
  },
  {
    kind: "IpGroups",
    about: "gateway",
    inputs: { groups: groups({ s: { children: [named("group", "t")] }, t: { rules } }) },
    changes: [{ groups: groups({ s: { rules }, u: { rules } }) }, { groups: groups({ s: { rules } }) }],
    isThere: async ({ box }, { inputs }) => {
      const names = new Set((await ownGroups(box)).map(({ fc_name }) => fc_name));
      return Object.keys(inputs["groups"] as Values).every((name) => names.has(name));
    },
  },
  {
    ...userGroup("a"),
    about: "gateway",
    needs: { user: user("m") },
    changes: [{ members: [named("user", "m")] }],
    replacement: { name: named("userGroup", "b") },
    isExclusive: true,
    other: (suffix) => userGroup(suffix).inputs,
    remove: ({ box }, { inputs }) => box.gateway.userApi.delUsergroups([String(inputs["name"])]),
  },
  {
    ...user("a"),
    about: "gateway",
    needs: { group: userGroup("c") },
    changes: [
      { userGroupIds: [idOf("group")] },
      { name: named("user", "b") },
      { name: named("user", "a"), userGroupIds: undefined },
    ],
    replacement: { password: second },
    isExclusive: true,
    other: (suffix) => user(suffix).inputs,
    remove: ({ box }, { inputs }) => delUsers(box.gateway, [String(inputs["name"])]),
    follower: {
      kind: "Membership",
      inputs: (userName) => ({ userName, userGroupId: idOf("group") }),
      renamed: { name: named("user", "ren"), password: second },
    },
  },
  {
    kind: "Membership",
    about: "gateway",
    needs: { user: user("n"), group: userGroup("d"), second: userGroup("e") },
    inputs: { userId: idOf("user"), userGroupId: idOf("group") },
    replacement: { userGroupId: idOf("second") },
    remove: (scene) => {
      const link = inputsOf(scene, { user_id: idOf("user"), usergroup_id: idOf("second") });
      return scene.box.gateway.userApi.membership({ remove: [link as { user_id: number; usergroup_id: number }] });
    },
  },
  {
    kind: "Permission",
    about: "gateway",
    needs: { group: userGroup("f") },
    inputs: { userGroupId: idOf("group"), ...app("auditing") },
    replacement: app("wkp"),
    remove: ({ box, id }) => {
      const { userApi } = box.gateway;
      return eitherSpelling(
        userApi.permissions.bind(userApi),
        userApi.permission.bind(userApi),
      )({ remove: [{ usergroup_id: Number(id("group")), permission_type: "app", seccode: "wkp" }] });
    },
  },
  {
    kind: "PermissionSet",
    about: "gateway",
    needs: { group: userGroup("g") },
    inputs: { userGroupId: idOf("group"), permissions: [app("auditing")] },
    changes: [{ permissions: [app("auditing"), app("wkp")] }, { permissions: [app("wkp")] }],
  },
  {
    kind: "UserPreferences",
    about: "gateway",
    needs: { user: user("p") },
    inputs: { userId: idOf("user"), preferences: { statusTopn: 10 } },
    changes: [{ preferences: { statusTopn: 20 } }],
  },
];
