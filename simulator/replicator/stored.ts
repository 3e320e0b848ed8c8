import { z } from "zod";
import { listed, listedBy, replace, setOf } from "../stored-lists";
import { alarmKey, policyKey, type Profile, type ReplicatorStore, type Setting } from "./store";

const policy = z.strictObject({ network: z.string(), prefixLength: z.int(), kind: z.enum(["include", "exclude"]) });

const profile = z.strictObject({
  name: z.string(),
  listeningPort: z.int(),
  sendingPort: z.int(),
  enabled: z.boolean(),
  singularity: z.boolean(),
  description: z.string().optional(),
  collectors: setOf(z.string()),
  exporters: setOf(z.string()),
  policies: listedBy(policy, policyKey),
});

const configuration = z.strictObject({
  profiles: listed(
    profile,
    (held): [string, Profile] => [held.name, { ...held, description: held.description }],
    (_name, held) => held,
  ),
  thresholds: listed(
    z.strictObject({ address: z.string(), packetsPerSecond: z.int() }),
    ({ address, packetsPerSecond }) => [address, packetsPerSecond],
    (address, packetsPerSecond) => ({ address, packetsPerSecond }),
  ),
  notes: listed(
    z.strictObject({ address: z.string(), text: z.string() }),
    ({ address, text }) => [address, text],
    (address, text) => ({ address, text }),
  ),
  settings: listed(
    z.strictObject({ name: z.string(), value: z.string().optional(), enabled: z.boolean() }),
    ({ name, value, enabled }): [string, Setting] => [name, { value, enabled }],
    (name, setting) => ({ name, ...setting }),
  ),
});

const traffic = z.strictObject({
  address: z.string(),
  octetsPerSecond: z.number(),
  packetsPerSecond: z.number(),
  lastSeen: z.number(),
});

const alarm = z.strictObject({
  entity: z.enum(["collector", "exporter"]),
  address: z.string(),
  port: z.int(),
  acknowledged: z.boolean(),
  since: z.number(),
});

/** A replicator's store in a file. */
export const storedReplicator = z.strictObject({
  role: z.enum(["primary", "secondary"]),
  license: z.strictObject({ daysLeft: z.number(), type: z.string(), version: z.string(), machineId: z.string() }),
  configured: configuration,
  running: configuration,
  traffic: listed(
    traffic,
    ({ address, ...source }) => [address, source],
    (address, source) => ({ address, ...source }),
  ),
  alarms: listedBy(alarm, alarmKey),
  names: listed(
    z.strictObject({ address: z.string(), name: z.string() }),
    ({ address, name }) => [address, name],
    (address, name) => ({ address, name }),
  ),
  /** Changes that no rebuild has made effective. */
  pending: z.array(z.object({ verb: z.string(), detail: z.string() })),
});

type StoredReplicator = z.output<typeof storedReplicator>;

/** The part of a store that a file holds. */
export function storedPart(store: ReplicatorStore): StoredReplicator {
  const { role, license, configured, running, traffic, alarms, names } = store;
  return { role, license, configured, running, traffic, alarms, names, pending: store.uncoveredChanges() };
}

/** Replaces the contents of a store with those from a file. The history of rebuilds starts empty. */
export function restoreReplicator(store: ReplicatorStore, stored: StoredReplicator): void {
  const { configured } = store;
  replace(configured.profiles, stored.configured.profiles);
  replace(configured.thresholds, stored.configured.thresholds);
  replace(configured.notes, stored.configured.notes);
  replace(configured.settings, stored.configured.settings);
  store.running = stored.running;
  store.role = stored.role;
  Object.assign(store.license, stored.license);
  replace(store.traffic, stored.traffic);
  replace(store.alarms, stored.alarms);
  replace(store.names, stored.names);
  for (const { verb, detail } of stored.pending) store.recordChange(verb, detail);
}
