import type { CustomResource, Input } from "@pulumi/pulumi";
import { kindOf } from "./accepted";
import type { Rule } from "../provider/values/rule";
import type { ObjectArgs } from "./inputs";

/** One rule of an IP group. A union by `type`; every other field may be an output. */
export type RuleArgs = ObjectArgs<Rule>;

/** Any resource that has the rules of a group: an `IpGroup`. */
type GroupResource = CustomResource & { readonly ruleCount: unknown };

/** Builds the rules of an IP group. The objects can also be written by hand: `{ type: "ip", address: "10.0.0.1" }`. */
export const rule = {
  /** One host. */
  ip: (address: Input<string>): RuleArgs => ({ type: "ip", address }),
  /** Every address from `start` to `end`, both included. */
  range: (start: Input<string>, end: Input<string>): RuleArgs => ({ type: "range", start, end }),
  /** A network as `<address>/<prefix length>`, without host bits. */
  network: (cidr: Input<string>): RuleArgs => ({ type: "network", cidr }),
  /** All addresses. */
  all: (): RuleArgs => ({ type: "all" }),
  /**
   * Addresses that equal `address` in the octets in which `mask` is 0. Octets in which `mask` is 255 may have any
   * value.
   */
  wildcard: (address: Input<string>, mask: Input<string>): RuleArgs => ({ type: "wildcard", address, mask }),
  /** A nested IP group, given as resource or id. Its rules are more specific than those of its parent. */
  child: (group: GroupResource | Input<number | string>): RuleArgs => ({ type: "child", groupId: idOf(group) }),
};

function idOf(group: CustomResource | Input<number | string>): Input<number | string> {
  if (!isResource(group)) return group;
  const kind = kindOf((group as { __pulumiType?: string }).__pulumiType ?? "");
  if (kind === undefined || kind === "IpGroup") return group.id;
  throw new Error(`rule.child takes an IpGroup or its id, not a ${kind}.`);
}

function isResource(value: unknown): value is CustomResource {
  return typeof value === "object" && value !== null && "__pulumiResource" in value;
}
