import { epochSeconds, timestamp } from "../clock";
import type { ReplicatorContext } from "./path";
import { mapOf } from "./filter";
import { membersOf, profilesOf, type Configuration, type ReplicatorStore, type TrafficSource } from "./store";
import { counters, pairs, passes, sum } from "./traffic";

/** `show/realtime`: figures for the running configuration, computed from the rates of the senders. */
export function showRealtime({ store, switches }: ReplicatorContext): Record<string, unknown> {
  const running = store.running;
  const shown: Show = (sources) => counters(sum(sources), switches);
  const linked = pairs(store, running);
  return {
    collector: collectorFlows(store, running, [...linked.values()], shown),
    exporter: exporterFlows(store, running, [...linked.values()], shown),
    pair: new Map([...linked].map(([key, [exporter]]) => [key, shown(sourceOf(store, exporter))])),
    profile: profileFlows(store, running, shown),
    stats: { totals: totals(running, linked.size) },
    system: { cpu: cpuPercent(linked.size) },
  };
}

/** Formats the figures of some senders. */
type Show = (sources: readonly TrafficSource[]) => unknown;
/** Pairs of exporter and collector. */
type Linked = readonly (readonly [string, string])[];

function sourceOf(store: ReplicatorStore, address: string): TrafficSource[] {
  const source = store.traffic.get(address);
  return source === undefined ? [] : [source];
}

function collectorFlows(store: ReplicatorStore, running: Configuration, linked: Linked, shown: Show): unknown {
  return mapOf(membersOf(running, "collectors"), (ip) => {
    const received = linked.filter(([, collector]) => collector === ip).flatMap(([from]) => sourceOf(store, from));
    return [ip, { in: shown(received) }];
  });
}

function exporterFlows(store: ReplicatorStore, running: Configuration, linked: Linked, shown: Show): unknown {
  const addresses = new Set([...membersOf(running, "exporters"), ...linked.map(([exporter]) => exporter)]);
  return mapOf([...addresses], (ip) => {
    const source = sourceOf(store, ip);
    const copies = linked.filter(([exporter]) => exporter === ip).flatMap(() => source);
    const lastSeen = source[0]?.lastSeen ?? 0;
    return [
      ip,
      {
        awareness: { last_epoch: epochSeconds(lastSeen), last_timestamp: lastSeen === 0 ? "" : timestamp(lastSeen) },
        in: shown(source),
        out: shown(copies),
        profiles: profilesOf(running, "exporters", ip),
      },
    ];
  });
}

function profileFlows(store: ReplicatorStore, running: Configuration, shown: Show): unknown {
  return mapOf([...running.profiles.values()], (profile) => {
    const senders = [...store.traffic]
      .filter(([ip]) => profile.enabled && passes(profile, ip))
      .map(([, source]) => source);
    const copies = [...profile.collectors].flatMap(() => senders);
    return [profile.name, { in: shown(senders), out: shown(copies) }];
  });
}

function totals(running: Configuration, pairCount: number): unknown {
  const profiles = [...running.profiles.values()];
  const enabled = profiles.filter((profile) => profile.enabled).length;
  return {
    collectors: membersOf(running, "collectors").length,
    exporters: membersOf(running, "exporters").length,
    pairs: pairCount,
    profiles: { disabled: profiles.length - enabled, enabled, total: profiles.length },
  };
}

/** CPU load as text; it grows with the number of replicated streams. */
function cpuPercent(pairCount: number): string {
  return Math.min(100, 2 + pairCount * 0.5).toFixed(1);
}
