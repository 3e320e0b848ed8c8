/** Resources for a traffic analysis management gateway and a flow replication service. */
export type { AppSeccode } from "../provider/values/seccodes";
export { Collector, type CollectorArgs } from "./collector";
export { Exporter, type ExporterArgs } from "./exporter";
export type { ProfileReference } from "./inputs";
export { IpGroup, type IpGroupArgs } from "./ip-group";
export { IpGroupRule, type IpGroupRuleArgs } from "./ip-group-rule";
export { Membership, type MembershipArgs } from "./membership";
export { Permission, type PermissionArgs } from "./permission";
export { PermissionSet, type PermissionSetArgs } from "./permission-set";
export { Policy, type PolicyArgs } from "./policy";
export { ReplicatorProfile, type ReplicatorProfileArgs } from "./replicator-profile";
export { rule, type RuleArgs } from "./rules";
export { seccodes } from "./seccodes";
export { Setting, type SettingArgs } from "./setting";
export { User, type UserArgs } from "./user";
export { UserGroup, type UserGroupArgs } from "./user-group";
export { UserPreferences, type UserPreferencesArgs } from "./user-preferences";
