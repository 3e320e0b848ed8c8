import type { Clock } from "../clock";
import { cloneConfiguration, policyKey, ReplicatorStore, type Setting } from "./store";

/** The settings of field notes, replication 10, with their factory values. */
const factorySettings: readonly (readonly [string, Setting])[] = [
  ["downDisplayHour", { value: "24", enabled: true }],
  ["flowStopAlert", { value: "70", enabled: true }],
  ["highCPUThreshold", { value: "90", enabled: true }],
  ["notificationSent", { value: "127.0.0.1 514", enabled: false }],
  ["noRepWhenDown", { value: undefined, enabled: true }],
  ["pingCollectors", { value: undefined, enabled: true }],
];

/**
 * A replicator as delivered. With `foreign`, it also has a profile, collector, exporter and policy of other software.
 */
export function factoryReplicator(clock: Clock, foreign: boolean): ReplicatorStore {
  const store = new ReplicatorStore(clock);
  for (const [name, setting] of factorySettings) store.settings.set(name, { ...setting });
  if (foreign) addForeignProfile(store);
  // An address that sends flow data although it belongs to no profile.
  store.traffic.set("192.0.2.99", { octetsPerSecond: 5_120, packetsPerSecond: 4, lastSeen: clock.now() });
  store.running = cloneConfiguration(store.configured);
  return store;
}

function addForeignProfile(store: ReplicatorStore): void {
  const policy = { network: "192.0.2.0", prefixLength: 26, kind: "include" as const };
  const profile = store.addProfile("legacy-netops", 9996, 9996);
  profile.description = "Managed by the operations team";
  profile.collectors.add("192.0.2.10");
  profile.exporters.add("192.0.2.20");
  profile.policies.set(policyKey(policy), policy);
  store.thresholds.set("192.0.2.10", 5000);
  store.notes.set("192.0.2.10", "Operations collector");
  store.names.set("192.0.2.10", "collector.example.net");
  store.traffic.set("192.0.2.20", { octetsPerSecond: 48_000, packetsPerSecond: 40, lastSeen: store.clock.now() });
}
