import type { ipGroupRule } from "../provider/kinds/ip-group-rule";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link IpGroupRule}. */
export type IpGroupRuleArgs = ArgsOf<typeof ipGroupRule>;

/**
 * One rule in an IP group that something else manages; other rules are never touched. Do not combine it with an
 * `IpGroup` of the same group, which owns all rules. The rule changes in place while its type stays the same.
 *
 * Output `ruleId` is the number of the rule. Management gateway, `update` and `deleteRule`.
 */
export class IpGroupRule extends applianceResource<typeof ipGroupRule>("IpGroupRule", {
  inputs: { groupId: true, rule: true },
  outputs: { ruleId: true, groupName: true },
}) {}
