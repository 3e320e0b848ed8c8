import type { Clock } from "../clock";

export interface Policy {
  readonly network: string;
  readonly prefixLength: number;
  readonly kind: "include" | "exclude";
}

export interface Profile {
  name: string;
  listeningPort: number;
  sendingPort: number;
  enabled: boolean;
  singularity: boolean;
  /** Undefined until `notate` sets it. The API cannot clear it. */
  description: string | undefined;
  /** Addresses. */
  readonly collectors: Set<string>;
  /** Addresses. */
  readonly exporters: Set<string>;
  /** By {@link policyKey}. */
  readonly policies: Map<string, Policy>;
}

export interface Setting {
  /** Undefined for a setting that is only on or off. */
  value: string | undefined;
  enabled: boolean;
}

/** The part of the store that a rebuild makes effective. */
export interface Configuration {
  /** By name. */
  readonly profiles: Map<string, Profile>;
  /** Packets per second, by collector address; absent = none. */
  readonly thresholds: Map<string, number>;
  /** Descriptions of collectors and exporters, by address. They stay when the address leaves its last profile. */
  readonly notes: Map<string, string>;
  readonly settings: Map<string, Setting>;
}

/** A change of the configuration through the API that no rebuild has made effective. */
export interface Change {
  readonly at: number;
  /** E.g. `profile/add`. */
  readonly verb: string;
  readonly detail: string;
}

/** An address that sends flow data, with its mean rates. */
export interface TrafficSource {
  readonly octetsPerSecond: number;
  readonly packetsPerSecond: number;
  /** Milliseconds since 1970. */
  readonly lastSeen: number;
}

export interface Alarm {
  readonly entity: "collector" | "exporter";
  readonly address: string;
  readonly port: number;
  acknowledged: boolean;
  readonly since: number;
}

/** The key of a policy in its profile, e.g. `10.0.0.0/8 include`. */
export function policyKey({ network, prefixLength, kind }: Policy): string {
  return `${network}/${prefixLength} ${kind}`;
}

/** The key of an alarm, e.g. `collector 10.0.0.1:9996`. */
export function alarmKey({ entity, address, port }: Pick<Alarm, "entity" | "address" | "port">): string {
  return `${entity} ${address}:${port}`;
}

/** Everything that the replicator holds, by reference: tests read it and `mutate` changes it. */
export class ReplicatorStore {
  readonly configured: Configuration = newConfiguration();
  readonly profiles = this.configured.profiles;
  readonly thresholds = this.configured.thresholds;
  readonly notes = this.configured.notes;
  readonly settings = this.configured.settings;
  /** The configuration as of the last rebuild. */
  running: Configuration = newConfiguration();
  role: "primary" | "secondary" = "primary";
  readonly license = { daysLeft: 300, type: "Enterprise", version: "19", machineId: "5F-31-0A-7C" };
  /** By address. */
  readonly traffic = new Map<string, TrafficSource>();
  /** By {@link alarmKey}. */
  readonly alarms = new Map<string, Alarm>();
  /** Resolved names, by address. */
  readonly names = new Map<string, string>();
  #waiting: readonly Change[] = [];

  constructor(readonly clock: Clock) {}

  /** Adds a profile, enabled and without members. */
  addProfile(name: string, listeningPort: number, sendingPort: number): Profile {
    const flags = { enabled: true, singularity: false, description: undefined };
    const holds = { collectors: new Set<string>(), exporters: new Set<string>(), policies: new Map<string, Policy>() };
    const profile: Profile = { name, listeningPort, sendingPort, ...flags, ...holds };
    this.profiles.set(name, profile);
    return profile;
  }

  /** Addresses of all collectors: those that are in at least one profile. */
  get collectors(): string[] {
    return membersOf(this.configured, "collectors");
  }

  /** Addresses of all exporters: those that are in at least one profile. */
  get exporters(): string[] {
    return membersOf(this.configured, "exporters");
  }

  /** Changes that no rebuild has made effective. Only a rebuild that began after a change counts. */
  uncoveredChanges(): readonly Change[] {
    return this.#waiting;
  }

  /** Records a change through the API. */
  recordChange(verb: string, detail: string): void {
    this.#waiting = [...this.#waiting, { at: this.clock.now(), verb, detail }];
  }

  /** Begins a rebuild of the current configuration. The returned function ends it and makes it effective. */
  beginRebuild(): () => void {
    const taken = cloneConfiguration(this.configured);
    const covered = this.#waiting;
    return () => {
      this.running = taken;
      this.#waiting = this.#waiting.filter((change) => !covered.includes(change));
    };
  }

  /** Runs a change that did not come through the API. It is effective at once, unless changes of the API still wait. */
  changeByHand<T>(change: () => T): T {
    const clean = this.#waiting.length === 0;
    const result = change();
    if (clean) this.running = cloneConfiguration(this.configured);
    return result;
  }

  /**
   * Drops data that depends on a membership that no longer exists: thresholds and alarms of addresses in no profile.
   */
  dropOrphans(): void {
    const collectors = new Set(this.collectors);
    const exporters = new Set(this.exporters);
    for (const address of this.thresholds.keys()) if (!collectors.has(address)) this.thresholds.delete(address);
    for (const [key, { entity, address }] of this.alarms) {
      if (!(entity === "collector" ? collectors : exporters).has(address)) this.alarms.delete(key);
    }
  }

  /** Content for a comparison of two moments: the configuration, without histories and figures. */
  content(options: { withoutNotes: boolean }): unknown {
    const { profiles, thresholds, notes, settings } = this.configured;
    if (!options.withoutNotes) return { profiles, thresholds, notes, settings };
    const bare = [...profiles].map(([name, profile]) => [name, { ...profile, description: undefined }] as const);
    return { profiles: new Map(bare), thresholds, settings };
  }
}

function newConfiguration(): Configuration {
  return { profiles: new Map(), thresholds: new Map(), notes: new Map(), settings: new Map() };
}

/** A copy that later changes do not affect. */
export function cloneConfiguration({ profiles, thresholds, notes, settings }: Configuration): Configuration {
  const copied = ({ collectors, exporters, policies, ...rest }: Profile): Profile => ({
    ...rest,
    ...{ collectors: new Set(collectors), exporters: new Set(exporters), policies: new Map(policies) },
  });
  return {
    profiles: new Map([...profiles].map(([name, profile]) => [name, copied(profile)])),
    thresholds: new Map(thresholds),
    notes: new Map(notes),
    settings: new Map([...settings].map(([name, setting]) => [name, { ...setting }])),
  };
}

/** Addresses that are in at least one profile, in the order of the profiles. */
export function membersOf({ profiles }: Configuration, which: "collectors" | "exporters"): string[] {
  return [...new Set([...profiles.values()].flatMap((profile) => [...profile[which]]))];
}

/** Names of the profiles that contain an address. */
export function profilesOf({ profiles }: Configuration, which: "collectors" | "exporters", address: string): string[] {
  return [...profiles.values()].filter((profile) => profile[which].has(address)).map(({ name }) => name);
}
