import type { Clock } from "../clock";

export type PolicyKind = "include" | "exclude";

export interface Policy {
  readonly network: string;
  readonly prefixLength: number;
  readonly kind: PolicyKind;
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

/** One change of the configuration through the API. */
export interface Change {
  /** Number of the change, from 1. */
  readonly number: number;
  readonly at: number;
  /** E.g. `profile/add`. */
  readonly verb: string;
  readonly detail: string;
  /** Number of the completed rebuild that began after the change. Undefined until there is one. */
  coveredBy: number | undefined;
}

export interface Rebuild {
  /** Number of the rebuild, from 1. */
  readonly number: number;
  readonly startedAt: number;
  /** Undefined while it runs. */
  endedAt: number | undefined;
  /** True for a rebuild that the appliance started by itself. */
  readonly automatic: boolean;
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

export interface License {
  daysLeft: number;
  readonly type: string;
  readonly version: string;
  readonly machineId: string;
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
  readonly license: License = { daysLeft: 300, type: "Enterprise", version: "19", machineId: "5F-31-0A-7C" };
  /** By address. */
  readonly traffic = new Map<string, TrafficSource>();
  /** By {@link alarmKey}. */
  readonly alarms = new Map<string, Alarm>();
  /** Resolved names, by address. */
  readonly names = new Map<string, string>();
  readonly changes: Change[] = [];
  readonly rebuilds: Rebuild[] = [];
  #firstUncovered = 0;

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

  /** True while a change waits for a rebuild. */
  get dirty(): boolean {
    return this.#firstUncovered < this.changes.length;
  }

  /** Changes that no rebuild has made effective. Only a rebuild that began after a change counts. */
  uncoveredChanges(): Change[] {
    return this.changes.slice(this.#firstUncovered);
  }

  /** Records a change through the API. */
  recordChange(verb: string, detail: string): void {
    const number = this.changes.length + 1;
    this.changes.push({ number, at: this.clock.now(), verb, detail, coveredBy: undefined });
  }

  /** Begins a rebuild of the current configuration. The returned function ends it and makes it effective. */
  beginRebuild(automatic: boolean): () => Rebuild {
    const startedAt = this.clock.now();
    const rebuild: Rebuild = { number: this.rebuilds.length + 1, startedAt, endedAt: undefined, automatic };
    this.rebuilds.push(rebuild);
    const taken = cloneConfiguration(this.configured);
    const covered = this.changes.length;
    return () => {
      rebuild.endedAt = this.clock.now();
      for (const change of this.changes.slice(this.#firstUncovered, covered)) change.coveredBy = rebuild.number;
      if (covered >= this.#firstUncovered) this.running = taken;
      this.#firstUncovered = Math.max(this.#firstUncovered, covered);
      return rebuild;
    };
  }

  /** Runs a change that did not come through the API. It is effective at once, unless changes of the API still wait. */
  changeByHand<T>(change: () => T): T {
    const clean = !this.dirty;
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

/** A copy that later changes do not affect. Written out, since `structuredClone` takes several times as long. */
export function cloneConfiguration({ profiles, thresholds, notes, settings }: Configuration): Configuration {
  const copies = [...profiles].map(([name, profile]): [string, Profile] => {
    const { collectors, exporters, policies } = profile;
    const members = { collectors: new Set(collectors), exporters: new Set(exporters), policies: new Map(policies) };
    return [name, { ...profile, ...members }];
  });
  return {
    profiles: new Map(copies),
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
