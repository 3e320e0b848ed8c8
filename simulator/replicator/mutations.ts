import { type Alarm, alarmKey, type Policy, policyKey, type Profile, type ReplicatorStore } from "./store";

export type ReplicatorMutations = ReturnType<typeof mutationsOf>;

/**
 * Changes by hand on the replicator, as if an operator used its own interface. Each throws if its profile is missing.
 * They take effect at once, as the appliance's own interface triggers the rebuild.
 */
export function replicatorMutations(store: ReplicatorStore): ReplicatorMutations {
  return within(mutationsOf(store), (change) => store.changeByHand(change));
}

/** The same functions, each called by another one. */
export function within<Functions extends object>(
  functions: Functions,
  call: (one: () => unknown) => unknown,
): Functions {
  const wrapped = Object.entries(functions).map(([name, one]: [string, (...values: never[]) => unknown]) => {
    return [name, (...values: never[]) => call(() => one(...values))];
  });
  return Object.fromEntries(wrapped) as Functions;
}

/** The same for the configuration alone, which a rebuild makes effective. */
function mutationsOf(store: ReplicatorStore) {
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
  return {
    ...profileMutations(store, profile),
    addCollector: (address: string, name: string): void => void profile(name).collectors.add(address),
    /** From one profile, or from all of them if none is given. */
    removeCollector: (address: string, name?: string): void => leave("collectors", address, name),
    addExporter: (address: string, name: string): void => void profile(name).exporters.add(address),
    /** From one profile, or from all of them if none is given. */
    removeExporter: (address: string, name?: string): void => leave("exporters", address, name),
    /** In packets per second; 0 = none. */
    setThreshold: (address: string, value: number): void => {
      if (value === 0) store.thresholds.delete(address);
      else store.thresholds.set(address, value);
    },
    setNote: (address: string, text: string | undefined): void => {
      if (text === undefined) store.notes.delete(address);
      else store.notes.set(address, text);
    },
    addPolicy: (name: string, policy: Policy): void => void profile(name).policies.set(policyKey(policy), policy),
    removePolicy: (name: string, network: string, prefixLength: number): void =>
      removePolicy(profile(name), network, prefixLength),
    setSetting: (name: string, { value, enabled }: { value?: string; enabled?: boolean }): void => {
      const before = store.settings.get(name) ?? { value: undefined, enabled: false };
      store.settings.set(name, { value: value ?? before.value, enabled: enabled ?? before.enabled });
    },
    setRole: (role: ReplicatorStore["role"]): void => void (store.role = role),
    /** Puts a collector or exporter in an alarm state. */
    raiseAlarm: (entity: Alarm["entity"], address: string, port: number): void => {
      const alarm: Alarm = { entity, address, port, acknowledged: false, since: store.clock.now() };
      store.alarms.set(alarmKey(alarm), alarm);
    },
  };
}

function profileMutations(store: ReplicatorStore, profile: (name: string) => Profile) {
  return {
    addProfile: (name: string, listeningPort: number, sendingPort: number): void =>
      void store.addProfile(name, listeningPort, sendingPort),
    renameProfile: (name: string, newName: string): void => {
      const held = profile(name);
      store.profiles.delete(name);
      held.name = newName;
      store.profiles.set(newName, held);
    },
    removeProfile: (name: string): void => {
      store.profiles.delete(profile(name).name);
      store.dropOrphans();
    },
    disableProfile: (name: string): void => void (profile(name).enabled = false),
    setPorts: (name: string, listeningPort: number, sendingPort: number): void =>
      void Object.assign(profile(name), { listeningPort, sendingPort }),
    setProfileDescription: (name: string, text: string | undefined): void => void (profile(name).description = text),
  };
}

function removePolicy({ policies }: Profile, network: string, prefixLength: number): void {
  for (const [key, policy] of policies) {
    if (policy.network === network && policy.prefixLength === prefixLength) policies.delete(key);
  }
}
