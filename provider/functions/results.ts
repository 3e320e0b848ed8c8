import type { Counter, Traffic } from "../replicator/show-schemas";

/**
 * What a replicator shows, as plain data: lists in place of maps, in the words of this package, so that it can be an
 * output. `fields` holds what an appliance answers beyond the document, in its own spelling.
 */
export type Fields = Record<string, unknown>;

/** A profile. What the appliance does not tell is undefined. */
export interface ProfileResult {
  /** Name. */
  name: string;
  /** UDP port that it takes packets on. */
  listeningPort: number | undefined;
  /** UDP port that it sends to. */
  sendingPort: number | undefined;
  /** Whether it replicates. */
  enabled: boolean | undefined;
  /** Whether each packet goes to one collector only. */
  singularity: boolean | undefined;
  /** Note of the profile. */
  description: string | undefined;
  /** What the appliance answers beyond the document, in its own spelling. */
  fields: Fields;
}

/** A collector. */
export interface CollectorResult {
  /** IPv4 address. */
  address: string;
  /** Host name, where one is known. */
  name: string | undefined;
  /** Note of the address. */
  description: string | undefined;
  /** Names of the profiles that it is a member of. */
  profiles: string[];
  /** Packets per second; 0 means none. Undefined where the appliance does not tell. */
  threshold: number | undefined;
  /** Ports whose alarm was acknowledged. */
  acknowledgedPorts: number[];
  /** Ports that do not answer. */
  unreachablePorts: string[];
  /** What the appliance answers beyond the document, in its own spelling. */
  fields: Fields;
}

/** An exporter. */
export interface ExporterResult {
  /** IPv4 address. */
  address: string;
  /** Host name, where one is known. */
  name: string | undefined;
  /** Note of the address. */
  description: string | undefined;
  /** Names of the profiles that it is a member of. */
  profiles: string[];
  /** What the appliance answers beyond the document, in its own spelling. */
  fields: Fields;
}

/** A setting. */
export interface SettingResult {
  /** Name, e.g. `flowStopAlert`. */
  name: string;
  /** Value as text. Undefined where the appliance does not tell. */
  value: string | undefined;
  /** Whether it is on. Undefined where the appliance does not tell. */
  enabled: boolean | undefined;
  /** What the appliance answers beyond the document, in its own spelling. */
  fields: Fields;
}

/** An alarm or an asset; the document shows none of their fields. */
export interface RecordResult {
  /** What the appliance lists it under. */
  key: string;
  /** What the appliance answers beyond the document, in its own spelling. */
  fields: Fields;
}

/** Status of the appliance's components. */
export interface StatusResult {
  /** The components of the appliance. */
  components: {
    /** Name of the component. */
    name: string;
    /** `active` when it runs. */
    status: string;
  }[];
  /** Days that the license is still good for. */
  licenseDaysLeft: string | undefined;
  /** Version of the appliance. */
  version: string | undefined;
}

/** Versions of the appliance and of its API. */
export interface VersionResult {
  /** Name of the product. */
  name: string;
  /** Version and build of the appliance. */
  build: string;
  /** Version of its API. */
  apiVersion: number;
  /** Its copyright line. */
  copyright: string;
  /** What the appliance answers beyond the document, in its own spelling. */
  fields: Fields;
}

/** An exporter that sends data but belongs to no profile. Rates are per second, as the appliance writes them. */
export interface UnassignedExporterResult {
  /** IPv4 address. */
  address: string;
  /** When it last sent, as the appliance writes it. */
  lastSeen: string;
  /** The same as epoch seconds. */
  lastSeenEpoch: number;
  /** What it sends. */
  in: UnassignedTraffic;
  /** What is replicated of it. */
  out: UnassignedTraffic;
}

/** Growth and rate of octets and packets. */
export interface UnassignedTraffic {
  /** Bytes. */
  octets: UnassignedCounter;
  /** Packets. */
  packets: UnassignedCounter;
}

/** Growth and rate of a counter. */
export interface UnassignedCounter {
  /** Growth since the last reading. */
  delta: number;
  /** Rate per second, as the appliance writes it. */
  rate: string;
}

/** The name of an address. */
export interface NameResult {
  /** IPv4 address. */
  address: string;
  /** Host name; empty where none is known. */
  name: string;
  /** What the resolver said, in the appliance's words. */
  status: string;
  /** How long it took, in the appliance's unit. */
  resolveTime: number;
  /** When the appliance asks again. */
  expiry: {
    /** Epoch seconds. */
    epoch: number;
    /** The same as the appliance writes it. */
    time: string;
  };
}

/** Traffic now. */
export interface RealtimeResult {
  /** What goes to each collector. */
  collectors: {
    /** IPv4 address. */
    address: string;
    /** What it gets. */
    in: Traffic;
  }[];
  /** What comes from each exporter. */
  exporters: {
    /** IPv4 address. */
    address: string;
    /** What it sends. */
    in: Traffic;
    /** What is replicated of it. */
    out: Traffic;
    /** Names of the profiles that it is a member of. */
    profiles: string[];
    /** When it last sent. */
    lastSeen: {
      /** Epoch seconds. */
      epoch: number;
      /** The same as the appliance writes it. */
      timestamp: string;
    };
  }[];
  /** What goes from one exporter to one collector. */
  pairs: {
    /** IPv4 address of the exporter. */
    exporter: string;
    /** IPv4 address of the collector. */
    collector: string;
    /** Bytes. */
    octets: Counter;
    /** Packets. */
    packets: Counter;
  }[];
  /** What goes through each profile. */
  profiles: {
    /** Name of the profile. */
    name: string;
    /** What it takes. */
    in: Traffic;
    /** What it sends. */
    out: Traffic;
  }[];
  /** How many there are of each. */
  totals: {
    /** Number of collectors. */
    collectors: number;
    /** Number of exporters. */
    exporters: number;
    /** Number of pairs. */
    pairs: number;
    /** Numbers of profiles. */
    profiles: {
      /** Those that are switched off. */
      disabled: number;
      /** Those that replicate. */
      enabled: number;
      /** Both. */
      total: number;
    };
  };
  /** Load of the processor, as the appliance writes it. */
  cpu: string;
}

/** What a test of the role said. */
export interface RoleResult {
  /** True for a secondary or backup appliance. */
  secondary: boolean;
  /** The appliance's own words. */
  description: string | undefined;
}
