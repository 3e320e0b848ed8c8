import { randomBytes } from "node:crypto";
import type { SecureVersion } from "node:tls";
import { type CertificateOptions, makeCertificate, type ServerCertificate } from "./certificate";
import { Clock } from "./clock";
import type { Application } from "./exchange";
import { Faults, type FaultSpec } from "./faults";
import { GatewayApplication } from "./gateway/application";
import { factoryGateway } from "./gateway/factory";
import { type GatewayMutations, gatewayMutations } from "./gateway/mutations";
import type { GatewayStore } from "./gateway/store";
import { canonicalJson } from "./json";
import { Latency, type LatencyMs } from "./latency";
import { ReplicatorApplication } from "./replicator/application";
import { factoryReplicator } from "./replicator/factory";
import { type ReplicatorMutations, replicatorMutations } from "./replicator/mutations";
import { Sessions } from "./replicator/session";
import type { ReplicatorStore } from "./replicator/store";
import { RequestLog } from "./request-log";
import { ApplianceServer } from "./server";
import { defaultSwitches, type Switches } from "./switches";
import { Traps } from "./traps";

export type { CertificateOptions } from "./certificate";
export type { ApplianceName, RequestKind } from "./exchange";
export type { Fault, FaultKind, Faults, FaultSpec } from "./faults";
export type { GatewayAction } from "./gateway/action";
export { gatewayActions } from "./gateway/application";
export type { GatewayMutations } from "./gateway/mutations";
export type { GatewayStore, IpGroup, IpGroupRule, Permission, User, UserGroup } from "./gateway/store";
export type { LatencyMs } from "./latency";
export { replicatorPaths } from "./replicator/application";
export type { ReplicatorMutations } from "./replicator/mutations";
export type { ReplicatorPath } from "./replicator/path";
export type { Change, Policy, Profile, Rebuild, ReplicatorStore, Setting } from "./replicator/store";
export type { LoggedRequest, RequestFilter, RequestLog } from "./request-log";
export { defaultSwitches, type Switches } from "./switches";
export type { TrapName, Traps } from "./traps";

/** How a pair of appliances is simulated. Everything has a default. */
export interface SimulatorOptions {
  /** Default true. */
  readonly https?: boolean;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  readonly certificate?: CertificateOptions;
  /** Newest TLS version that is offered; below 1.2 only this one. */
  readonly maxTlsVersion?: SecureVersion;
  /** `port` 0 = any free one. The token is random unless given. */
  readonly gateway?: { readonly port?: number; readonly token?: string };
  /** `port` 0 = any free one. User `admin` and a random password unless given. */
  readonly replicator?: { readonly port?: number; readonly user?: string; readonly password?: string };
  /** Whether other software's profile with its collector, exporter and policy is on the replicator. Default true. */
  readonly foreign?: boolean;
  /** Default 0. */
  readonly latencyMs?: LatencyMs;
  /** Source of chance for the latency; give a seeded one to repeat a run. Default `Math.random`. */
  readonly random?: () => number;
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
  /** Lets time pass at the appliances without waiting. */
  advanceClock(milliseconds: number): void;
  /** Ends all sessions of the replicator. */
  expireSessions(): void;
  /** Both stores as JSON text that is equal byte for byte when they hold the same. */
  snapshot(options?: SnapshotOptions): string;
  /** Closes both servers and all connections. */
  close(): Promise<void>;
}

export interface SnapshotOptions {
  /** Leaves out descriptions and user preferences, which the API cannot clear. Default false. */
  readonly withoutNotesAndPreferences?: boolean;
}

/** Starts both appliances as delivered and resolves when they listen. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const certificate = options.https === false ? undefined : await makeCertificate(options.certificate);
  const simulation = new Simulation(options, certificate);
  await simulation.start();
  return simulation;
}

class Simulation implements Simulator {
  readonly requests = new RequestLog();
  readonly faults = new Faults();
  readonly traps = new Traps();
  readonly switches: Switches;
  readonly mutate: Mutations;
  readonly gateway: GatewayHandle;
  readonly replicator: ReplicatorHandle;
  readonly caCert: string | undefined;
  readonly caFingerprint: string | undefined;
  readonly #clock = new Clock();
  readonly #closing = new AbortController();
  readonly #latency: Latency;
  readonly #sessions: Sessions;
  readonly #servers: readonly ApplianceServer[];

  constructor(options: SimulatorOptions, certificate: ServerCertificate | undefined) {
    const { foreign = true, latencyMs = 0, random = Math.random } = options;
    this.switches = { ...defaultSwitches, ...options.switches };
    for (const fault of options.faults ?? []) this.faults.add(fault);
    this.#latency = new Latency(latencyMs, random);
    this.caCert = certificate?.caCert;
    this.caFingerprint = certificate?.fingerprint;

    const gatewayStore = factoryGateway(this.switches.staticPermissionType);
    const replicatorStore = factoryReplicator(this.#clock, foreign);
    const credentials = { token: options.gateway?.token ?? `gateway-${randomBytes(16).toString("hex")}` };
    const account = {
      user: options.replicator?.user ?? "admin",
      password: options.replicator?.password ?? `replicator-${randomBytes(16).toString("hex")}`,
    };
    this.#sessions = new Sessions(account, this.switches, this.#clock);

    const plainHttp = certificate === undefined;
    const shared = { switches: this.switches, traps: this.traps };
    const gatewayApplication = new GatewayApplication({ ...shared, store: gatewayStore }, credentials, plainHttp);
    const replicatorApplication = new ReplicatorApplication(
      { ...shared, store: replicatorStore, clock: this.#clock, closing: this.#closing.signal },
      this.#sessions,
      plainHttp,
    );
    const gatewayServer = this.#serverOf(gatewayApplication, options, certificate);
    const replicatorServer = this.#serverOf(replicatorApplication, options, certificate);
    this.#servers = [gatewayServer, replicatorServer];
    this.gateway = gatewayHandle(gatewayServer, credentials, gatewayStore);
    this.replicator = replicatorHandle(replicatorServer, account, replicatorStore, this.#sessions);
    this.mutate = {
      gateway: (change) => change(gatewayStore),
      replicator: (change) => replicatorStore.changeByHand(() => change(replicatorStore)),
      ...gatewayMutations(gatewayStore),
      ...replicatorMutations(replicatorStore),
    };
  }

  async start(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.listen()));
  }

  setLatency(latencyMs: LatencyMs): void {
    this.#latency.set(latencyMs);
  }

  advanceClock(milliseconds: number): void {
    this.#clock.advance(milliseconds);
  }

  expireSessions(): void {
    this.#sessions.expireAll();
  }

  snapshot({ withoutNotesAndPreferences = false }: SnapshotOptions = {}): string {
    return canonicalJson({
      gateway: this.gateway.store.content({ withoutPreferences: withoutNotesAndPreferences }),
      replicator: this.replicator.store.content({ withoutNotes: withoutNotesAndPreferences }),
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#servers.map((server) => server.disconnect()));
  }

  #serverOf(
    application: Application,
    options: SimulatorOptions,
    certificate: ServerCertificate | undefined,
  ): ApplianceServer {
    const { host = "127.0.0.1", maxTlsVersion } = options;
    const port = options[application.appliance]?.port ?? 0;
    const tools = {
      requests: this.requests,
      faults: this.faults,
      latency: this.#latency,
      closing: this.#closing.signal,
    };
    return new ApplianceServer(application, { host, port, certificate, maxTlsVersion }, tools);
  }
}

function gatewayHandle(server: ApplianceServer, credentials: { token: string }, store: GatewayStore): GatewayHandle {
  return {
    get url() {
      return server.url;
    },
    get token() {
      return credentials.token;
    },
    setToken: (token) => void (credentials.token = token),
    store,
    disconnect: () => server.disconnect(),
    reconnect: () => server.listen(),
  };
}

function replicatorHandle(
  server: ApplianceServer,
  account: { user: string; password: string },
  store: ReplicatorStore,
  sessions: Sessions,
): ReplicatorHandle {
  return {
    get url() {
      return server.url;
    },
    get openSessions() {
      return sessions.open;
    },
    user: account.user,
    password: account.password,
    store,
    disconnect: () => server.disconnect(),
    reconnect: () => server.listen(),
  };
}
