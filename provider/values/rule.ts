import { z } from "zod";
import { cidr, compareAddresses, ipv4, maskedAddress, wildcardMask } from "./addresses";
import { objectId } from "./numbers";
import { setOf, strict } from "./schema";
import { unknownWord } from "./unknown-word";

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
}).refine((rule) => compareAddresses(rule.start, rule.end) <= 0, {
  error: (issue) => rangeFault(issue.input as { start: string; end: string }),
});

function rangeFault({ start, end }: { start: string; end: string }): string {
  return `start ${start} is after end ${end}`;
}

/** One rule of an IP group, by `type`. Management gateway, "IP Group rule". */
export const rule = z.discriminatedUnion(
  "type",
  [
    strict({
      /** One host. */
      type: z.literal("ip"),
      /** IPv4 address. */
      address: ipv4,
    }),
    range,
    strict({
      /** A network. */
      type: z.literal("network"),
      /** Network of a `network`, as `<address>/<prefix length>`, without host bits. */
      cidr,
    }),
    strict({
      /** All addresses. */
      type: z.literal("all"),
    }),
    wildcard,
    strict({
      /** A nested IP group, whose rules are more specific than those of its parent. */
      type: z.literal("child"),
      /** Id of the nested group of a `child`. */
      groupId: objectId,
    }),
  ],
  { error: (issue) => typeFault(issue) },
);

const TYPES = ["ip", "range", "network", "all", "wildcard", "child"];

function typeFault({ code, input }: { code?: string | undefined; input?: unknown }): string | undefined {
  if (code !== "invalid_union") return undefined;
  const type = typeof input === "object" && input !== null && "type" in input ? input.type : undefined;
  return typeof type === "string" ? unknownWord("rule type", type, TYPES) : `must be one of ${TYPES.join(", ")}`;
}

/**
 * One rule of an IP group. `ip` has `address`; `range` has `start` and `end`; `network` has `cidr`; `wildcard` has
 * `address` and `mask`; `child` has `groupId`; `all` has no other field.
 */
export type Rule = z.input<typeof rule>;
/** A rule in its canonical form: child ids are text, and octets that a wildcard mask ignores are 0. */
export type CanonicalRule = z.output<typeof rule>;

/** Maximum number of rules in one group. */
const MOST_RULES = 10_000;

/** All rules of a group; a set. */
export const groupRules = setOf(rule).refine((rules) => rules.length <= MOST_RULES, {
  error: `holds more than ${String(MOST_RULES)} rules`,
});
