import { z } from "zod";
import { listed, listedBy, replace, setOf } from "../stored-lists";
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
const rules = listed(
  rule,
  ({ rule_id, ...held }): [number, IpGroupRule] => [rule_id, held],
  (rule_id, held) => ({ rule_id, ...held }),
);
const preferences = listed(
  z.strictObject({ pref: z.string(), setting: z.union([z.string(), z.number()]) }),
  ({ pref, setting }) => [pref, setting],
  (pref, setting) => ({ pref, setting }),
);
const permissions = listedBy(z.strictObject({ type: z.string(), seccode: z.string() }), permissionKey);
const byId = ({ id: key }: { readonly id: number }): number => key;

/** A gateway's store in a file. */
export const storedGateway = z.object({
  lastIds: z.strictObject({ ipGroup: z.int(), rule: z.int(), user: z.int(), userGroup: z.int() }),
  ipGroups: listedBy(z.strictObject({ id, name: z.string(), rules }), byId),
  users: listedBy(z.strictObject({ id, name: z.string(), userGroups: setOf(id), preferences }), byId),
  userGroups: listedBy(z.strictObject({ id, name: z.string(), permissions }), byId),
});

/** Replaces the contents of a store with those from a file. */
export function restoreGateway(store: GatewayStore, stored: z.output<typeof storedGateway>): void {
  Object.assign(store.lastIds, stored.lastIds);
  replace(store.ipGroups, stored.ipGroups);
  replace(store.users, stored.users);
  replace(store.userGroups, stored.userGroups);
}
