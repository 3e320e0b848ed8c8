import { z } from "zod";
import { isJsonObject } from "../http/json";
import { text } from "../http/schemas";
import { objectId, objectIdOf } from "./group-ids";
import { type Entry, entriesOf, formOf } from "./records";

/** A rule as the gateway takes it in `added`. Management gateway, "IP Group rule". */
export type RuleFields =
  /** One host. */
  | { type: "ip"; address: string }
  /** An address range, both ends included. */
  | { type: "range"; sip: string; eip: string }
  /** A subnet; `mask` is the prefix length as text, e.g. `"16"`. */
  | { type: "network"; address: string; mask: string }
  /** All addresses. */
  | { type: "ipall"; all: 1 }
  /** Octets with mask 0 must equal the address's octet, octets with mask 255 match anything. */
  | { type: "wildcard"; address: string; mask: string }
  /** Another group, which must exist. */
  | { type: "child"; child_id: number };

/** A rule as the gateway has it, and as `updated` takes it: its type must stay the same. */
export type StoredRule = RuleFields & { rule_id: number };

/** A rule that the document does not have, e.g. one of IPv6 addresses: it is shown, and never written. */
export interface OpaqueRule {
  type: "opaque";
  rule_id: number;
  /** The gateway's word for its type. */
  kind: string;
  /** Its other fields as JSON. */
  text: string;
}

/** What the gateway says about a rule beside its content: `cid`, whose meaning the document leaves open. */
interface Remarks {
  cid?: string | number | null;
}

/** A rule of a documented type in a reply. */
export type KnownRule = StoredRule & Remarks;

/** A rule in a reply. */
export type RuleReply = KnownRule | (OpaqueRule & Remarks);

export function isKnownRule(rule: RuleReply): rule is KnownRule {
  return rule.type !== "opaque";
}

/** A rule as it goes on the wire: `child_id` is documented as a string. */
export function encodeRule(rule: RuleFields | StoredRule): object {
  return rule.type === "child" ? { ...rule, child_id: String(rule.child_id) } : rule;
}

const ipv4 = text.refine(isIPv4, { error: "expected an IPv4 address" });

/** A prefix length, or the dotted mask that means the same; as the text of the prefix length. */
const prefixMask = text.transform((mask, context) => {
  const prefix = /^\d{1,2}$/u.test(mask) ? Number(mask) : prefixOfDotted(mask);
  if (prefix !== undefined && prefix <= 32) return String(prefix);
  context.addIssue({ code: "custom", message: "expected a prefix length or a dotted mask" });
  return z.NEVER;
});

/** A dotted address; what else there is, IPv6 among it, is opaque. */
function isIPv4(text: string): boolean {
  const octets = text.split(".");
  return octets.length === 4 && octets.every((octet) => /^(?:0|[1-9]\d{0,2})$/u.test(octet) && Number(octet) <= 255);
}

function prefixOfDotted(mask: string): number | undefined {
  if (!isIPv4(mask)) return undefined;
  const bits = mask
    .split(".")
    .map((octet) => Number(octet).toString(2).padStart(8, "0"))
    .join("");
  return /^1*0*$/u.test(bits) ? bits.lastIndexOf("1") + 1 : undefined;
}

/** Replies spell the address of a host `sip` or `address`. */
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
  member: (key: string, value: unknown): Entry | undefined =>
    objectIdOf(key) !== undefined && isJsonObject(value) ? { rule_id: key, ...value } : undefined,
};

/** The rules of a group in any form that lists are known to have. A rule without an id or a type is no rule. */
export const ruleReplies: z.ZodType<RuleReply[]> = z.unknown().transform((answer, context) => {
  const entries = entriesOf(answer, form);
  if (entries === undefined) {
    context.addIssue({ code: "custom", message: `expected a list of rules, got ${formOf(answer)}` });
    return z.NEVER;
  }
  return entries.flatMap((entry, index) => {
    const rule = ruleOf(entry);
    if (rule !== undefined) return [rule];
    const message = `expected a rule with rule_id and type, got ${formOf(entry)}`;
    context.addIssue({ code: "custom", message, path: [index] });
    return [];
  });
});

function ruleOf(entry: Entry): RuleReply | undefined {
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
