import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { AddressArguments, FilterArguments, SiteArguments } from "../../provider/functions/functions";
import type {
  CollectorResult,
  ExporterResult,
  NameResult,
  ProfileResult,
  RealtimeResult,
  RecordResult,
  RoleResult,
  SettingResult,
  StatusResult,
  UnassignedExporterResult,
  VersionResult,
} from "../../provider/functions/results";
import type { ReplicatorConfig } from "../../provider/replicator/show";
import type { License } from "../../provider/replicator/show-schemas";
import type { ObjectArgs } from "../inputs";
import { call, callWithInputs } from "./call";

/** Arguments of a function that queries the replicator of a site. */
export type SiteArgs = SiteArguments;
/**
 * Arguments of a function whose results a keyword can filter; without a filter it returns everything. The appliance
 * does the matching.
 */
export type FilterArgs = FilterArguments;
/** Arguments of {@link resolveName}. */
export type ResolveNameArgs = AddressArguments;
/** {@link SiteArgs} as inputs. */
export type SiteOutputArgs = ObjectArgs<SiteArguments>;
/** {@link FilterArgs} as inputs. */
export type FilterOutputArgs = ObjectArgs<FilterArguments>;
/** {@link ResolveNameArgs} as inputs. */
export type ResolveNameOutputArgs = ObjectArgs<AddressArguments>;

/** Versions of the replicator and of its API. Replication service, `/version`. */
export function getReplicatorVersion(args: SiteArgs = {}, options?: InvokeOptions): Promise<VersionResult> {
  return call("getReplicatorVersion", args, options);
}

/** Like {@link getReplicatorVersion}, but takes inputs and returns an output. */
export function getReplicatorVersionOutput(args: SiteOutputArgs = {}, options?: InvokeOptions): Output<VersionResult> {
  return callWithInputs("getReplicatorVersion", args, options);
}

/** The replicator's license. Replication service, `/license/check`. */
export function getLicense(args: SiteArgs = {}, options?: InvokeOptions): Promise<License> {
  return call("getLicense", args, options);
}

/** Like {@link getLicense}, but takes inputs and returns an output. */
export function getLicenseOutput(args: SiteOutputArgs = {}, options?: InvokeOptions): Output<License> {
  return callWithInputs("getLicense", args, options);
}

/**
 * Current traffic through the replicator: by collector, exporter, pair and profile. Replication service,
 * `/show/realtime/0`.
 */
export function getRealtime(args: SiteArgs = {}, options?: InvokeOptions): Promise<RealtimeResult> {
  return call("getRealtime", args, options);
}

/** Like {@link getRealtime}, but takes inputs and returns an output. */
export function getRealtimeOutput(args: SiteOutputArgs = {}, options?: InvokeOptions): Output<RealtimeResult> {
  return callWithInputs("getRealtime", args, options);
}

/** Status of the replicator's components. Replication service, `/show/status`. */
export function getStatus(args: FilterArgs = {}, options?: InvokeOptions): Promise<StatusResult> {
  return call("getStatus", args, options);
}

/** Like {@link getStatus}, but takes inputs and returns an output. */
export function getStatusOutput(args: FilterOutputArgs = {}, options?: InvokeOptions): Output<StatusResult> {
  return callWithInputs("getStatus", args, options);
}

/**
 * The replicator's configuration as the request paths and command lines that would recreate it. It contains no lines
 * for exporters: see {@link getExporters}. Replication service, `/show/config`.
 */
export function getReplicatorConfig(args: FilterArgs = {}, options?: InvokeOptions): Promise<ReplicatorConfig> {
  return call("getReplicatorConfig", args, options);
}

/** Like {@link getReplicatorConfig}, but takes inputs and returns an output. */
export function getReplicatorConfigOutput(
  args: FilterOutputArgs = {},
  options?: InvokeOptions,
): Output<ReplicatorConfig> {
  return callWithInputs("getReplicatorConfig", args, options);
}

/** The replicator's profiles. Replication service, `/show/profile/[filter]`. */
export function getProfiles(args: FilterArgs = {}, options?: InvokeOptions): Promise<ProfileResult[]> {
  return call("getProfiles", args, options);
}

/** Like {@link getProfiles}, but takes inputs and returns an output. */
export function getProfilesOutput(args: FilterOutputArgs = {}, options?: InvokeOptions): Output<ProfileResult[]> {
  return callWithInputs("getProfiles", args, options);
}

/** The replicator's collectors with their memberships. Replication service, `/show/collectors/[filter]`. */
export function getCollectors(args: FilterArgs = {}, options?: InvokeOptions): Promise<CollectorResult[]> {
  return call("getCollectors", args, options);
}

/** Like {@link getCollectors}, but takes inputs and returns an output. */
export function getCollectorsOutput(args: FilterOutputArgs = {}, options?: InvokeOptions): Output<CollectorResult[]> {
  return callWithInputs("getCollectors", args, options);
}

/** The replicator's exporters with their memberships. Replication service, `/show/exporters/[filter]`. */
export function getExporters(args: FilterArgs = {}, options?: InvokeOptions): Promise<ExporterResult[]> {
  return call("getExporters", args, options);
}

/** Like {@link getExporters}, but takes inputs and returns an output. */
export function getExportersOutput(args: FilterOutputArgs = {}, options?: InvokeOptions): Output<ExporterResult[]> {
  return callWithInputs("getExporters", args, options);
}

/** The replicator's alarms. Replication service, `/show/alarms/[filter]`. */
export function getAlarms(args: FilterArgs = {}, options?: InvokeOptions): Promise<RecordResult[]> {
  return call("getAlarms", args, options);
}

/** Like {@link getAlarms}, but takes inputs and returns an output. */
export function getAlarmsOutput(args: FilterOutputArgs = {}, options?: InvokeOptions): Output<RecordResult[]> {
  return callWithInputs("getAlarms", args, options);
}

/** The replicator's assets. Replication service, `/show/assets/[filter]`. */
export function getAssets(args: FilterArgs = {}, options?: InvokeOptions): Promise<RecordResult[]> {
  return call("getAssets", args, options);
}

/** Like {@link getAssets}, but takes inputs and returns an output. */
export function getAssetsOutput(args: FilterOutputArgs = {}, options?: InvokeOptions): Output<RecordResult[]> {
  return callWithInputs("getAssets", args, options);
}

/** The replicator's settings. Replication service, `/show/settings/[filter]`. */
export function getSettings(args: FilterArgs = {}, options?: InvokeOptions): Promise<SettingResult[]> {
  return call("getSettings", args, options);
}

/** Like {@link getSettings}, but takes inputs and returns an output. */
export function getSettingsOutput(args: FilterOutputArgs = {}, options?: InvokeOptions): Output<SettingResult[]> {
  return callWithInputs("getSettings", args, options);
}

/** Exporters that send data but belong to no profile. Replication service, `/exporter/noprofile/[filter]`. */
export function getUnassignedExporters(
  args: FilterArgs = {},
  options?: InvokeOptions,
): Promise<UnassignedExporterResult[]> {
  return call("getUnassignedExporters", args, options);
}

/** Like {@link getUnassignedExporters}, but takes inputs and returns an output. */
export function getUnassignedExportersOutput(
  args: FilterOutputArgs = {},
  options?: InvokeOptions,
): Output<UnassignedExporterResult[]> {
  return callWithInputs("getUnassignedExporters", args, options);
}

/**
 * Resolves the name of an address on the replicator, at the time of the call. Replication service, `/dnscheck/[ip]`.
 */
export function resolveName(args: ResolveNameArgs, options?: InvokeOptions): Promise<NameResult> {
  return call("resolveName", args, options);
}

/** Like {@link resolveName}, but takes inputs and returns an output. */
export function resolveNameOutput(args: ResolveNameOutputArgs, options?: InvokeOptions): Output<NameResult> {
  return callWithInputs("resolveName", args, options);
}

/**
 * Tests whether the replicator is a secondary or backup appliance, which refuses changes. Replication service,
 * `/role/test/secondary`.
 */
export function testSecondary(args: SiteArgs = {}, options?: InvokeOptions): Promise<RoleResult> {
  return call("testSecondary", args, options);
}

/** Like {@link testSecondary}, but takes inputs and returns an output. */
export function testSecondaryOutput(args: SiteOutputArgs = {}, options?: InvokeOptions): Output<RoleResult> {
  return callWithInputs("testSecondary", args, options);
}
