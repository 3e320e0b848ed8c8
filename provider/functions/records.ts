import type { ReplicatorStatus } from "../replicator/show";
import type {
  AlarmRecord,
  CollectorRecord,
  ExporterRecord,
  ProfileRecord,
  Realtime,
  SettingRecord,
  UnassignedExporter,
  Version,
} from "../replicator/show-schemas";
import type {
  Fields,
  ProfileResult,
  CollectorResult,
  ExporterResult,
  SettingResult,
  RecordResult,
  StatusResult,
  VersionResult,
  UnassignedExporterResult,
  RealtimeResult,
} from "./results";

export function profileResult(name: string, { fields, ...known }: ProfileRecord): ProfileResult {
  return { name, ...known, fields: plain(fields) };
}

export function collectorResult(address: string, record: CollectorRecord): CollectorResult {
  const { name, description, in_profiles, threshold, acknowledged, status, fields } = record;
  return {
    address,
    name,
    description,
    profiles: in_profiles ?? [],
    threshold,
    acknowledgedPorts: acknowledged,
    unreachablePorts: status.unreachable_port,
    fields: plain(fields),
  };
}

export function exporterResult(address: string, record: ExporterRecord): ExporterResult {
  const { name, description, in_profiles, fields } = record;
  return { address, name, description, profiles: in_profiles ?? [], fields: plain(fields) };
}

export function settingResult(name: string, { value, enabled, fields }: SettingRecord): SettingResult {
  return { name, value, enabled, fields: plain(fields) };
}

export function recordResult(key: string, { fields }: AlarmRecord): RecordResult {
  return { key, fields: plain(fields) };
}

export function statusResult({ components, ...rest }: ReplicatorStatus): StatusResult {
  return { components: listed(components, (name, status) => ({ name, status })), ...rest };
}

export function versionResult({ name, build, apiversion, copyright, fields }: Version): VersionResult {
  return { name, build, apiVersion: apiversion, copyright, fields: plain(fields) };
}

export function unassignedResult(address: string, record: UnassignedExporter): UnassignedExporterResult {
  return {
    address,
    lastSeen: record.lastseen,
    lastSeenEpoch: record.unixtime,
    in: {
      octets: { delta: record.in_o_delta, rate: record.in_o_rate },
      packets: { delta: record.in_p_delta, rate: record.in_p_rate },
    },
    out: {
      octets: { delta: record.out_o_delta, rate: record.out_o_rate },
      packets: { delta: record.out_p_delta, rate: record.out_p_rate },
    },
  };
}

export function realtimeResult({ collector, exporter, pair, profile, stats, system }: Realtime): RealtimeResult {
  return {
    collectors: listed(collector, (address, traffic) => ({ address, ...traffic })),
    exporters: listed(exporter, (address, { awareness, ...traffic }) => ({
      address,
      ...traffic,
      lastSeen: { epoch: awareness.last_epoch, timestamp: awareness.last_timestamp },
    })),
    pairs: listed(pair, (key, traffic) => ({ ...endsOf(key), ...traffic })),
    profiles: listed(profile, (name, traffic) => ({ name, ...traffic })),
    totals: stats.totals,
    cpu: system.cpu,
  };
}

/** A map as a list, in the order of the response. */
export function listed<T, Result>(map: ReadonlyMap<string, T>, result: (key: string, value: T) => Result): Result[] {
  return [...map].map(([key, value]) => result(key, value));
}

/** Both ends of `<exporter> -> <collector>`. */
function endsOf(pair: string): { exporter: string; collector: string } {
  const [exporter = "", collector = ""] = pair.split("->").map((end) => end.trim());
  return { exporter, collector };
}

/** fromEntries defines each key as data, even one like `__proto__`. */
function plain(fields: ReadonlyMap<string, unknown>): Fields {
  return Object.fromEntries(fields);
}
