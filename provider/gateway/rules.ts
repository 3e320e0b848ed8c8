import { z } from "zod";
import { id, text } from "../http/schemas";

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

/** A rule in a reply: with `cid`, whose meaning the document leaves open. */
export type RuleReply = StoredRule & { cid?: string | number | null };

/** A rule as it goes on the wire: `child_id` is documented as a string. */
export function encodeRule(rule: RuleFields | StoredRule): object {
  return rule.type === "child" ? { ...rule, child_id: String(rule.child_id) } : rule;
}

const stored = { rule_id: id, cid: z.union([z.string(), z.number(), z.null()]).optional() };

/** Replies spell the address of a host `sip` or `address`. */
const hostAddress = z.object({ sip: z.string().optional(), address: z.string().optional() });

const host = z
  .object({ ...stored, type: z.literal("ip"), ...hostAddress.shape })
  .transform(({ sip, address, ...rule }, context) => {
    const given = address ?? sip;
    if (given !== undefined) return { ...rule, address: given };
    context.addIssue({ code: "custom", message: "expected sip or address" });
    return z.NEVER;
  });

/** A prefix length, or the dotted mask that means the same; as the text of the prefix length. */
const prefixMask = text.transform((mask, context) => {
  const prefix = /^\d{1,2}$/u.test(mask) ? Number(mask) : prefixOfDotted(mask);
  if (prefix !== undefined && prefix <= 32) return String(prefix);
  context.addIssue({ code: "custom", message: "expected a prefix length or a dotted mask" });
  return z.NEVER;
});

function prefixOfDotted(mask: string): number | undefined {
  const octets = mask.split(".").map((octet) => (/^\d{1,3}$/u.test(octet) ? Number(octet) : 256));
  if (octets.length !== 4 || octets.some((octet) => octet > 255)) return undefined;
  const bits = octets.map((octet) => octet.toString(2).padStart(8, "0")).join("");
  return /^1*0*$/u.test(bits) ? bits.lastIndexOf("1") + 1 : undefined;
}

/** A rule in a reply. A type that the document does not have is refused: nobody could say what the group holds. */
export const ruleReply: z.ZodType<RuleReply> = z.discriminatedUnion("type", [
  host,
  z.object({ ...stored, type: z.literal("range"), sip: z.string(), eip: z.string() }),
  z.object({ ...stored, type: z.literal("network"), address: z.string(), mask: prefixMask }),
  z.object({ ...stored, type: z.literal("ipall"), all: z.unknown().transform(() => 1 as const) }),
  z.object({ ...stored, type: z.literal("wildcard"), address: z.string(), mask: z.string() }),
  z.object({ ...stored, type: z.literal("child"), child_id: id }),
]) as unknown as z.ZodType<RuleReply>;
