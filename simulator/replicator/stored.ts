import { z } from "zod";
import { alarmKey, type Configuration, policyKey, type ReplicatorStore } from "./store";

const policy = z.strictObject({
  network: z.string(),
  prefixLength: z.int(),
  kind: z.enum(["include", "exclude"]),
});

const profile = z.strictObject({
  name: z.string(),
  listeningPort: z.int(),
  sendingPort: z.int(),
  enabled: z.boolean(),
  singularity: z.boolean(),
  description: z.string().optional(),
  collectors: z.array(z.string()),
  exporters: z.array(z.string()),
  policies: z.array(policy),
});

const configuration = z.strictObject({
  profiles: z.array(profile),
  thresholds: z.array(z.strictObject({ address: z.string(), packetsPerSecond: z.int() })),
  notes: z.array(z.strictObject({ address: z.string(), text: z.string() })),
  settings: z.array(z.strictObject({ name: z.string(), value: z.string().optional(), enabled: z.boolean() })),
});

/** A replicator's store in a file. It consists of lists, so that no name can be mistaken for a key of the JSON. */
export const storedReplicator = z.strictObject({
  role: z.enum(["primary", "secondary"]),
  license: z.strictObject({ daysLeft: z.number(), type: z.string(), version: z.string(), machineId: z.string() }),
  configured: configuration,
  running: configuration,
  traffic: z.array(
    z.strictObject({
      address: z.string(),
      octetsPerSecond: z.number(),
      packetsPerSecond: z.number(),
      lastSeen: z.number(),
    }),
  ),
  alarms: z.array(
    z.strictObject({
      entity: z.enum(["collector", "exporter"]),
      address: z.string(),
      port: z.int(),
      acknowledged: z.boolean(),
      since: z.number(),
    }),
  ),
  names: z.array(z.strictObject({ address: z.string(), name: z.string() })),
  /** Changes that no rebuild has made effective. */
  pending: z.array(z.strictObject({ verb: z.string(), detail: z.string() })),
});

export type StoredReplicator = z.output<typeof storedReplicator>;
type StoredConfiguration = z.output<typeof configuration>;

/** Converts a store to the form of the file. */
export function storeReplicator(store: ReplicatorStore): StoredReplicator {
  return {
    role: store.role,
    license: { ...store.license },
    configured: storeConfiguration(store.configured),
    running: storeConfiguration(store.running),
    traffic: [...store.traffic].map(([address, source]) => ({ address, ...source })),
    alarms: [...store.alarms.values()],
    names: [...store.names].map(([address, name]) => ({ address, name })),
    pending: store.uncoveredChanges().map(({ verb, detail }) => ({ verb, detail })),
  };
}

/** Replaces the contents of a store with those from a file. The history of rebuilds starts empty. */
export function restoreReplicator(store: ReplicatorStore, stored: StoredReplicator): void {
  const { configured } = store;
  const restored = restoreConfiguration(stored.configured);
  replace(configured.profiles, restored.profiles);
  replace(configured.thresholds, restored.thresholds);
  replace(configured.notes, restored.notes);
  replace(configured.settings, restored.settings);
  store.running = restoreConfiguration(stored.running);
  store.role = stored.role;
  Object.assign(store.license, stored.license);
  replace(store.traffic, new Map(stored.traffic.map(({ address, ...source }) => [address, source])));
  replace(store.alarms, new Map(stored.alarms.map((alarm) => [alarmKey(alarm), alarm])));
  replace(store.names, new Map(stored.names.map(({ address, name }) => [address, name])));
  for (const { verb, detail } of stored.pending) store.recordChange(verb, detail);
}

function storeConfiguration({ profiles, thresholds, notes, settings }: Configuration): StoredConfiguration {
  return {
    profiles: [...profiles.values()].map(({ description, ...held }) => ({
      ...held,
      ...(description === undefined ? {} : { description }),
      collectors: [...held.collectors],
      exporters: [...held.exporters],
      policies: [...held.policies.values()],
    })),
    thresholds: [...thresholds].map(([address, packetsPerSecond]) => ({ address, packetsPerSecond })),
    notes: [...notes].map(([address, text]) => ({ address, text })),
    settings: [...settings].map(([name, { value, enabled }]) => ({
      name,
      ...(value === undefined ? {} : { value }),
      enabled,
    })),
  };
}

function restoreConfiguration({ profiles, thresholds, notes, settings }: StoredConfiguration): Configuration {
  return {
    profiles: new Map(
      profiles.map((held) => [
        held.name,
        {
          ...held,
          description: held.description,
          collectors: new Set(held.collectors),
          exporters: new Set(held.exporters),
          policies: new Map(held.policies.map((one) => [policyKey(one), one])),
        },
      ]),
    ),
    thresholds: new Map(thresholds.map(({ address, packetsPerSecond }) => [address, packetsPerSecond])),
    notes: new Map(notes.map(({ address, text }) => [address, text])),
    settings: new Map(settings.map(({ name, value, enabled }) => [name, { value, enabled }])),
  };
}

function replace<K, V>(held: Map<K, V>, by: ReadonlyMap<K, V>): void {
  held.clear();
  for (const [key, value] of by) held.set(key, value);
}
