import { IPv4 } from "ipaddr.js";
import { z } from "zod";
import { MOST_FAULTS } from "../http/answer";
import { isJsonObject } from "../http/json";
import { text } from "../http/schemas";
import { objectId, objectIdOf } from "./group-ids";
import { type GatewayRecord, entriesOf, formOf } from "./records";
import type { RuleReply } from "./rule-forms";

/** Rules with any other address, such as IPv6, are opaque. */
const ipv4 = text.refine((address) => IPv4.isValidFourPartDecimal(address), { error: "expected an IPv4 address" });

/** A prefix length, or the equivalent dotted mask; converted to the prefix length as text. */
const prefixMask = text.transform((mask, context) => {
  const prefix = /^\d{1,2}$/u.test(mask) ? Number(mask) : prefixOfDotted(mask);
  if (prefix !== undefined && prefix <= 32) return String(prefix);
  context.addIssue({ code: "custom", message: "expected a prefix length or a dotted mask" });
  return z.NEVER;
});

function prefixOfDotted(mask: string): number | undefined {
  return IPv4.isValidFourPartDecimal(mask) ? (IPv4.parse(mask).prefixLengthFromSubnetMask() ?? undefined) : undefined;
}

/** Replies contain the address of a host as `sip` or `address`. */
const host = z.preprocess(
  (value) => (isJsonObject(value) ? { ...value, address: value["address"] ?? value["sip"] } : value),
  z.object({ type: z.literal("ip"), address: ipv4 }),
);

const documented = z.union([
  host,
  z.object({ type: z.literal("range"), sip: ipv4, eip: ipv4 }),
  z.object({ type: z.literal("network"), address: ipv4, mask: prefixMask }),
  z.object({ type: z.literal("ipall") }).transform(({ type }) => ({ type, all: 1 as const })),
  z.object({ type: z.literal("wildcard"), address: ipv4, mask: ipv4 }),
  z.object({ type: z.literal("child"), child_id: objectId }),
]);

const form = {
  keys: ["rule_id"],
  member: (key: string, value: unknown): GatewayRecord | undefined =>
    objectIdOf(key) !== undefined && isJsonObject(value) ? { rule_id: key, ...value } : undefined,
};

/** The rules of a group in any form that lists are known to have. An entry without an id or a type is an error. */
export const ruleReplies: z.ZodType<RuleReply[]> = z.unknown().transform((answer, context) => {
  const entries = entriesOf(answer, form);
  if (entries === undefined) {
    context.addIssue({ code: "custom", message: `expected a list of rules, got ${formOf(answer)}` });
    return z.NEVER;
  }
  return entries.flatMap((entry, index) => {
    if (context.issues.length >= MOST_FAULTS) return [];
    const rule = ruleOf(entry);
    if (rule !== undefined) return [rule];
    const message = `expected a rule with rule_id and type, got ${formOf(entry)}`;
    context.addIssue({ code: "custom", message, path: [index] });
    return [];
  });
});

function ruleOf(entry: GatewayRecord): RuleReply | undefined {
  const rule_id = objectIdOf(entry["rule_id"] ?? entry["id"]);
  const kind = entry["type"];
  if (rule_id === undefined || typeof kind !== "string" || kind === "") return undefined;
  const cid = entry["cid"];
  const remarks = { rule_id, ...(isCid(cid) ? { cid } : {}) };
  const known = documented.safeParse(entry);
  if (known.success) return { ...remarks, ...known.data };
  const { rule_id: _id, type: _type, cid: _cid, ...fields } = entry;
  return { ...remarks, type: "opaque", kind, text: JSON.stringify(fields) };
}

function isCid(value: unknown): value is string | number | null {
  return value === null || typeof value === "string" || typeof value === "number";
}
