import type { CollectorRecord, ExporterRecord, ProfileRecord, SettingRecord } from "../replicator/readings";

/** A profile. What the appliance does not report is not set. */
export interface ProfileResult {
  /** Name. */
  name: string;
  /** UDP port on which it receives packets. */
  listeningPort: number | undefined;
  /** UDP port that it sends to. */
  sendingPort: number | undefined;
  /** Whether it replicates. */
  enabled: boolean | undefined;
  /** Whether each packet goes to one collector only. */
  singularity: boolean | undefined;
  /** Note of the profile. */
  description: string | undefined;
}

/** An exporter. */
export interface ExporterResult {
  /** IPv4 address. */
  address: string;
  /** Host name, if one is known. */
  name: string | undefined;
  /** Note of the address. */
  description: string | undefined;
  /** Names of the profiles that it is a member of. */
  profiles: string[];
}

/** A collector. */
export interface CollectorResult extends ExporterResult {
  /** Packets per second; 0 means none. Not set if the appliance does not report it. */
  threshold: number | undefined;
  /** Ports whose alarm was acknowledged. */
  acknowledgedPorts: number[];
  /** Ports that do not answer. */
  unreachablePorts: string[];
}

/** A setting. */
export interface SettingResult {
  /** Name, e.g. `flowStopAlert`. */
  name: string;
  /** Value as text. Not set if the appliance does not report it. */
  value: string | undefined;
  /** Whether it is on. Not set if the appliance does not report it. */
  enabled: boolean | undefined;
}

export function profileResult(name: string, known: ProfileRecord): ProfileResult {
  return { name, ...known };
}

export function exporterResult(address: string, record: ExporterRecord): ExporterResult {
  const { name, description, in_profiles } = record;
  return { address, name, description, profiles: in_profiles ?? [] };
}

export function collectorResult(address: string, record: CollectorRecord): CollectorResult {
  const { threshold, acknowledged: acknowledgedPorts, status } = record;
  const ports = { acknowledgedPorts, unreachablePorts: status.unreachable_port };
  return { ...exporterResult(address, record), threshold, ...ports };
}

export function settingResult(name: string, { value, enabled }: SettingRecord): SettingResult {
  return { name, value, enabled };
}
