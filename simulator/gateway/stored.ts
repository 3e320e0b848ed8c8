import { z } from "zod";
import { type GatewayStore, type IpGroupRule, permissionKey } from "./store";

const id = z.int().positive();
const ruleId = { rule_id: id };

/** Schema of a rule, as {@link IpGroupRule} declares it. */
const rule = z.discriminatedUnion("type", [
  z.strictObject({ ...ruleId, type: z.literal("ip"), address: z.string() }),
  z.strictObject({ ...ruleId, type: z.literal("range"), sip: z.string(), eip: z.string() }),
  z.strictObject({ ...ruleId, type: z.literal("network"), address: z.string(), mask: z.string() }),
  z.strictObject({ ...ruleId, type: z.literal("ipall"), all: z.literal(1) }),
  z.strictObject({ ...ruleId, type: z.literal("wildcard"), address: z.string(), mask: z.string() }),
  z.strictObject({ ...ruleId, type: z.literal("child"), child_id: id }),
]);

const preference = z.strictObject({ pref: z.string(), setting: z.union([z.string(), z.number()]) });
const permission = z.strictObject({ type: z.string(), seccode: z.string() });

/** A gateway's store in a file. It consists of lists, so that no name can be mistaken for a key of the JSON. */
export const storedGateway = z.object({
  lastIds: z.strictObject({ ipGroup: z.int(), rule: z.int(), user: z.int(), userGroup: z.int() }),
  ipGroups: z.array(z.strictObject({ id, name: z.string(), rules: z.array(rule) })),
  users: z.array(z.strictObject({ id, name: z.string(), userGroups: z.array(id), preferences: z.array(preference) })),
  userGroups: z.array(z.strictObject({ id, name: z.string(), permissions: z.array(permission) })),
});

export type StoredGateway = z.output<typeof storedGateway>;

/** Converts a store to the form of the file. */
export function storeGateway(store: GatewayStore): StoredGateway {
  return {
    lastIds: { ...store.lastIds },
    ipGroups: [...store.ipGroups.values()].map(({ rules, ...group }) => ({
      ...group,
      rules: [...rules].map(([rule_id, held]) => ({ rule_id, ...held })),
    })),
    users: [...store.users.values()].map(({ userGroups, preferences, ...user }) => ({
      ...user,
      userGroups: [...userGroups],
      preferences: [...preferences].map(([pref, setting]) => ({ pref, setting })),
    })),
    userGroups: [...store.userGroups.values()].map(({ permissions, ...group }) => ({
      ...group,
      permissions: [...permissions.values()],
    })),
  };
}

/** Replaces the contents of a store with those from a file. */
export function restoreGateway(store: GatewayStore, stored: StoredGateway): void {
  Object.assign(store.lastIds, stored.lastIds);
  fill(store.ipGroups, stored.ipGroups, ({ rules, ...group }) => ({
    ...group,
    rules: new Map(rules.map(({ rule_id, ...held }): [number, IpGroupRule] => [rule_id, held])),
  }));
  fill(store.users, stored.users, ({ userGroups, preferences, ...user }) => ({
    ...user,
    userGroups: new Set(userGroups),
    preferences: new Map(preferences.map(({ pref, setting }) => [pref, setting])),
  }));
  fill(store.userGroups, stored.userGroups, ({ permissions, ...group }) => ({
    ...group,
    permissions: new Map(permissions.map((held) => [permissionKey(held), held])),
  }));
}

function fill<Stored extends { id: number }, Held>(
  map: Map<number, Held>,
  stored: readonly Stored[],
  restore: (one: Stored) => Held,
): void {
  map.clear();
  for (const one of stored) map.set(one.id, restore(one));
}
