import type { ipGroups } from "../provider/resources/ip-groups";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link IpGroups}. */
export type IpGroupsArgs = ArgsOf<typeof ipGroups>;

/**
 * Many IP groups in one resource: a whole tree of them, by name. It owns the groups that it lists, with all their rules, and
 * nothing else. A change of a group is one request, whatever the number of the others. For hundreds of groups this is much
 * faster than an `IpGroup` each, because the engine writes its state at every step.
 *
 * Output `groupIds` has the number of each group by name: pass `groups.groupIds["Paris"]` where an id is asked for. In a
 * preview that changes the resource they are not known yet. Management gateway, `rm=ipgroups`.
 */
export class IpGroups extends applianceResource<typeof ipGroups>("IpGroups", {
  inputs: { groups: true },
  outputs: { groupIds: true, groupDetails: true },
  // Each group is claimed as the one of an IpGroup, so that no other resource of the program declares it.
  identity: [],
  claims: { kind: "IpGroup", names: "groups" },
}) {}
