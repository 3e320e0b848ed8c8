import type { ipGroups } from "../provider/kinds/ip-groups";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link IpGroups}. */
export type IpGroupsArgs = ArgsOf<typeof ipGroups>;

/** {@inheritDoc ipGroups} */
export class IpGroups extends applianceResource<typeof ipGroups>("IpGroups", {
  inputs: { groups: true },
  outputs: { groupIds: true },
  names: "groups",
}) {}
