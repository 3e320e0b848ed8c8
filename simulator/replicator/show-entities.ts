import { timestamp } from "../clock";
import { jsonText } from "../json";
import type { ReplicatorContext } from "./path";
import { type Configuration, membersOf, profilesOf, type ReplicatorStore } from "./store";

/** Entities whose answer is a map; those whose shape is not shown follow the shown one by analogy. */
type Entries = ReadonlyMap<string, unknown>;

/** `{<entity>: {<key>: {...}}}` with the entries that match the keyword; `0` means all. */
export function filtered(key: string, entries: Entries, filter: string): Record<string, unknown> {
  if (filter === "0") return { [key]: entries };
  const word = filter.toLowerCase();
  const found = [...entries].filter(([name, entry]) => `${name} ${jsonText(entry)}`.toLowerCase().includes(word));
  return { [key]: new Map(found) };
}

/** `show/collectors`, the one map whose shape is documented. */
export function collectors({ store }: ReplicatorContext, configuration: Configuration): Entries {
  const entries = membersOf(configuration, "collectors").map((ip): [string, unknown] => {
    const alarms = [...store.alarms.values()].filter(({ entity, address }) => entity === "collector" && address === ip);
    return [
      ip,
      {
        acknowledged: alarms.filter(({ acknowledged }) => acknowledged).map(({ port }) => port),
        description: configuration.notes.get(ip) ?? "",
        in_profiles: profilesOf(configuration, "collectors", ip),
        ip,
        name: store.names.get(ip) ?? null,
        status: { unreachable_port: alarms.map(({ port }) => String(port)) },
        threshold: configuration.thresholds.get(ip) ?? 0,
      },
    ];
  });
  return new Map(entries);
}

export function exporters({ store }: ReplicatorContext, configuration: Configuration): Entries {
  const entries = membersOf(configuration, "exporters").map((ip): [string, unknown] => {
    const source = store.traffic.get(ip);
    return [
      ip,
      {
        description: configuration.notes.get(ip) ?? "",
        in_profiles: profilesOf(configuration, "exporters", ip),
        ip,
        lastseen: source === undefined ? null : timestamp(source.lastSeen),
        name: store.names.get(ip) ?? null,
      },
    ];
  });
  return new Map(entries);
}

export function profiles(_context: ReplicatorContext, configuration: Configuration): Entries {
  const entries = [...configuration.profiles.values()].map((profile): [string, unknown] => [
    profile.name,
    {
      collectors: [...profile.collectors],
      description: profile.description ?? "",
      exporters: [...profile.exporters],
      listening_port: profile.listeningPort,
      name: profile.name,
      policies: [...profile.policies.values()].map(({ network, prefixLength, kind }) => {
        return { cidr: prefixLength, kind, network };
      }),
      sending_port: profile.sendingPort,
      singularity: profile.singularity ? "on" : "off",
      state: profile.enabled ? "enabled" : "disabled",
    },
  ]);
  return new Map(entries);
}

export function settings(_context: ReplicatorContext, configuration: Configuration): Entries {
  const entries = [...configuration.settings].map(([name, { value, enabled }]): [string, unknown] => [
    name,
    { enabled: enabled ? "on" : "off", name, ...(value === undefined ? {} : { value }) },
  ]);
  return new Map(entries);
}

export function alarms({ store }: ReplicatorContext): Entries {
  const entries = [...store.alarms].map(([key, alarm]): [string, unknown] => [
    key,
    {
      acknowledged: alarm.acknowledged,
      entity: alarm.entity,
      ip: alarm.address,
      port: alarm.port,
      since: timestamp(alarm.since),
    },
  ]);
  return new Map(entries);
}

/** Every address that the appliance knows, with what it is. */
export function assets({ store }: ReplicatorContext, configuration: Configuration): Entries {
  const roles = new Map<string, string[]>();
  const note = (role: string) => (ip: string) => roles.set(ip, [...(roles.get(ip) ?? []), role]);
  membersOf(configuration, "collectors").forEach(note("collector"));
  membersOf(configuration, "exporters").forEach(note("exporter"));
  [...store.traffic.keys()].filter((ip) => !roles.has(ip)).forEach(note("unassigned"));
  return new Map([...roles].map(([ip, types]) => [ip, assetOf(store, ip, types)]));
}

function assetOf(store: ReplicatorStore, ip: string, types: readonly string[]): unknown {
  return { ip, name: store.names.get(ip) ?? null, types };
}
