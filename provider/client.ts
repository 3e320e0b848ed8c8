/** Both appliances' clients, as `pulumi-flowgate/client`: every documented action and path, with its types. */
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
export type {
  CreatedAccount,
  GatewayAction,
  GatewayAnswers,
  GatewayFields,
  PermissionEntry,
  UsergroupRef,
  UserRef,
} from "./gateway/actions";
export { GatewayClient, type GatewayOptions } from "./gateway/client";
export type { ReportQuestion, ReportReply } from "./gateway/report";
export type { OpaqueRule, RuleFields, RuleReply, StoredRule } from "./gateway/replies";
export type { ConnectionOptions } from "./http/options";
export { isKnownRule } from "./values/rule";
export { Secret } from "./values/secret";
export { ReplicatorClient, type ReplicatorOptions } from "./replicator/client";
export { commandPath, parseCommand, type Command, type Verb } from "./replicator/commands";
export type { ReplicatorAnswers, ReplicatorPath } from "./replicator/readings";
