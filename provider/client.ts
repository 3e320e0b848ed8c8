/** Both appliances' clients, as `pulumi-flowgate/client`: one typed method for every documented action and path. */
export {
  ApplianceError,
  isAboutCredentials,
  isRefused,
  mayBeDone,
  PathError,
  type ApplianceKind,
  type Details,
  type Effect,
  type Place,
} from "./errors/errors";
export { GatewayClient, type GatewayOptions } from "./gateway/client";
export type { IpGroupChange, IpGroupsApi, IpGroupSearch, RulesField } from "./gateway/ip-groups";
export type { DeletedIpGroups, DeletedRule, IpGroupEntry, Listed, SavedIpGroup, UnshownReply } from "./gateway/replies";
export type { ReportApi, ReportDefinition, ReportPart, ReportQuestion } from "./gateway/report";
export type {
  ReportCellReply,
  ReportColumnReply,
  ReportGraphReply,
  ReportReply,
  ReportTableReply,
} from "./gateway/report-reply";
export type {
  DataMode,
  DateRange,
  Direction,
  Granularity,
  GraphChoice,
  RateTotal,
  ReportType,
  Unit,
} from "./gateway/report-words";
export { isKnownRule, type OpaqueRule, type RuleFields, type RuleReply, type StoredRule } from "./gateway/rules";
export type {
  Changes,
  CreatedAccount,
  MembershipEntry,
  MembershipReply,
  NewUser,
  NewUsergroup,
  PermissionEntry,
  UpdateReply,
  UserApi,
  UsergroupRef,
  UserRef,
} from "./gateway/user-api";
export type { ConnectionOptions } from "./http/options";
export { Secret } from "./values/secret";
export { ReplicatorClient, type ActionReply, type ReplicatorOptions } from "./replicator/client";
export { commandPath, parseCommand } from "./replicator/commands";
export type { Command, PolicyKind, Verb } from "./replicator/commands";
export type { SessionReply } from "./replicator/login";
export type { ShowApi } from "./replicator/show";
export type {
  AlarmRecord,
  AssetRecord,
  CollectorRecord,
  ConfigLists,
  Counter,
  DnsCheck,
  ExporterRecord,
  License,
  ProfileRecord,
  Realtime,
  ReplicatorConfig,
  ReplicatorStatus,
  SettingRecord,
  Traffic,
  UnassignedExporter,
  Version,
} from "./replicator/readings";
