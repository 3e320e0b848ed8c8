import { randomBytes } from "node:crypto";
import type { IpGroupEntry } from "../../provider/client";
import type { Values } from "../../provider/values/inputs";
import type { Box } from "./box";
import type { Life } from "./life";

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

/** The life of each kind of the gateway. */
export const gatewayLives: readonly Life[] = [
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
    // By its address: some gateways give all rules of a group new numbers, or show them in another form.
    isThere: async ({ box }, { inputs }) => {
      const { address, cidr = address } = inputs["rule"] as { address?: string; cidr?: string };
      const shown = await box.gateway.ipGroups.loadRules({ fc_id: Number(inputs["groupId"]) });
      return JSON.stringify(shown).includes(`"${String(cidr).replace(/\/.*$/u, "")}"`);
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
