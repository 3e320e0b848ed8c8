import type { Configuration, GatewaySettings, ReplicatorSettings } from "../config/configuration";
import type { ApplianceKind } from "../errors/errors";
import { baseOf } from "../http/options";
import { byKey, kept } from "../values/collections";
import { Reported } from "../errors/message";
import { Ledger } from "./ledger";
import type { Inside } from "./client-layer";
import { Registrations } from "./moves";
import type { GatewayAppliance } from "./gateway/appliance";
import type { ReplicatorAppliance } from "./replicator/appliance";

/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   require is the only form that loads a CommonJS module on demand, both compiled and in tests */

/** The clients and their dependencies. A resource that is only checked and compared does not load them. */
const load = {
  gateway: () => require("./gateway/appliance") as typeof import("./gateway/appliance"),
  replicator: () => require("./replicator/appliance") as typeof import("./replicator/appliance"),
};

/**
 * The appliances of a process. Every kind has a provider of its own, but sessions, limits, lists and rebuilds belong to
 * an appliance. So there is one object per URL and credentials, and different ones share nothing.
 */
export class Appliances {
  readonly #gateways = new Map<string, GatewayAppliance>();
  readonly #replicators = new Map<string, ReplicatorAppliance>();
  /** The errors about a whole appliance that were already shown in full. */
  readonly reported = new Reported();
  /** The objects that this command may delete, see `Guard`. */
  readonly deletions = new Set<string>();
  readonly #registrations = new Registrations();
  /** By base URL: accounts on one box share a ledger. */
  readonly #ledgers = new Map<string, Ledger>();
  /** Ledgers by kind and site. Cached, because every diff asks for one. */
  readonly #ledgersOf = new WeakMap<Configuration, Map<string, Ledger>>();
  /** Appliances by kind and site. Cached, because every operation asks, and settings take long to put together. */
  readonly #found = new WeakMap<Configuration, Map<string, Facades[ApplianceKind]>>();

  /**
   * `warn` shows the user the risks of the settings; by default as a warning of the process. `inside` is a layer below
   * all others of every client: it sees each request that is sent.
   */
  constructor(
    private readonly warn?: (text: string) => void,
    private readonly inside?: Inside,
  ) {}

  /** The appliance that serves a site; throws a Refusal if its URL or a credential is missing. */
  get(kind: ApplianceKind, configuration: Configuration, site: string | undefined): Facades[ApplianceKind] {
    const found = kept(this.#found, configuration, () => new Map<string, Facades[ApplianceKind]>());
    return kept(found, JSON.stringify([kind, site]), () =>
      kind === "gateway" ? this.#gateway(configuration, site) : this.#replicator(configuration, site),
    );
  }

  /** Who holds what on the appliance that serves a site; undefined if its URL is not set. Needs no credential. */
  ledger(kind: ApplianceKind, configuration: Configuration, site: string | undefined): Ledger | undefined {
    const known = kept(this.#ledgersOf, configuration, () => new Map<string, Ledger>());
    const place = JSON.stringify([kind, site]);
    const url = known.has(place) ? undefined : configuration.urls(kind, site)?.url;
    if (url !== undefined) known.set(place, this.#ledgerAt(kind, url));
    return known.get(place);
  }

  /** Another command of Pulumi begins in this process: forgets what was declared. */
  nextCommand(): void {
    for (const ledger of this.#ledgers.values()) ledger.clear();
    this.reported.clear();
    this.deletions.clear();
  }

  /** Ends the sessions that were opened. Called when no operation is running any more. */
  async leave(): Promise<void> {
    await Promise.all([...this.#gateways.values(), ...this.#replicators.values()].map((facade) => facade.leave()));
  }

  #ledgerAt(kind: ApplianceKind, url: string): Ledger {
    const key = `${kind} ${baseOf(url).href}`;
    return kept(this.#ledgers, key, () => new Ledger(this.warn, this.#registrations));
  }

  #gateway(configuration: Configuration, site: string | undefined): GatewayAppliance {
    const settings = configuration.gateway(site);
    return kept(this.#gateways, settingsKey("gateway", settings), () => {
      const { GatewayAppliance, gatewayClient } = load.gateway();
      const client = gatewayClient(settings, this.warn, undefined, this.inside);
      return new GatewayAppliance(client, settings, this.#ledgerAt("gateway", settings.url));
    });
  }

  #replicator(configuration: Configuration, site: string | undefined): ReplicatorAppliance {
    const settings = configuration.replicator(site);
    return kept(this.#replicators, settingsKey("replicator", settings), () => {
      const { ReplicatorAppliance, replicatorClient } = load.replicator();
      const client = replicatorClient(settings, this.warn, undefined, this.inside);
      return new ReplicatorAppliance(client, settings, this.#ledgerAt("replicator", settings.url), this.warn);
    });
  }
}

/**
 * The same text for equal settings, however they are written. Stays in memory. It contains the credentials, so that two
 * accounts on one box do not share a session.
 */
export function settingsKey(kind: ApplianceKind, settings: GatewaySettings | ReplicatorSettings): string {
  const credential =
    "token" in settings ? { token: settings.token.reveal() } : { password: settings.password.reveal() };
  const url = baseOf(settings.url).href;
  return kind + JSON.stringify({ ...settings, ...credential, url }, sortedKeys);
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(byKey));
}

/** What a resource can use of its appliance, by kind of appliance. */
export interface Facades {
  gateway: GatewayAppliance;
  replicator: ReplicatorAppliance;
}
