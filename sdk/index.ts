/** Resources for a traffic analysis management gateway and a flow replication service. */
export { Collector, type CollectorArgs } from "./collector";
export type { ProfileReference } from "./inputs";
export { IpGroup, type IpGroupArgs } from "./ip-group";
export { Permission, type PermissionArgs } from "./permission";
export { Policy, type PolicyArgs } from "./policy";
export { ReplicatorProfile, type ReplicatorProfileArgs } from "./replicator-profile";
export { rule, type RuleArgs } from "./rules";
export { seccodes } from "./seccodes";
export { UserGroup, type UserGroupArgs } from "./user-group";
export type { AppSeccode } from "../provider/values/seccodes";
