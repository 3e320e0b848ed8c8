import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import type {
  ApplianceHandle,
  GatewayHandle,
  Mutations,
  ReplicatorHandle,
  Simulator,
  SimulatorOptions,
  SnapshotOptions,
} from "./api";
import type { ServerCertificate } from "./certificate";
import { Clock } from "./clock";
import type { Application } from "./exchange";
import { Faults } from "./faults/fault";
import { GatewayApplication } from "./gateway/application";
import { factoryGateway } from "./gateway/factory";
import { gatewayMutations } from "./gateway/mutations";
import { canonicalJson } from "./json";
import { type LatencyMs, Pace } from "./pace";
import { ReplicatorApplication } from "./replicator/application";
import { factoryReplicator } from "./replicator/factory";
import { replicatorMutations, within } from "./replicator/mutations";
import { Sessions } from "./replicator/session";
import { RequestLog } from "./request-log";
import { ApplianceServer } from "./server";
import { restore, type StoredAccess, type StoredStores, StoreFile } from "./stored";
import { defaultSwitches, type Switches } from "./switches";

/** Connects the parts of both appliances. */
export class Simulation implements Simulator {
  readonly requests = new RequestLog();
  readonly faults = new Faults();
  readonly traps: string[] = [];
  readonly switches: Switches;
  readonly mutate: Mutations;
  readonly gateway: GatewayHandle;
  readonly replicator: ReplicatorHandle;
  readonly caCert: string | undefined;
  readonly caFingerprint: string | undefined;
  readonly #clock = new Clock();
  readonly #closing = new AbortController();
  readonly #pace: Pace;
  readonly #sessions: Sessions;
  readonly #servers: readonly ApplianceServer[];
  readonly #file: StoreFile | undefined;

  constructor(options: SimulatorOptions, certificate: ServerCertificate | undefined, stored: StoredStores | undefined) {
    const { foreign = true, latencyMs = 0, faults = [], file } = options;
    // Each waiting answer adds a listener.
    setMaxListeners(0, this.#closing.signal);
    this.switches = { ...defaultSwitches, ...options.switches };
    for (const fault of faults) this.faults.add(fault);
    this.#pace = new Pace(latencyMs);
    this.caCert = certificate?.caCert;
    this.caFingerprint = certificate?.fingerprint;

    const gateway = factoryGateway(this.switches.staticPermissionType);
    const replicator = factoryReplicator(this.#clock, foreign);
    if (stored !== undefined) restore({ gateway, replicator }, stored);
    const kept = stored?.access;
    const access = (): StoredAccess | undefined =>
      options.keepAccess === true ? this.#access(certificate ?? kept?.certificate) : kept;
    this.#file = file === undefined ? undefined : new StoreFile(file, { gateway, replicator }, access);
    const { credentials, account } = accessOf(options);
    const sessions = (this.#sessions = new Sessions(account, this.switches, this.#clock));
    const isPlain = certificate === undefined;
    const shared = { switches: this.switches, traps: this.traps, clock: this.#clock };
    const onGateway = new GatewayApplication({ ...shared, store: gateway }, credentials, isPlain);
    const context = { ...shared, store: replicator, closing: this.#closing.signal };
    const onReplicator = new ReplicatorApplication(context, sessions, isPlain);
    const gatewayServer = this.#serverOf(onGateway, options, certificate);
    const replicatorServer = this.#serverOf(onReplicator, options, certificate);
    this.#servers = [gatewayServer, replicatorServer];
    this.gateway = gatewayHandle(gatewayServer, credentials, gateway);
    this.replicator = handleOf(replicatorServer, {
      get openSessions() {
        return sessions.open;
      },
      ...account,
      store: replicator,
    });
    this.mutate = this.#keeping({
      gateway: (change) => change(gateway),
      replicator: (change) => replicator.changeByHand(() => change(replicator)),
      ...gatewayMutations(gateway),
      ...replicatorMutations(replicator),
    });
  }

  async start(): Promise<void> {
    await this.#file?.save();
    const started = await Promise.allSettled(this.#servers.map((server) => server.listen()));
    try {
      const failed = started.find((one) => one.status === "rejected");
      if (failed !== undefined) throw failed.reason;
      // The ports are known only now.
      await this.#file?.save();
    } catch (error) {
      // One port may be free while the other is in use; nothing else would close the server of the free one.
      await Promise.all(this.#servers.map((server) => server.disconnect()));
      throw error;
    }
  }

  setLatency(latencyMs: LatencyMs): void {
    this.#pace.latency = latencyMs;
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
    await this.#file?.save();
  }

  #access(certificate: ServerCertificate | undefined): StoredAccess {
    const { gateway, replicator } = this;
    return {
      gateway: { port: portOf(gateway), token: gateway.token },
      replicator: { port: portOf(replicator), user: replicator.user, password: replicator.password },
      certificate,
    };
  }

  /** The same changes by hand, each followed by a write of the file. */
  #keeping(mutations: Mutations): Mutations {
    const file = this.#file;
    if (file === undefined) return mutations;
    return within(mutations, (change) => {
      const result = change();
      // `close` writes again, and reports a failure.
      file.save().catch(() => undefined);
      return result;
    });
  }

  #serverOf(
    application: Application,
    options: SimulatorOptions,
    certificate: ServerCertificate | undefined,
  ): ApplianceServer {
    const { host = "127.0.0.1" } = options;
    const port = options[application.appliance]?.port ?? 0;
    const tools = {
      requests: this.requests,
      faults: this.faults,
      pace: this.#pace,
      switches: this.switches,
      saved: async () => this.#file?.save(),
      closing: this.#closing.signal,
    };
    return new ApplianceServer(application, { host, port, certificate }, tools);
  }
}

/** The credentials that both appliances accept, random unless given. */
function accessOf({ gateway = {}, replicator = {} }: SimulatorOptions) {
  const made = (name: string): string => `${name}-${randomBytes(16).toString("hex")}`;
  const { user = "admin", password = made("replicator") } = replicator;
  return { credentials: { token: gateway.token ?? made("gateway") }, account: { user, password } };
}

function gatewayHandle(server: ApplianceServer, credentials: { token: string }, store: GatewayHandle["store"]) {
  return handleOf(server, {
    get token() {
      return credentials.token;
    },
    setToken: (token: string) => void (credentials.token = token),
    store,
  });
}

function portOf({ url }: { url: string }): number {
  // URL drops the default port of a scheme.
  return Number(/:(\d+)$/u.exec(url)?.[1]);
}

/** What others may do with a server, and more. */
function handleOf<More extends object>(server: ApplianceServer, more: More): ApplianceHandle & More {
  const handle: ApplianceHandle = {
    get url() {
      return server.url;
    },
    disconnect: () => server.disconnect(),
    reconnect: () => server.listen(),
  };
  return Object.defineProperties(more, Object.getOwnPropertyDescriptors(handle)) as ApplianceHandle & More;
}
