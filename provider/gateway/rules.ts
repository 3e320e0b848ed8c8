import { IPv4 } from "ipaddr.js";
import { z } from "zod";
import { isJsonObject } from "../http/json";
import { listing, totalOf, ipv4Text, text, type Listing } from "../http/schemas";
import { type EntryForm, entriesOf, formOf, objectId, objectIdOf, ownOf, type GatewayRecord } from "./records";
import type { RuleFields, RuleReply, StoredRule } from "./rule-forms";

/** A prefix length, or the equivalent dotted mask; converted to the prefix length as text. */
const prefixMask = text.transform((mask, context) => {
  const prefix = /^\d{1,2}$/u.test(mask) ? Number(mask) : prefixOfDotted(mask);
  if (prefix !== undefined && prefix <= 32) return String(prefix);
  context.addIssue({ code: "custom", message: "expected a prefix length or a dotted mask" });
  return z.NEVER;
});

function prefixOfDotted(mask: string): number | undefined {
  const { data } = ipv4Text.safeParse(mask);
  return data === undefined ? undefined : (IPv4.parse(data).prefixLengthFromSubnetMask() ?? undefined);
}

/**
 * The fields of a rule in the notation of the document. Replies contain the address of a host as `sip` or `address`;
 * the prefix length may be behind the address, and the type in other letter case.
 */
function asDocumented(entry: GatewayRecord): GatewayRecord {
  const type = typeof entry["type"] === "string" ? entry["type"].toLowerCase() : entry["type"];
  if (type !== "ip" && type !== "network") return { ...entry, type };
  const [address, prefix] = withPrefix(entry["address"] ?? (type === "ip" ? entry["sip"] : undefined));
  if (type === "ip") return prefix === undefined || prefix === "32" ? { ...entry, type, address } : entry;
  const mask = prefixMask.safeParse(entry["mask"]).data;
  const isOther = prefix !== undefined && mask !== undefined && mask !== prefix;
  return isOther ? entry : { ...entry, type, address, mask: mask ?? prefix };
}

function withPrefix(written: unknown): [address: unknown, prefix?: string] {
  const [, address, prefix] = typeof written === "string" ? (/^([\d.]+)\/(\d{1,2})$/u.exec(written) ?? []) : [];
  return address === undefined || prefix === undefined ? [written] : [address, prefix];
}

const documented = z.union([
  z.object({ type: z.literal("ip"), address: ipv4Text }),
  z.object({ type: z.literal("range"), sip: ipv4Text, eip: ipv4Text }),
  z.object({ type: z.literal("network"), address: ipv4Text, mask: prefixMask }),
  z.object({ type: z.literal("ipall") }).transform(({ type }) => ({ type, all: 1 as const })),
  z.object({ type: z.literal("wildcard"), address: ipv4Text, mask: ipv4Text }),
  z.object({ type: z.literal("child"), child_id: objectId }),
]);

const form: EntryForm = {
  keys: ["rule_id"],
  member: (key: string, value: unknown): GatewayRecord | undefined =>
    objectIdOf(key) !== undefined && isJsonObject(value) ? { rule_id: key, ...value } : undefined,
};

/** The rules of a group in any form that lists are known to have. An entry without an id or a type is set aside. */
export const ruleReplies: z.ZodType<Listing<RuleReply>> = z.unknown().transform((answer, context) => {
  const entries = entriesOf(answer, form);
  const rules: RuleReply[] = [];
  const unreadable: GatewayRecord[] = [];
  for (const entry of entries ?? []) {
    const rule = ruleOf(entry);
    if (rule === undefined) unreadable.push(ownOf(entry));
    else rules.push(rule);
  }
  if (entries === undefined || (rules.length === 0 && entries.length > 0)) {
    context.addIssue({ code: "custom", message: `expected a list of rules, got ${formOf(entries?.[0] ?? answer)}` });
    return z.NEVER;
  }
  return listing(rules, { what: "rules", unreadable, total: totalOf(answer) });
});

function ruleOf(entry: GatewayRecord): RuleReply | undefined {
  const rule_id = objectIdOf(entry["rule_id"] ?? entry["id"]);
  const kind = entry["type"];
  if (rule_id === undefined || typeof kind !== "string" || kind === "") return undefined;
  const cid = entry["cid"];
  const hasCid = cid === null || typeof cid === "string" || typeof cid === "number";
  const remarks = { rule_id, ...(hasCid ? { cid } : {}) };
  const known = documented.safeParse(asDocumented(entry));
  if (known.success) return { ...remarks, ...known.data };
  const { rule_id: _id, type: _type, cid: _cid, ...fields } = entry;
  return { ...remarks, type: "opaque", kind, text: JSON.stringify(fields) };
}

/** A rule in the form in which it is sent: `child_id` is documented as a string. */
export function wireRule(rule: RuleFields | StoredRule): object {
  return rule.type === "child" ? { ...rule, child_id: String(rule.child_id) } : rule;
}
