import { randomBytes } from "node:crypto";
import { gatewayClient } from "../../../provider/appliance/gateway/appliance";
import { replicatorClient } from "../../../provider/appliance/replicator/appliance";
import { seenWithin, type Visibility } from "../../../provider/change/change";
import type { ApplianceKind, GatewayClient, ReplicatorClient } from "../../../provider/client";
import { Kinds, type Kind } from "../../../lib/site/kinds";
import type { Configured } from "../../context";
import { Observer } from "../doctor/observer";
import { Faults } from "./faults";
import type { Journal } from "./journal";

/** How long an appliance may take to show a change in its lists. */
const patience: Visibility = { patienceMs: 5_000, everyMs: 100 };
/** The same for a list that did not show something in time, beyond the lag that was measured. */
const BRIEF_MS = 500;

/** What the journal names. */
export type Noun = "group" | "user" | "userGroup" | "profile";

/** One command of the engine: a new provider process with its own lists and sessions. */
export interface Run {
  readonly kinds: Kinds;
  /** Messages of the provider. */
  readonly notes: string[];
}

/** The appliances of a site under test, their clients, and the names that only this run uses. */
export class Box {
  readonly prefix = `flowgate-certify-${randomBytes(4).toString("hex")}`;
  /** The password of the run's users: only a replacement changes it. */
  readonly password = `C-${randomBytes(12).toString("hex")}`;
  /** Kinds with an object that the appliance may have created: it did not refuse each creation. */
  readonly created = new Set<Kind>();
  /** Settings that the user permits to change, with their values before the run. */
  readonly ownSettings = new Map<string, string | undefined>();
  readonly faults = new Faults();
  readonly observers = { gateway: new Observer("gateway"), replicator: new Observer("replicator") };
  readonly #lateLists = new Set<string>();
  #gateway: GatewayClient | undefined;
  #replicator: ReplicatorClient | undefined;
  /** Logins of the client: it needs only one. */
  #logins = 0;
  /** Texts of the user's that no report for others contains, and what each is replaced by. */
  readonly own = new Map<string, string>();
  /** How late lists show a change, in milliseconds, as measured. */
  readonly lagMs: Record<ApplianceKind, number> = { gateway: 0, replicator: 0 };
  /** What the replicator answered to a request without a session, if the provider did not understand it. */
  wordsOfEndedSession: string | undefined;
  /** Addresses of the documentation networks that the replicator does not have, and free ports. */
  free: { addresses: string[]; ports: number[] } = { addresses: [], ports: [] };

  constructor(
    private readonly configured: Pick<Configured, "configuration" | "site">,
    readonly journal: Journal,
  ) {}

  /** The gateway's client, beside the provider: it shows and changes the appliance independently. */
  get gateway(): GatewayClient {
    return (this.#gateway ??= gatewayClient(
      this.configured.configuration.gateway(this.configured.site),
      () => undefined,
      this.observers.gateway.layer,
    ));
  }

  /** The replicator's client, beside the provider. */
  get replicator(): ReplicatorClient {
    return (this.#replicator ??= replicatorClient(
      this.configured.configuration.replicator(this.configured.site),
      () => undefined,
      (inner) => {
        const send = this.observers.replicator.layer(inner);
        return (request) => {
          if (request.action.startsWith("/login")) this.#logins += 1;
          return send(request);
        };
      },
    ));
  }

  /** Whether a login of the provider ends the session of the client: the replicator permits a user only one. */
  get hasOneSession(): boolean {
    return this.#logins > 1;
  }

  /** A name that only this run uses. It is in the journal before any request can create the object. */
  name(what: Noun, suffix: string): string {
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

  /**
   * Looks for something in a list until it shows. After something did not show there in time, others get only a brief
   * time: the report says already that the list is late.
   */
  async seen<T>(about: ApplianceKind, list: string, look: () => Promise<T | undefined>): Promise<T | undefined> {
    const isLate = this.#lateLists.has(list);
    const patienceMs = isLate ? BRIEF_MS + this.lagMs[about] : patience.patienceMs;
    const found = await seenWithin(look, { ...patience, patienceMs });
    if (found === undefined) this.#lateLists.add(list);
    return found;
  }

  /** Runs one command of the engine with a new provider. */
  async during<T>(work: (run: Run) => Promise<T>): Promise<T> {
    // A session that others end again and again would count as taken.
    if (this.hasOneSession) await this.close();
    const notes: string[] = [];
    const kinds = new Kinds(
      this.configured.configuration,
      (text) => notes.push(text),
      (inner, about) => this.faults.layer(this.observers[about].layer(inner), about),
    );
    try {
      return await work({ kinds, notes });
    } finally {
      await kinds.leave();
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#gateway?.close(), this.#replicator?.close()]);
    this.#gateway = undefined;
    this.#replicator = undefined;
  }
}
