import type { CertificateOptions, ServerCertificate } from "./certificate";
import type { Faults } from "./faults/fault";
import type { FaultSpec } from "./faults/kinds";
import type { GatewayMutations } from "./gateway/mutations";
import type { GatewayStore } from "./gateway/store";
import type { LatencyMs } from "./pace";
import type { ReplicatorMutations } from "./replicator/mutations";
import type { ReplicatorStore } from "./replicator/store";
import type { RequestLog } from "./request-log";
import type { Switches } from "./switches";

/** Settings of a simulated pair of appliances. Everything has a default. */
export interface SimulatorOptions {
  /** Whether the servers use TLS. Default true. */
  readonly https?: boolean;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** Settings of the server certificate, or a certificate from `makeCertificate`. */
  readonly certificate?: CertificateOptions | ServerCertificate;
  /**
   * File that stores both stores as JSON. It is read at the start if it exists. It is written before each answer to a
   * change and after each change by hand. It does not contain sessions, histories and switches, and credentials only
   * with `keepAccess`.
   */
  readonly file?: string;
  /**
   * Whether the file also stores ports, credentials and certificate, so that clients can reach the next start with
   * unchanged settings. Values in these options win over those in the file. Default false.
   */
  readonly keepAccess?: boolean;
  /** `port` 0 picks any free port (the default). The token is random unless given. */
  readonly gateway?: { readonly port?: number; readonly token?: string };
  /** `port` 0 picks any free port (the default). The user defaults to `admin`, the password is random unless given. */
  readonly replicator?: { readonly port?: number; readonly user?: string; readonly password?: string };
  /**
   * Whether the replicator starts with a profile of other software, with its collector, exporter and policy. Default
   * true.
   */
  readonly foreign?: boolean;
  /** Milliseconds that each request takes before it is applied. Default 0. */
  readonly latencyMs?: LatencyMs;
  readonly switches?: Partial<Switches>;
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
}

export interface GatewayHandle extends ApplianceHandle {
  /** The token that the gateway currently accepts. */
  readonly token: string;
  /** Accepts another token from now on. The old one is revoked. */
  setToken(token: string): void;
  readonly store: GatewayStore;
}

export interface ReplicatorHandle extends ApplianceHandle {
  readonly user: string;
  readonly password: string;
  readonly store: ReplicatorStore;
  /** Number of open sessions, including expired ones that no request has used since. */
  readonly openSessions: number;
}

/** Changes by hand, as an operator would make them: named ones, and any change by a function on the store. */
export interface Mutations extends GatewayMutations, ReplicatorMutations {
  gateway<T>(change: (store: GatewayStore) => T): T;
  replicator<T>(change: (store: ReplicatorStore) => T): T;
}

/** Both appliances, running. `startSimulator` returns it. */
export interface Simulator {
  readonly gateway: GatewayHandle;
  readonly replicator: ReplicatorHandle;
  /** PEM of the CA certificate for clients to trust. Undefined over HTTP. */
  readonly caCert: string | undefined;
  /** SHA-256 of the server certificate, hex pairs with colons; undefined over HTTP. */
  readonly caFingerprint: string | undefined;
  readonly requests: RequestLog;
  readonly faults: Faults;
  /**
   * The requests that destroyed more than one object, or had no effect at all, by their names. No resource may ever send
   * one. They are carried out as documented.
   */
  readonly traps: string[];
  /** The current switches. A changed switch applies from the next request on. */
  readonly switches: Switches;
  readonly mutate: Mutations;
  setLatency(latencyMs: LatencyMs): void;
  /** Advances the clock of both appliances without waiting. */
  advanceClock(milliseconds: number): void;
  /** Expires all sessions of the replicator. */
  expireSessions(): void;
  /** Both stores as JSON text. Stores with the same content give identical bytes. */
  snapshot(options?: SnapshotOptions): string;
  /** Closes both servers and all connections. Writes the stores to the file, if there is one. */
  close(): Promise<void>;
}

export interface SnapshotOptions {
  /** Leaves out descriptions and user preferences, which the API cannot clear. Default false. */
  readonly withoutNotesAndPreferences?: boolean;
}
