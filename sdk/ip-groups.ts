import type { ipGroups } from "../provider/kinds/ip-groups";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link IpGroups}. */
export type IpGroupsArgs = ArgsOf<typeof ipGroups>;

/**
 * Many IP groups in one resource: a whole tree of them, by name. The resource owns the groups that it lists, with all
 * their rules, and nothing else. A change of one group takes one request, regardless of the number of groups. For
 * hundreds of groups this is much faster than one `IpGroup` per group, because the engine writes its state at every
 * step.
 *
 * Output `groupIds` holds the number of each group by name, for inputs that take an id. In a preview that changes the
 * resource, these numbers are unknown. Management gateway, `rm=ipgroups`.
 *
 * @remarks Pass `groups.groupIds["Paris"]` to inputs that take an id.
 */
export class IpGroups extends applianceResource<typeof ipGroups>("IpGroups", {
  inputs: { groups: true },
  outputs: { groupIds: true },
  names: "groups",
}) {}
