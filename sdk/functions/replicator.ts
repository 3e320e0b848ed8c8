import type { Output } from "@pulumi/pulumi";
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
} from "../../provider/functions/records";
import type { ReplicatorConfig } from "../../provider/replicator/show";
import type { License } from "../../provider/replicator/show-schemas";
import type { ObjectArgs } from "../inputs";
import { call, callWithInputs } from "./call";

/** Arguments of a function that asks the replicator of a site. */
export type SiteArgs = SiteArguments;
/** Arguments of a function that reads what a keyword matches; everything by default. The appliance compares. */
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
export function getReplicatorVersion(args: SiteArgs = {}): Promise<VersionResult> {
  return call("getReplicatorVersion", args);
}

/** As {@link getReplicatorVersion}, with inputs. */
export function getReplicatorVersionOutput(args: SiteOutputArgs = {}): Output<VersionResult> {
  return callWithInputs("getReplicatorVersion", args);
}

/** The replicator's license. Replication service, `/license/check`. */
export function getLicense(args: SiteArgs = {}): Promise<License> {
  return call("getLicense", args);
}

/** As {@link getLicense}, with inputs. */
export function getLicenseOutput(args: SiteOutputArgs = {}): Output<License> {
  return callWithInputs("getLicense", args);
}

/**
 * Traffic through the replicator now: by collector, exporter, pair and profile. Replication service, `/show/realtime/0`.
 */
export function getRealtime(args: SiteArgs = {}): Promise<RealtimeResult> {
  return call("getRealtime", args);
}

/** As {@link getRealtime}, with inputs. */
export function getRealtimeOutput(args: SiteOutputArgs = {}): Output<RealtimeResult> {
  return callWithInputs("getRealtime", args);
}

/** Status of the replicator's components. Replication service, `/show/status`. */
export function getStatus(args: FilterArgs = {}): Promise<StatusResult> {
  return call("getStatus", args);
}

/** As {@link getStatus}, with inputs. */
export function getStatusOutput(args: FilterOutputArgs = {}): Output<StatusResult> {
  return callWithInputs("getStatus", args);
}

/**
 * The replicator's configuration as the request paths and command lines that would make it again. Exporters have none:
 * see {@link getExporters}. Replication service, `/show/config`.
 */
export function getReplicatorConfig(args: FilterArgs = {}): Promise<ReplicatorConfig> {
  return call("getReplicatorConfig", args);
}

/** As {@link getReplicatorConfig}, with inputs. */
export function getReplicatorConfigOutput(args: FilterOutputArgs = {}): Output<ReplicatorConfig> {
  return callWithInputs("getReplicatorConfig", args);
}

/** The replicator's profiles. Replication service, `/show/profile/[filter]`. */
export function getProfiles(args: FilterArgs = {}): Promise<ProfileResult[]> {
  return call("getProfiles", args);
}

/** As {@link getProfiles}, with inputs. */
export function getProfilesOutput(args: FilterOutputArgs = {}): Output<ProfileResult[]> {
  return callWithInputs("getProfiles", args);
}

/** The replicator's collectors with their memberships. Replication service, `/show/collectors/[filter]`. */
export function getCollectors(args: FilterArgs = {}): Promise<CollectorResult[]> {
  return call("getCollectors", args);
}

/** As {@link getCollectors}, with inputs. */
export function getCollectorsOutput(args: FilterOutputArgs = {}): Output<CollectorResult[]> {
  return callWithInputs("getCollectors", args);
}

/** The replicator's exporters with their memberships. Replication service, `/show/exporters/[filter]`. */
export function getExporters(args: FilterArgs = {}): Promise<ExporterResult[]> {
  return call("getExporters", args);
}

/** As {@link getExporters}, with inputs. */
export function getExportersOutput(args: FilterOutputArgs = {}): Output<ExporterResult[]> {
  return callWithInputs("getExporters", args);
}

/** The replicator's alarms. Replication service, `/show/alarms/[filter]`. */
export function getAlarms(args: FilterArgs = {}): Promise<RecordResult[]> {
  return call("getAlarms", args);
}

/** As {@link getAlarms}, with inputs. */
export function getAlarmsOutput(args: FilterOutputArgs = {}): Output<RecordResult[]> {
  return callWithInputs("getAlarms", args);
}

/** The replicator's assets. Replication service, `/show/assets/[filter]`. */
export function getAssets(args: FilterArgs = {}): Promise<RecordResult[]> {
  return call("getAssets", args);
}

/** As {@link getAssets}, with inputs. */
export function getAssetsOutput(args: FilterOutputArgs = {}): Output<RecordResult[]> {
  return callWithInputs("getAssets", args);
}

/** The replicator's settings. Replication service, `/show/settings/[filter]`. */
export function getSettings(args: FilterArgs = {}): Promise<SettingResult[]> {
  return call("getSettings", args);
}

/** As {@link getSettings}, with inputs. */
export function getSettingsOutput(args: FilterOutputArgs = {}): Output<SettingResult[]> {
  return callWithInputs("getSettings", args);
}

/** Exporters that send data but belong to no profile. Replication service, `/exporter/noprofile/[filter]`. */
export function getUnassignedExporters(args: FilterArgs = {}): Promise<UnassignedExporterResult[]> {
  return call("getUnassignedExporters", args);
}

/** As {@link getUnassignedExporters}, with inputs. */
export function getUnassignedExportersOutput(args: FilterOutputArgs = {}): Output<UnassignedExporterResult[]> {
  return callWithInputs("getUnassignedExporters", args);
}

/** Resolves the name of an address now, on the replicator. Replication service, `/dnscheck/[ip]`. */
export function resolveName(args: ResolveNameArgs): Promise<NameResult> {
  return call("resolveName", args);
}

/** As {@link resolveName}, with inputs. */
export function resolveNameOutput(args: ResolveNameOutputArgs): Output<NameResult> {
  return callWithInputs("resolveName", args);
}

/**
 * Whether the replicator is a secondary or backup appliance, which refuses changes. Replication service,
 * `/role/test/secondary`.
 */
export function testSecondary(args: SiteArgs = {}): Promise<RoleResult> {
  return call("testSecondary", args);
}

/** As {@link testSecondary}, with inputs. */
export function testSecondaryOutput(args: SiteOutputArgs = {}): Output<RoleResult> {
  return callWithInputs("testSecondary", args);
}
