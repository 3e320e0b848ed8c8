import { z } from "#zod";
import { Refusal } from "../exchange";
import { dottedMask, ipv4Number, ipv4Schema, isNetworkAddress, prefixLengthSchema } from "../ipv4";
import type { Switches } from "../switches";
import type { GatewayStore, IpGroup, IpGroupRule } from "./store";

const decimalId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/u, { error: "is not an id" })
  .transform(Number);

/** The fields of each rule `type`. Management gateway, "IP Group rule". */
const wireRule = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ip"), address: ipv4Schema.optional(), sip: ipv4Schema.optional() }),
  z.strictObject({ type: z.literal("range"), sip: ipv4Schema, eip: ipv4Schema }),
  z.strictObject({ type: z.literal("network"), address: ipv4Schema, mask: prefixLengthSchema }),
  z.strictObject({ type: z.literal("ipall"), all: z.literal(1) }),
  z.strictObject({ type: z.literal("wildcard"), address: ipv4Schema, mask: ipv4Schema }),
  z.strictObject({ type: z.literal("child"), child_id: decimalId }),
]);

/** A rule in `added`. */
export const ruleSchema = wireRule.transform(toRule);

/** A rule in `updated`, with its `rule_id` "sent as number or string". */
export const updatedRuleSchema = z
  .looseObject({ rule_id: z.union([z.int().positive(), decimalId]) })
  .transform(({ rule_id, ...rule }) => ({ ruleId: rule_id, rule }))
  .pipe(z.object({ ruleId: z.int(), rule: ruleSchema }));

/** Checks across fields, and normalizes the spelling of `ip` rules. */
function toRule(wire: z.output<typeof wireRule>, context: z.RefinementCtx): IpGroupRule {
  const fault = (message: string): never => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  if (wire.type === "ip") {
    const { address, sip } = wire;
    if ((address === undefined) === (sip === undefined)) return fault("an ip rule needs either address or sip");
    return { type: "ip", address: (address ?? sip) as string };
  }
  if (wire.type === "range" && ipv4Number(wire.sip) > ipv4Number(wire.eip)) return fault("sip is after eip");
  if (wire.type === "network" && !isNetworkAddress(wire.address, Number(wire.mask))) {
    return fault("address has bits set outside its mask");
  }
  return wire;
}

/** A rule as replies show it, with the documented field order and types. */
export function ruleReply(id: number, rule: IpGroupRule, switches: Readonly<Switches>): Record<string, unknown> {
  const head = { rule_id: switches.idType === "string" ? String(id) : id, cid: null, type: rule.type };
  switch (rule.type) {
    case "ip":
      return { ...head, [switches.ipRuleFieldOnRead]: rule.address };
    case "network": {
      const mask = switches.networkMaskOnRead === "dotted" ? dottedMask(Number(rule.mask)) : rule.mask;
      return { ...head, address: rule.address, mask };
    }
    case "child":
      return { ...head, child_id: switches.idType === "number" ? rule.child_id : String(rule.child_id) };
    default:
      return { ...head, ...rule };
  }
}

/** `myrules`: short text summary, empty if there are no rules. */
export function summary({ rules }: IpGroup): string {
  return [...rules.values()]
    .map(({ type, ...rest }) => [type, ...Object.values<string | number>(rest)].join(" "))
    .join(", ");
}

/** Refuses child rules if the group does not exist or would contain itself. */
export function assertChildren(store: GatewayStore, groupId: number | undefined, rules: readonly IpGroupRule[]): void {
  for (const rule of rules) {
    if (rule.type !== "child") continue;
    if (!store.ipGroups.has(rule.child_id)) throw new Refusal(`child group ${rule.child_id} does not exist`);
    if (groupId !== undefined && reaches(store, rule.child_id, groupId, new Set())) {
      throw new Refusal(`child group ${rule.child_id} contains group ${groupId}`);
    }
  }
}

function reaches(store: GatewayStore, from: number, wanted: number, seen: Set<number>): boolean {
  if (from === wanted) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return childIds(store.ipGroups.get(from)).some((child) => reaches(store, child, wanted, seen));
}

/** Ids of the direct children of this group. */
export function childIds(group: IpGroup | undefined): number[] {
  const ids: number[] = [];
  for (const rule of group?.rules.values() ?? []) if (rule.type === "child") ids.push(rule.child_id);
  return ids;
}
