import type { ipGroupRule } from "../provider/kinds/ip-group-rule";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link IpGroupRule}. */
export type IpGroupRuleArgs = ArgsOf<typeof ipGroupRule>;

/** {@inheritDoc ipGroupRule} */
export class IpGroupRule extends applianceResource<typeof ipGroupRule>("IpGroupRule", {
  inputs: { groupId: true, rule: true },
  outputs: { ruleId: true, groupName: true },
}) {}
