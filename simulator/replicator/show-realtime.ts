import { epochSeconds, timestamp } from "../clock";
import { isIpv4, networkContains } from "../ipv4";
import type { ReplicatorContext } from "./path";
import {
  type Configuration,
  membersOf,
  type Profile,
  profilesOf,
  type ReplicatorStore,
  type TrafficSource,
} from "./store";

/** Seconds over which `delta` counts. */
const INTERVAL_SECONDS = 60;

/** What an exporter sends to a collector through a profile. */
interface Stream {
  readonly profile: string;
  readonly exporter: string;
  readonly collector: string;
  readonly source: TrafficSource;
}

/** `show/realtime`: figures for the running configuration, computed from the rates of the senders. */
export function showRealtime({ store }: ReplicatorContext): Record<string, unknown> {
  const { running, traffic } = store;
  const streams = streamsOf(store);
  const sent: Sent = (of) => counters(streams.filter(of).map(({ source }) => source));
  const profiles = [...running.profiles.values()];
  const enabled = profiles.filter((profile) => profile.enabled).length;
  const collectors = membersOf(running, "collectors");
  const exporters = [...new Set([...membersOf(running, "exporters"), ...streams.map(({ exporter }) => exporter)])];
  const pairs = new Map(
    streams.map(({ exporter, collector, source }) => [`${exporter} -> ${collector}`, counters([source])]),
  );
  const totals = {
    collectors: collectors.length,
    exporters: membersOf(running, "exporters").length,
    pairs: pairs.size,
    profiles: { disabled: profiles.length - enabled, enabled, total: profiles.length },
  };
  return {
    collector: new Map(collectors.map((ip) => [ip, { in: sent(({ collector }) => collector === ip) }])),
    exporter: new Map(exporters.map((ip) => [ip, ofExporter(store, ip, sent)])),
    pair: pairs,
    profile: new Map(
      profiles.map((profile) => {
        const senders = [...traffic].filter(([ip]) => profile.enabled && passes(profile, ip));
        const received = counters(senders.map(([, source]) => source));
        return [profile.name, { in: received, out: sent((stream) => stream.profile === profile.name) }];
      }),
    ),
    stats: { totals },
    system: { cpu: Math.min(100, 2 + streams.length * 0.5).toFixed(1) },
  };
}

/** The figures of the streams that a condition selects. */
type Sent = (of: (stream: Stream) => boolean) => unknown;

/** The figures of an exporter, which may have sent nothing. */
function ofExporter({ running, traffic }: ReplicatorStore, ip: string, sent: Sent): object {
  const source = traffic.get(ip);
  const awareness = {
    last_epoch: epochSeconds(source?.lastSeen ?? 0),
    last_timestamp: source === undefined ? "" : timestamp(source.lastSeen),
  };
  const received = counters(source === undefined ? [] : [source]);
  const out = sent(({ exporter }) => exporter === ip);
  return { awareness, in: received, out, profiles: profilesOf(running, "exporters", ip) };
}

function streamsOf({ running, traffic }: ReplicatorStore): Stream[] {
  const enabled = [...running.profiles.values()].filter((profile) => profile.enabled);
  return enabled.flatMap((profile) =>
    [...traffic]
      .filter(([exporter]) => passes(profile, exporter))
      .flatMap(([exporter, source]) =>
        [...profile.collectors].map((collector) => ({ profile: profile.name, exporter, collector, source })),
      ),
  );
}

/** The traffic of some senders: octets and packets in the last interval, and per second. */
function counters(sources: readonly TrafficSource[]): Record<"octets" | "packets", { delta: number; rate: number }> {
  const pair = (which: "octetsPerSecond" | "packetsPerSecond"): { delta: number; rate: number } => {
    const rate = sources.reduce((total, source) => total + source[which], 0);
    return { delta: Math.round(rate * INTERVAL_SECONDS), rate };
  };
  return { octets: pair("octetsPerSecond"), packets: pair("packetsPerSecond") };
}

/**
 * True if traffic of this address goes through the profile: it is an exporter of the profile, or an include policy
 * matches it and no exclude policy does, as in the vendor's recipe that includes all and excludes some.
 */
function passes(profile: Profile, address: string): boolean {
  if (profile.exporters.has(address)) return true;
  if (!isIpv4(address)) return false;
  const kinds = [...profile.policies.values()]
    .filter(({ network, prefixLength }) => networkContains(network, prefixLength, address))
    .map(({ kind }) => kind);
  return kinds.includes("include") && !kinds.includes("exclude");
}

/** `exporter/noprofile`: senders whose packets no profile accepts. The rates are documented as strings. */
export function unassigned({ store }: ReplicatorContext, { profiles }: Configuration): [string, unknown][] {
  const flat = (direction: "in" | "out", { octets, packets }: ReturnType<typeof counters>): object => ({
    [`${direction}_o_delta`]: octets.delta,
    [`${direction}_o_rate`]: octets.rate.toFixed(2),
    [`${direction}_p_delta`]: packets.delta,
    [`${direction}_p_rate`]: packets.rate.toFixed(2),
  });
  return [...store.traffic]
    .filter(([address]) => ![...profiles.values()].some((profile) => passes(profile, address)))
    .map(([address, source]) => {
      const seen = { lastseen: timestamp(source.lastSeen), unixtime: epochSeconds(source.lastSeen) };
      return [address, { ...flat("in", counters([source])), ...flat("out", counters([])), ...seen }];
    });
}
