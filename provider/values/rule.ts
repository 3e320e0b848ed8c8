import { z } from "zod";
import { cidr, compareAddresses, ipv4, maskedAddress, wildcardMask } from "./addresses";
import { objectId } from "./numbers";
import { setOf, strict, unknownWord } from "./schema";

const wildcard = strict({ type: z.literal("wildcard"), address: ipv4, mask: wildcardMask }).transform((rule) => ({
  ...rule,
  address: maskedAddress(rule.address, rule.mask),
}));

const range = strict({ type: z.literal("range"), start: ipv4, end: ipv4 }).refine(
  (rule) => compareAddresses(rule.start, rule.end) <= 0,
  { error: (issue) => rangeFault(issue.input as { start: string; end: string }) },
);

function rangeFault({ start, end }: { start: string; end: string }): string {
  return `start ${start} lies after end ${end}`;
}

/** One rule of an IP group, by `type`. Management gateway, "IP Group rule". */
export const rule = z.discriminatedUnion(
  "type",
  [
    strict({ type: z.literal("ip"), address: ipv4 }),
    range,
    strict({ type: z.literal("network"), cidr }),
    strict({ type: z.literal("all") }),
    wildcard,
    strict({ type: z.literal("child"), groupId: objectId }),
  ],
  { error: (issue) => typeFault(issue) },
);

const TYPES = ["ip", "range", "network", "all", "wildcard", "child"];

function typeFault({ code, input }: { code?: string | undefined; input?: unknown }): string | undefined {
  if (code !== "invalid_union") return undefined;
  const type = typeof input === "object" && input !== null && "type" in input ? input.type : undefined;
  return typeof type === "string" ? unknownWord("rule type", type, TYPES) : `must be one of ${TYPES.join(", ")}`;
}

/** A rule as users write it. */
export type Rule = z.input<typeof rule>;
/** A rule in its canonical form: child ids are text, what a wildcard ignores is 0. */
export type CanonicalRule = z.output<typeof rule>;

/** Most rules in one group. */
const MOST_RULES = 10_000;

/** All rules of a group; a set. */
export const groupRules = setOf(rule).refine((rules) => rules.length <= MOST_RULES, {
  error: `holds more than ${String(MOST_RULES)} rules`,
});
