import type { ipGroup } from "../provider/kinds/ip-group";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link IpGroup}. */
export type IpGroupArgs = ArgsOf<typeof ipGroup>;

/** {@inheritDoc ipGroup} */
export class IpGroup extends applianceResource<typeof ipGroup>("IpGroup", {
  inputs: { name: true, rules: true },
  outputs: { groupId: true, ruleCount: true },
}) {}
