/** Resources for a traffic analysis management gateway and a flow replication service. */
import "./node-version";
export type { RawSeccode } from "../provider/values/seccode";
export type { AppSeccode } from "../provider/values/seccodes";
export { Collector, type CollectorArgs } from "./collector";
export { OnExisting, PermissionType, PolicyKind, RuleType, SettingOnDestroy } from "./enums";
export { Exporter, type ExporterArgs } from "./exporter";
export {
  getIpGroup,
  getIpGroupOutput,
  getIpGroups,
  getIpGroupsOutput,
  type GetIpGroupArgs,
  type GetIpGroupOutputArgs,
  type GetIpGroupsArgs,
  type GetIpGroupsOutputArgs,
} from "./functions/ip-groups";
export type { AccountReference, ProfileReference } from "./inputs";
export { IpGroup, type IpGroupArgs } from "./ip-group";
export { IpGroups, type IpGroupsArgs } from "./ip-groups";
export { IpGroupRule, type IpGroupRuleArgs } from "./ip-group-rule";
export { loadModel } from "./load-model";
export { Membership, type MembershipArgs } from "./membership";
export { Permission, type PermissionArgs } from "./permission";
export { PermissionSet, type PermissionSetArgs } from "./permission-set";
export { Policy, type PolicyArgs } from "./policy";
export { ReplicatorProfile, type ReplicatorProfileArgs } from "./replicator-profile";
export { Provider, type ProviderArgs } from "./provider-instance";
export { rule, type RuleArgs } from "./rules";
export { seccodes } from "./seccodes";
export { Setting, type SettingArgs } from "./setting";
export { SiteTemplate, type SiteTemplateArgs } from "./site-template";
export { User, type UserArgs } from "./user";
export { UserGroup, type UserGroupArgs } from "./user-group";
export { UserPreferences, type UserPreferencesArgs } from "./user-preferences";
export type { SiteModelLayer } from "./model/schema";
export type { Place } from "./model/problem";
export type { ModelProblem } from "./model/problem";
export type { Explanation, LayerSource, NamedFile, NamedLayer, ResolvedModel } from "./model/resolve";
export type { IpGroupModel, SiteModel } from "./model/schema";
export type { IpGroupResult, IpGroupSummary } from "../provider/functions/functions";
