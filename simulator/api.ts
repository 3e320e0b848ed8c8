import type { SecureVersion } from "node:tls";
import type { CertificateOptions, ServerCertificate } from "./certificate";
import type { Faults } from "./faults/fault";
import type { FaultSpec } from "./faults/kinds";
import type { GatewayMutations } from "./gateway/mutations";
import type { GatewayStore } from "./gateway/store";
import type { LatencyMs } from "./latency";
import type { LineConditions } from "./line";
import type { ReplicatorMutations } from "./replicator/mutations";
import type { ReplicatorStore } from "./replicator/store";
import type { RequestLog } from "./request-log";
import type { Switches } from "./switches";
import type { Traps } from "./traps";

/** How a pair of appliances is simulated. Everything has a default. */
export interface SimulatorOptions {
  /** Default true. */
  readonly https?: boolean;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** How to make the server certificate, or one that `makeCertificate` made: making one takes longer than starting. */
  readonly certificate?: CertificateOptions | ServerCertificate;
  /** Newest TLS version that is offered; below 1.2 only this one. */
  readonly maxTlsVersion?: SecureVersion;
  /** The only HTTP version that both speak. Default `1.1`; `2` is for clients that must say that they cannot. */
  readonly httpVersion?: "1.1" | "2";
  /**
   * File that keeps both stores as JSON: read at the start where it exists, and written before each change is answered
   * and at each change by hand. Sessions, histories and switches are not in it, credentials only with `keepAccess`.
   */
  readonly file?: string;
  /**
   * Keep ports, credentials and certificate in the file too, so that the next start with it is reached in the same way.
   * What these options name counts before what the file has. Default false.
   */
  readonly keepAccess?: boolean;
  /** `port` 0 = any free one. The token is random unless given. */
  readonly gateway?: { readonly port?: number; readonly token?: string };
  /** `port` 0 = any free one. User `admin` and a random password unless given. */
  readonly replicator?: { readonly port?: number; readonly user?: string; readonly password?: string };
  /** Whether other software's profile with its collector, exporter and policy is on the replicator. Default true. */
  readonly foreign?: boolean;
  /** Default 0. */
  readonly latencyMs?: LatencyMs;
  /** How many requests each appliance works on at once; more wait for their turn. Default `Infinity`. */
  readonly capacity?: number;
  /** Source of chance for the latency; give a seeded one to repeat a run. Default `Math.random`. */
  readonly random?: () => number;
  readonly switches?: Partial<Switches>;
  /**
   * File that `flowgate doctor --record` has written: both appliances answer in the shapes of the box that it recorded,
   * as far as reading shows them. `switches` win over it.
   */
  readonly like?: string;
  readonly faults?: readonly FaultSpec[];
}

/** One appliance's server. */
export interface ApplianceHandle {
  /** Base URL, e.g. `https://127.0.0.1:40123`. */
  readonly url: string;
  /** Stops listening and drops all connections, as if it were switched off. The store stays. */
  disconnect(): Promise<void>;
  /** Listens again on the same port. */
  reconnect(): Promise<void>;
  /** Makes the connection to this appliance as bad as the conditions say, `{}` good again. From the next request on. */
  setLine(conditions: LineConditions): void;
}

export interface GatewayHandle extends ApplianceHandle {
  /** The token that is accepted now. */
  readonly token: string;
  /** Accepts another token from now on; the old one is revoked. */
  setToken(token: string): void;
  readonly store: GatewayStore;
}

export interface ReplicatorHandle extends ApplianceHandle {
  readonly user: string;
  readonly password: string;
  readonly store: ReplicatorStore;
  /** Sessions that are open now, expired ones that were not asked for included. */
  readonly openSessions: number;
}

/** Changes by hand: named ones, and any by a function on the store. */
export interface Mutations extends GatewayMutations, ReplicatorMutations {
  gateway<T>(change: (store: GatewayStore) => T): T;
  replicator<T>(change: (store: ReplicatorStore) => T): T;
}

/** Both appliances, running. */
export interface Simulator {
  readonly gateway: GatewayHandle;
  readonly replicator: ReplicatorHandle;
  /** PEM of the certificate to trust; undefined over HTTP. */
  readonly caCert: string | undefined;
  /** SHA-256 of the server certificate, hex pairs with colons; undefined over HTTP. */
  readonly caFingerprint: string | undefined;
  readonly requests: RequestLog;
  readonly faults: Faults;
  readonly traps: Traps;
  /** Live: a change counts from the next request on. */
  readonly switches: Switches;
  readonly mutate: Mutations;
  setLatency(latencyMs: LatencyMs): void;
  /** Changes how many requests each appliance works on at once. Throws a RangeError for less than 1. */
  setCapacity(capacity: number): void;
  /** Lets time pass at the appliances without waiting. */
  advanceClock(milliseconds: number): void;
  /** Ends all sessions of the replicator. */
  expireSessions(): void;
  /** Both stores as JSON text that is equal byte for byte when they hold the same. */
  snapshot(options?: SnapshotOptions): string;
  /** Closes both servers and all connections, and keeps the stores where there is a file. */
  close(): Promise<void>;
}

export interface SnapshotOptions {
  /** Leaves out descriptions and user preferences, which the API cannot clear. Default false. */
  readonly withoutNotesAndPreferences?: boolean;
}
