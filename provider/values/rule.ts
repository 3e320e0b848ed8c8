import { z } from "#zod";
import type { RuleFields, RuleReply, StoredRule } from "../gateway/replies";
import { cidr, compareAddresses, ipv4, maskedAddress, splitCidr, wildcardMask } from "./addresses";
import { objectId } from "./numbers";
import { setOf, strict } from "./schema";
import { quoted, unknownWord } from "./quoted";

const wildcard = strict({
  /** All addresses that equal `address` in the octets in which `mask` has 0. */
  type: z.literal("wildcard"),
  /** IPv4 address. */
  address: ipv4,
  /** Wildcard mask of a `wildcard`: an octet with 255 matches any value, an octet with 0 must be equal. */
  mask: wildcardMask,
}).transform((rule) => ({
  ...rule,
  /** IPv4 address, with 0 in the octets that the mask ignores. */
  address: maskedAddress(rule.address, rule.mask),
}));

const range = strict({
  /** Every address from `start` to `end`. */
  type: z.literal("range"),
  /** First IPv4 address of a `range`. */
  start: ipv4,
  /** Last IPv4 address of a `range`. */
  end: ipv4,
}).refine(({ start, end }) => compareAddresses(start, end) <= 0, { error: "its start is after its end" });

const ip = strict({
  /** One host. */
  type: z.literal("ip"),
  /** IPv4 address. */
  address: ipv4,
});

const network = strict({
  /** A network. */
  type: z.literal("network"),
  /** Network of a `network`, as `<address>/<prefix length>`, without host bits. */
  cidr,
});

const all = strict({
  /** All addresses. */
  type: z.literal("all"),
});

const child = strict({
  /** A nested IP group, whose rules are more specific than those of its parent. */
  type: z.literal("child"),
  /** Id of the nested group of a `child`. */
  groupId: objectId,
});

/** One rule of an IP group, by `type`. Management gateway, "IP Group rule". */
export const rule = z.discriminatedUnion("type", [ip, range, network, all, wildcard, child], {
  error: (issue) => typeFault(issue),
});

function builderFor(text: string): string {
  const name = text.includes("/") ? "network" : text.includes("-") ? "range" : "ip";
  const [first = "", last] = name === "range" ? text.split("-").map((part) => quoted(part.trim())) : [quoted(text)];
  return `rule.${name}(${last === undefined ? first : `${first}, ${last}`})`;
}

function typeFault({ code, input }: { code?: string | undefined; input?: unknown }): string | undefined {
  // A text that begins with no address may mean anything.
  if (typeof input === "string" && /^\d+\.\d+\.\d+\.\d+/u.test(input))
    return `must be a rule, not a string: write ${builderFor(input)}`;
  if (code !== "invalid_union") return undefined;
  const type = typeof input === "object" && input !== null && "type" in input ? input.type : undefined;
  return typeof type === "string" ? unknownWord("rule type", type, types) : `must be one of ${types.join(", ")}`;
}

/**
 * One rule of an IP group. `ip` has `address`; `range` has `start` and `end`; `network` has `cidr`; `wildcard` has
 * `address` and `mask`; `child` has `groupId`; `all` has no other field.
 */
export type Rule = z.input<typeof rule>;
/** A rule in its canonical form: child ids are text, and octets that a wildcard mask ignores are 0. */
export type CanonicalRule = z.output<typeof rule>;

export const groupRules = setOf(rule);

type TypeName = CanonicalRule["type"];
type Of<Name extends TypeName> = Extract<CanonicalRule, { type: Name }>;
/** The gateway's form of a type of rule. */
type WireOf<Name extends TypeName> = Extract<RuleFields, { type: Name extends "all" ? "ipall" : Name }>;

/** How a type of rule is written. */
interface RuleType<Canonical, Wire> {
  /** Its fields in the order in which people say them. */
  words(one: Canonical): readonly unknown[];
  encode(one: Canonical): Wire;
  decode(one: Wire): Canonical;
}

/** Everything that depends on the type of a rule, apart from its schema. */
const ruleTypes: { readonly [Name in TypeName]: RuleType<Of<Name>, WireOf<Name>> } = {
  ip: {
    words: ({ address }) => [address],
    encode: ({ type, address }) => ({ type, address }),
    decode: ({ type, address }) => ({ type, address }),
  },
  range: {
    words: ({ start, end }) => [start, "-", end],
    encode: ({ type, start, end }) => ({ type, sip: start, eip: end }),
    decode: ({ type, sip, eip }) => ({ type, start: sip, end: eip }),
  },
  network: {
    words: (one) => [one.cidr],
    encode: ({ type, cidr: text }) => {
      const { address, prefix } = splitCidr(text);
      return { type, address, mask: String(prefix) };
    },
    decode: ({ type, address, mask }) => ({ type, cidr: `${address}/${mask}` }),
  },
  all: {
    words: () => [],
    encode: () => ({ type: "ipall", all: 1 }),
    decode: () => ({ type: "all" }),
  },
  wildcard: {
    words: ({ address, mask }) => [address, mask],
    encode: ({ type, address, mask }) => ({ type, address, mask }),
    decode: ({ type, address, mask }) => ({ type, address: maskedAddress(address, mask), mask }),
  },
  child: {
    words: ({ groupId }) => [groupId],
    encode: ({ type, groupId }) => ({ type, child_id: Number(groupId) }),
    decode: ({ type, child_id }) => ({ type, groupId: String(child_id) }),
  },
};

const types = Object.keys(ruleTypes) as readonly TypeName[];

const rowOf: Readonly<Record<TypeName, RuleType<CanonicalRule, RuleFields>>> = ruleTypes;

/** The words for a rule: its type, then its fields, which may be unknown. Undefined for a value that is no rule. */
export function wordsOf(value: Readonly<Record<string, unknown>>): readonly unknown[] | undefined {
  const type = types.find((one) => one === value["type"]);
  return type === undefined ? undefined : [type, ...rowOf[type].words(value as CanonicalRule)];
}

/** A rule in one line, as every message, table and report writes it: `range 10.0.0.1 - 10.0.0.9`. */
export function ruleText(one: CanonicalRule): string {
  return [one.type, ...rowOf[one.type].words(one)].join(" ");
}

export function encodeRule(one: CanonicalRule): RuleFields {
  return rowOf[one.type].encode(one);
}

export function decodeRule(one: RuleFields): CanonicalRule {
  return rowOf[one.type === "ipall" ? "all" : one.type].decode(one);
}

export function isKnownRule(one: RuleReply): one is StoredRule {
  return one.type !== "opaque";
}

export function meaningOf(one: RuleFields | RuleReply): string {
  return one.type === "opaque" ? `${one.kind} ${one.text}` : ruleText(decodeRule(one));
}
