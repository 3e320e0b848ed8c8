import type { Switches } from "../switches";
import { sparse } from "./filter";
import { isIpv4, networkContains } from "../ipv4";
import { type Configuration, type Profile, type ReplicatorStore, type TrafficSource } from "./store";

/** Octets and packets: in the last interval, and per second. */
export interface Flow {
  readonly octets: number;
  readonly packets: number;
}

/** Seconds over which `delta` counts. */
const INTERVAL_SECONDS = 60;

/** The sum of the rates of some sources. */
export function sum(sources: readonly TrafficSource[]): Flow {
  return {
    octets: sources.reduce((total, { octetsPerSecond }) => total + octetsPerSecond, 0),
    packets: sources.reduce((total, { packetsPerSecond }) => total + packetsPerSecond, 0),
  };
}

/** A flow as `show/realtime` shows it: `{octets: {delta, rate}, packets: {delta, rate}}`. */
export function counters({ octets, packets }: Flow, switches: Readonly<Switches>): unknown {
  const { rateType } = switches;
  const pair = (rate: number): unknown =>
    sparse(
      {
        delta: Math.round(rate * INTERVAL_SECONDS),
        rate: rateType === "string" ? rate.toFixed(2) : rate,
      },
      switches,
    );
  return { octets: pair(octets), packets: pair(packets) };
}

/** One direction as `exporter/noprofile` shows it; its rates are documented as strings. */
export function flatCounters(direction: "in" | "out", { octets, packets }: Flow): Record<string, unknown> {
  return {
    [`${direction}_o_delta`]: Math.round(octets * INTERVAL_SECONDS),
    [`${direction}_o_rate`]: octets.toFixed(2),
    [`${direction}_p_delta`]: Math.round(packets * INTERVAL_SECONDS),
    [`${direction}_p_rate`]: packets.toFixed(2),
  };
}

/**
 * True if traffic of this address goes through the profile: it is an exporter of the profile, or an include policy
 * matches it and no exclude policy does, as in the vendor's recipe that includes all and excludes some.
 */
export function passes(profile: Profile, address: string): boolean {
  if (profile.exporters.has(address)) return true;
  if (!isIpv4(address)) return false;
  const matches = (kind: "include" | "exclude"): boolean =>
    [...profile.policies.values()].some(
      (policy) => policy.kind === kind && networkContains(policy.network, policy.prefixLength, address),
    );
  return matches("include") && !matches("exclude");
}

/** Every pair of an exporter that sends and a collector that receives its packets through an enabled profile. */
export function pairs(store: ReplicatorStore, configuration: Configuration): Map<string, [string, string]> {
  const found = new Map<string, [string, string]>();
  for (const profile of configuration.profiles.values()) {
    if (!profile.enabled) continue;
    for (const exporter of store.traffic.keys()) {
      if (!passes(profile, exporter)) continue;
      for (const collector of profile.collectors) found.set(`${exporter} -> ${collector}`, [exporter, collector]);
    }
  }
  return found;
}

/** Senders whose packets no profile accepts. */
export function unassigned(store: ReplicatorStore, configuration: Configuration): [string, TrafficSource][] {
  const profiles = [...configuration.profiles.values()];
  return [...store.traffic].filter(([address]) => !profiles.some((profile) => passes(profile, address)));
}
