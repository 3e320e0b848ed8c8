import type { Counter, Traffic } from "../replicator/show-schemas";

/**
 * Fields of a record that the API document does not describe, in the appliance's own spelling. The results in this file
 * are plain data, lists in place of maps, in the words of this package, so that they can be outputs.
 */
export type Fields = Record<string, unknown>;

/** A profile. What the appliance does not report is not set. */
export interface ProfileResult {
  /** Name. */
  name: string;
  /** UDP port on which it receives packets. */
  listeningPort: number | undefined;
  /** UDP port that it sends to. */
  sendingPort: number | undefined;
  /** Whether it replicates. */
  enabled: boolean | undefined;
  /** Whether each packet goes to one collector only. */
  singularity: boolean | undefined;
  /** Note of the profile. */
  description: string | undefined;
  /** Further fields of the response that the API document does not describe, in the appliance's own spelling. */
  fields: Fields;
}

/** A collector. */
export interface CollectorResult {
  /** IPv4 address. */
  address: string;
  /** Host name, if one is known. */
  name: string | undefined;
  /** Note of the address. */
  description: string | undefined;
  /** Names of the profiles that it is a member of. */
  profiles: string[];
  /** Packets per second; 0 means none. Not set if the appliance does not report it. */
  threshold: number | undefined;
  /** Ports whose alarm was acknowledged. */
  acknowledgedPorts: number[];
  /** Ports that do not answer. */
  unreachablePorts: string[];
  /** Further fields of the response that the API document does not describe, in the appliance's own spelling. */
  fields: Fields;
}

/** An exporter. */
export interface ExporterResult {
  /** IPv4 address. */
  address: string;
  /** Host name, if one is known. */
  name: string | undefined;
  /** Note of the address. */
  description: string | undefined;
  /** Names of the profiles that it is a member of. */
  profiles: string[];
  /** Further fields of the response that the API document does not describe, in the appliance's own spelling. */
  fields: Fields;
}

/** A setting. */
export interface SettingResult {
  /** Name, e.g. `flowStopAlert`. */
  name: string;
  /** Value as text. Not set if the appliance does not report it. */
  value: string | undefined;
  /** Whether it is on. Not set if the appliance does not report it. */
  enabled: boolean | undefined;
  /** Further fields of the response that the API document does not describe, in the appliance's own spelling. */
  fields: Fields;
}

/** An alarm or an asset. The API document describes none of their fields. */
export interface RecordResult {
  /** The key under which the appliance lists it. */
  key: string;
  /** Further fields of the response that the API document does not describe, in the appliance's own spelling. */
  fields: Fields;
}

/** Status of the appliance's components. */
export interface StatusResult {
  /** The components of the appliance. */
  components: {
    /** Name of the component. */
    name: string;
    /** `active` if it runs. */
    status: string;
  }[];
  /** Remaining days of the license. */
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
  /** Further fields of the response that the API document does not describe, in the appliance's own spelling. */
  fields: Fields;
}

/** An exporter that sends data but belongs to no profile. Rates are per second, as the appliance writes them. */
export interface UnassignedExporterResult {
  /** IPv4 address. */
  address: string;
  /** When it last sent data, as the appliance writes it. */
  lastSeen: string;
  /** When it last sent data, in epoch seconds. */
  lastSeenEpoch: number;
  /** Traffic that it sends. */
  in: UnassignedTraffic;
  /** Traffic that is replicated from it. */
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
  /** Host name; empty if none is known. */
  name: string;
  /** The resolver's status, in the appliance's words. */
  status: string;
  /** How long the lookup took, in the appliance's unit. */
  resolveTime: number;
  /** When the appliance looks the name up again. */
  expiry: {
    /** Epoch seconds. */
    epoch: number;
    /** The time as the appliance writes it. */
    time: string;
  };
}

/** The current traffic. */
export interface RealtimeResult {
  /** Traffic to each collector. */
  collectors: {
    /** IPv4 address. */
    address: string;
    /** Traffic that it receives. */
    in: Traffic;
  }[];
  /** Traffic from each exporter. */
  exporters: {
    /** IPv4 address. */
    address: string;
    /** Traffic that it sends. */
    in: Traffic;
    /** Traffic that is replicated from it. */
    out: Traffic;
    /** Names of the profiles that it is a member of. */
    profiles: string[];
    /** When it last sent data. */
    lastSeen: {
      /** Epoch seconds. */
      epoch: number;
      /** The time as the appliance writes it. */
      timestamp: string;
    };
  }[];
  /** Traffic from each exporter to each collector. */
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
  /** Traffic through each profile. */
  profiles: {
    /** Name of the profile. */
    name: string;
    /** Traffic that it receives. */
    in: Traffic;
    /** Traffic that it sends. */
    out: Traffic;
  }[];
  /** Number of objects of each type. */
  totals: {
    /** Number of collectors. */
    collectors: number;
    /** Number of exporters. */
    exporters: number;
    /** Number of pairs. */
    pairs: number;
    /** Numbers of profiles. */
    profiles: {
      /** Profiles that are disabled. */
      disabled: number;
      /** Profiles that are enabled. */
      enabled: number;
      /** All profiles. */
      total: number;
    };
  };
  /** Load of the processor, as the appliance writes it. */
  cpu: string;
}

/** The result of a test of the role. */
export interface RoleResult {
  /** True for a secondary or backup appliance. */
  secondary: boolean;
  /** The appliance's own words. */
  description: string | undefined;
}
