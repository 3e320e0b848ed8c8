import type { ipGroup } from "../provider/kinds/ip-group";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link IpGroup}. */
export type IpGroupArgs = ArgsOf<typeof ipGroup>;

/**
 * A named set of rules that decides which IPv4 addresses belong to it. The resource owns all rules of its group: do not
 * combine it with another owner of rules in the same group. Name and rules change in place, in one request. The order
 * and spelling of rules do not matter. A child group must exist before its parent: refer to the id of its resource,
 * and Pulumi orders the calls.
 *
 * Output `groupId` is the number of the group, `ruleCount` the number of its rules; `id` is the number as text.
 * Management gateway, `rm=ipgroups`.
 *
 * @remarks `rule.child(group)` refers to a child group.
 */
export class IpGroup extends applianceResource<typeof ipGroup>("IpGroup", {
  inputs: { name: true, rules: true },
  outputs: { groupId: true, ruleCount: true },
}) {}
