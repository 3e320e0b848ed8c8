import { z } from "#zod";
import { prefixOfMask } from "../values/addresses";
import { eachOf, id, ipv4Text, isJsonObject, listSchema, numeric, text } from "../http/schemas";

/** The number of an IP group, rule, user or user group. The service counts from 1. */
export const objectNumber = id.refine((number) => number > 0, { error: "expected an id, which is at least 1" });

/**
 * A list at top level or under `results`, `rules` or `rows`, and the number of entries on all pages, if the answer counts
 * them. What an entry has under `children` follows it. Field notes, "Gateway: IP groups" 1 to 3.
 */
function listIn<T>(what: string, entry: z.ZodType<T>): z.ZodType<{ entries: T[]; total: number | undefined }> {
  return z.unknown().transform((answer, context) => {
    const { results, rules, rows, total } = isJsonObject(answer) ? answer : { results: answer };
    const list = [results, rules, rows].find(Array.isArray) as readonly unknown[] | undefined;
    if (list === undefined) {
      const message = `expected a list of ${what}, alone or under results, rules or rows`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
    const entries = eachOf(list.flatMap((one) => withChildren(one)).entries(), entry, context);
    if (entries === undefined) return z.NEVER;
    return { entries: entries.map(([, one]) => one), total: numeric.safeParse(total).data };
  });
}

/** A list that must be whole: an entry that it does not have is not there. */
function wholeListOf<T>(what: string, entry: z.ZodType<T>): z.ZodType<T[]> {
  return listIn(what, entry).transform(({ entries, total }, context) => {
    if (total === undefined || total <= entries.length) return entries;
    const message = `the list is cut: it shows ${String(entries.length)} of ${String(total)} ${what}`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

const DEEPEST = 100;

function withChildren(entry: unknown, depth = 0): unknown[] {
  if (!isJsonObject(entry) || !Array.isArray(entry["children"])) return [entry];
  // An entry of this depth is not the documented form.
  if (depth === DEEPEST) return [undefined];
  return [entry, ...(entry["children"] as unknown[]).flatMap((one) => withChildren(one, depth + 1))];
}

const groupEntry = z.object({ fc_id: id, fc_name: text });
export type IpGroupEntry = z.output<typeof groupEntry>;

export const groupList = wholeListOf("IP groups", groupEntry);
export const groupPage = listIn("IP groups", groupEntry);

/** A prefix length, or the equivalent dotted mask; converted to the prefix length as text. */
const networkMask = text.transform((mask, context) => {
  const prefix = /^\d{1,2}$/u.test(mask) ? Number(mask) : prefixOfMask(mask);
  if (prefix !== undefined && prefix <= 32) return String(prefix);
  context.addIssue({ code: "custom", message: "expected a prefix length or a dotted mask" });
  return z.NEVER;
});

const documented = z.discriminatedUnion("type", [
  // One host.
  z.object({ type: z.literal("ip"), address: ipv4Text }),
  // An address range, both ends included.
  z.object({ type: z.literal("range"), sip: ipv4Text, eip: ipv4Text }),
  // A subnet; `mask` is the prefix length as text, e.g. `"16"`.
  z.object({ type: z.literal("network"), address: ipv4Text, mask: networkMask }),
  z.object({ type: z.literal("ipall") }).transform(() => ({ type: "ipall" as const, all: 1 as const })),
  // Octets with mask 0 must equal the address's octet; octets with mask 255 match anything.
  z.object({ type: z.literal("wildcard"), address: ipv4Text, mask: ipv4Text }),
  // Another group, which must exist.
  z.object({ type: z.literal("child"), child_id: objectNumber }),
]);
/** A rule in the form that the gateway accepts in `added`. Management gateway, "IP Group rule". */
export type RuleFields = z.output<typeof documented>;

/** A rule as the gateway stores it and as `updated` accepts it: its type must stay the same. */
export type StoredRule = RuleFields & { rule_id: number };

/** A rule in a form that the document does not have, e.g. with IPv6 addresses: it is shown, and never written. */
export interface OpaqueRule {
  type: "opaque";
  rule_id: number;
  /** The gateway's word for its type. */
  kind: string;
  /** Its other fields as JSON. */
  text: string;
}

/** A rule in a reply. */
export type RuleReply = StoredRule | OpaqueRule;

/** A rule. One in a form that is not documented stays as text, with its id. */
const rule = z.looseObject({ rule_id: objectNumber, type: text }).transform((entry): RuleReply => {
  const { rule_id, type, cid: _cid, ...fields } = entry;
  // Replies have the address of a host as `sip` or `address`.
  const known = documented.safeParse(type === "ip" ? { type, address: fields["address"] || fields["sip"] } : entry);
  if (known.success) return { rule_id, ...known.data };
  return { rule_id, type: "opaque", kind: type, text: JSON.stringify(fields) };
});

export const ruleList = wholeListOf("rules", rule);

/** The answer of `saveRule`. Only the id is needed: what else is missing is read. */
export const savedGroup = z.looseObject({
  /** Identifier of the group. */
  fc_id: objectNumber,
  /** The name of the group as the gateway stores it. */
  fc_name: text.nullish(),
  /** The rules that were added. */
  added: z.array(rule).nullish(),
  /** Warnings about a change that was carried out. */
  warnings: listSchema(z.unknown().transform((one) => (typeof one === "string" ? one : JSON.stringify(one)))),
  /** Number of rules that the group now has. */
  total: numeric.nullish(),
});
export type SavedIpGroup = z.output<typeof savedGroup>;

/** An answer whose form the document does not show: only a reading proves what was done. */
export const anyObject = z.custom<Readonly<Record<string, unknown>>>(isJsonObject, "expected an object");
export type UnshownReply = z.output<typeof anyObject>;

export const deletedRule = z.looseObject({
  /** 1 on success. */
  success: numeric.nullish(),
  /** Number of remaining rules. */
  total: numeric.nullish(),
});

export const deletedGroups = z.looseObject({
  processedCount: numeric.nullish(),
  /** Ids of the groups that were removed. */
  removed: z.array(id).nullish(),
});
