import {
  type Alarm,
  alarmKey,
  type Policy,
  policyKey,
  type Profile,
  type ReplicatorStore,
  type TrafficSource,
} from "./store";

/**
 * Changes by hand on the replicator, as if an operator used its own interface. Each throws if its profile is missing.
 */
export interface ReplicatorMutations {
  addProfile(name: string, listeningPort: number, sendingPort: number): void;
  renameProfile(name: string, newName: string): void;
  removeProfile(name: string): void;
  enableProfile(name: string): void;
  disableProfile(name: string): void;
  setSingularity(name: string, on: boolean): void;
  setPorts(name: string, listeningPort: number, sendingPort: number): void;
  setProfileDescription(name: string, text: string | undefined): void;
  addCollector(address: string, profile: string): void;
  /** From one profile, or from all of them if none is given. */
  removeCollector(address: string, profile?: string): void;
  addExporter(address: string, profile: string): void;
  /** From one profile, or from all of them if none is given. */
  removeExporter(address: string, profile?: string): void;
  /** In packets per second; 0 = none. */
  setThreshold(address: string, value: number): void;
  setNote(address: string, text: string | undefined): void;
  addPolicy(profile: string, policy: Policy): void;
  removePolicy(profile: string, network: string, prefixLength: number): void;
  setSetting(name: string, setting: { value?: string; enabled?: boolean }): void;
  setRole(role: "primary" | "secondary"): void;
  setLicenseDays(days: number): void;
  /** Puts a collector or exporter in an alarm state. */
  raiseAlarm(entity: "collector" | "exporter", address: string, port: number): void;
  /** Makes an address send flow data. */
  sendTraffic(address: string, source?: Partial<TrafficSource>): void;
}

/** The mutations of one store. They take effect at once, as the appliance's own interface triggers the rebuild. */
export function replicatorMutations(store: ReplicatorStore): ReplicatorMutations {
  const profile = (name: string): Profile => {
    const held = store.profiles.get(name);
    if (held === undefined) throw new Error(`The simulated replicator has no profile ${name}.`);
    return held;
  };
  const leave = (set: "collectors" | "exporters", address: string, name: string | undefined): void => {
    const from = name === undefined ? [...store.profiles.values()] : [profile(name)];
    for (const held of from) held[set].delete(address);
    store.dropOrphans();
  };
  const actions: ReplicatorMutations = {
    ...profileMutations(store, profile),
    addCollector: (address, name) => void profile(name).collectors.add(address),
    removeCollector: (address, name) => leave("collectors", address, name),
    addExporter: (address, name) => void profile(name).exporters.add(address),
    removeExporter: (address, name) => leave("exporters", address, name),
    setThreshold: (address, value) => {
      if (value === 0) store.thresholds.delete(address);
      else store.thresholds.set(address, value);
    },
    setNote: (address, text) => {
      if (text === undefined) store.notes.delete(address);
      else store.notes.set(address, text);
    },
    addPolicy: (name, policy) => void profile(name).policies.set(policyKey(policy), policy),
    removePolicy: (name, network, prefixLength) => removePolicy(profile(name), network, prefixLength),
    setSetting: (name, { value, enabled }) => {
      const before = store.settings.get(name) ?? { value: undefined, enabled: false };
      store.settings.set(name, { value: value ?? before.value, enabled: enabled ?? before.enabled });
    },
    setRole: (role) => void (store.role = role),
    setLicenseDays: (days) => void (store.license.daysLeft = days),
    raiseAlarm: (entity, address, port) => {
      const since = store.clock.now();
      const alarm: Alarm = { entity, address, port, acknowledged: false, since };
      store.alarms.set(alarmKey(alarm), alarm);
    },
    sendTraffic: (address, { octetsPerSecond = 12_000, packetsPerSecond = 10, lastSeen = store.clock.now() } = {}) => {
      store.traffic.set(address, { octetsPerSecond, packetsPerSecond, lastSeen });
    },
  };
  return effective(actions, store);
}

type ProfileMutations = Pick<
  ReplicatorMutations,
  | "addProfile"
  | "renameProfile"
  | "removeProfile"
  | "enableProfile"
  | "disableProfile"
  | "setSingularity"
  | "setPorts"
  | "setProfileDescription"
>;

function profileMutations(store: ReplicatorStore, profile: (name: string) => Profile): ProfileMutations {
  return {
    addProfile: (...values) => void store.addProfile(...values),
    renameProfile: (name, newName) => {
      const held = profile(name);
      store.profiles.delete(name);
      held.name = newName;
      store.profiles.set(newName, held);
    },
    removeProfile: (name) => {
      store.profiles.delete(profile(name).name);
      store.dropOrphans();
    },
    enableProfile: (name) => void (profile(name).enabled = true),
    disableProfile: (name) => void (profile(name).enabled = false),
    setSingularity: (name, on) => void (profile(name).singularity = on),
    setPorts: (name, listeningPort, sendingPort) => void Object.assign(profile(name), { listeningPort, sendingPort }),
    setProfileDescription: (name, text) => void (profile(name).description = text),
  };
}

function removePolicy({ policies }: Profile, network: string, prefixLength: number): void {
  for (const [key, policy] of policies) {
    if (policy.network === network && policy.prefixLength === prefixLength) policies.delete(key);
  }
}

/** Wraps every mutation so that it changes the running configuration too. */
function effective(actions: ReplicatorMutations, store: ReplicatorStore): ReplicatorMutations {
  const wrapped = Object.entries(actions).map(([name, change]: [string, (...values: never[]) => void]) => {
    return [name, (...values: never[]) => store.changeByHand(() => change(...values))];
  });
  return Object.fromEntries(wrapped) as ReplicatorMutations;
}
