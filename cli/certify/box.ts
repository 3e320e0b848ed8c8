import { randomBytes } from "node:crypto";
import { gatewayClient } from "../../provider/appliance/gateway/client";
import { replicatorClient } from "../../provider/appliance/replicator/client";
import type { ApplianceKind, GatewayClient, ReplicatorClient, Send } from "../../provider/client";
import type { Configuration } from "../../provider/config/configuration";
import { UnknownOutcomeError } from "../../provider/errors/errors";
import { Kinds } from "../../lib/site/kinds";
import { Observer } from "../doctor/observer";
import type { Journal } from "./journal";

/** One command of the engine: a new provider process with its own lists and sessions. */
export interface Run {
  readonly kinds: Kinds;
  /** Messages of the provider. */
  readonly notes: string[];
}

/** Loses answers and ends sessions: it works below the retries of the provider's clients. */
class Faults {
  #lost: { readonly action: RegExp; readonly host: string } | undefined;
  #isSessionEnded = false;
  /** Requests of the provider since the last count began. */
  count = 0;
  /** All requests of the provider. */
  total = 0;

  /** The next matching request is sent, and its answer is lost. */
  loseAnswer(action: RegExp, host: string): void {
    this.#lost = { action, host };
  }

  /** The next request of the replicator comes without its session. */
  endSession(): void {
    this.#isSessionEnded = true;
  }

  /** Removes what did not occur. Returns whether an answer was to be lost and was not. */
  reset(): boolean {
    const isOpen = this.#lost !== undefined;
    this.#lost = undefined;
    this.#isSessionEnded = false;
    return isOpen;
  }

  readonly layer = (inner: Send, appliance: ApplianceKind): Send => {
    return async (request) => {
      this.count += 1;
      this.total += 1;
      if (this.#isSessionEnded && appliance === "replicator" && request.headers !== undefined) {
        this.#isSessionEnded = false;
        return inner({ ...request, headers: {} });
      }
      const lost = this.#lost;
      if (lost?.action.test(request.action) !== true) return inner(request);
      this.#lost = undefined;
      await inner(request);
      const words = "certify cut the connection after the request";
      throw new UnknownOutcomeError({ appliance, host: lost.host, action: request.action, words });
    };
  };
}

/** The appliances of a site under test, their clients, and the names that only this run uses. */
export class Box {
  readonly prefix = `flowgate-certify-${randomBytes(4).toString("hex")}`;
  readonly faults = new Faults();
  readonly observers = { gateway: new Observer("gateway"), replicator: new Observer("replicator") };
  #gateway: GatewayClient | undefined;
  #replicator: ReplicatorClient | undefined;
  /** Addresses of the documentation networks that the replicator does not have, and free ports. */
  free: { addresses: string[]; ports: number[] } = { addresses: [], ports: [] };

  constructor(
    private readonly configuration: Configuration,
    private readonly site: string | undefined,
    readonly journal: Journal,
  ) {}

  /** The gateway's client, beside the provider: it shows and changes the appliance independently. */
  get gateway(): GatewayClient {
    return (this.#gateway ??= gatewayClient(
      this.configuration.gateway(this.site),
      () => undefined,
      this.observers.gateway.layer,
    ));
  }

  /** The replicator's client, beside the provider. */
  get replicator(): ReplicatorClient {
    return (this.#replicator ??= replicatorClient(
      this.configuration.replicator(this.site),
      () => undefined,
      this.observers.replicator.layer,
    ));
  }

  host(about: ApplianceKind): string {
    return about === "gateway" ? this.gateway.host : this.replicator.host;
  }

  /** A name that only this run uses. It is in the journal before any request can create the object. */
  name(what: "group" | "user" | "userGroup" | "profile", suffix: string): string {
    const name = `${this.prefix}-${suffix}`;
    this.journal.add({ what, name });
    return name;
  }

  /** An address of a documentation network that no object of the replicator has. */
  address(index: number): string {
    const address = this.free.addresses[index];
    if (address === undefined) throw new Error("every address of the documentation networks is in use");
    this.journal.add({ what: "address", name: address });
    return address;
  }

  port(index: number): number {
    const port = this.free.ports[index];
    if (port === undefined) throw new Error("no free port was found");
    return port;
  }

  rememberSetting(name: string, value: string, enabled: boolean | undefined): void {
    this.journal.add({ what: "setting", name, value, ...(enabled === undefined ? {} : { enabled }) });
  }

  /** Runs one command of the engine with a new provider. */
  async during<T>(work: (run: Run) => Promise<T>): Promise<T> {
    const notes: string[] = [];
    const kinds = new Kinds(this.configuration, (text) => notes.push(text), this.faults.layer);
    try {
      return await work({ kinds, notes });
    } finally {
      await kinds.leave();
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#gateway?.close(), this.#replicator?.close()]);
  }
}
