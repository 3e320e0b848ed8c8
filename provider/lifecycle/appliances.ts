import type { Configuration, GatewaySettings, ReplicatorSettings } from "../config/configuration";
import type { ApplianceKind } from "../errors/errors";
import { Reported } from "../errors/message";
import { baseOf } from "../http/options";
import type { Boxes } from "../kinds/definition";
import { byKey, kept } from "../values/collections";
import { Run } from "./run";

/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   require is the only form that loads a CommonJS module on demand, both compiled and in tests */

/** The clients and their dependencies. A resource that is only checked and compared does not load them. */
const load = {
  gateway: () => require("../gateway/gateway") as typeof import("../gateway/gateway"),
  replicator: () => require("../replicator/open") as typeof import("../replicator/open"),
};

/**
 * The appliances of a process. Every kind has a provider of its own, but sessions, limits, lists and rebuilds belong to
 * an appliance. So there is one object per URL and credentials, and different ones share nothing.
 */
export class Appliances {
  readonly #gateways = new Map<string, Boxes["gateway"]>();
  readonly #replicators = new Map<string, Boxes["replicator"]>();
  /** The errors about a whole appliance that were already shown in full. */
  readonly reported = new Reported();
  /** The objects that this command may delete, see `Guard`. */
  readonly deletions = new Set<string>();
  /** What resources declare, by base URL: accounts and sites on one box share it. */
  readonly #runs = new Map<string, Run>();
  /** Runs and appliances by kind and site. Cached, because every call asks, and settings take long to put together. */
  readonly #runsOf = new WeakMap<Configuration, Map<string, Run>>();
  readonly #found = new WeakMap<Configuration, Map<string, Boxes[ApplianceKind]>>();

  /** `warn` shows the user what concerns no single resource; by default as a warning of the process. */
  constructor(private readonly warn: (text: string) => void = (text) => process.emitWarning(text)) {}

  /** The appliance that serves a site; throws a Refusal if its URL or a credential is missing. */
  get(kind: ApplianceKind, configuration: Configuration, site: string | undefined): Boxes[ApplianceKind] {
    const found = kept(this.#found, configuration, () => new Map<string, Boxes[ApplianceKind]>());
    return kept(found, JSON.stringify([kind, site]), () =>
      kind === "gateway" ? this.#gateway(configuration, site) : this.#replicator(configuration, site),
    );
  }

  /** What this run declares on the appliance that serves a site. Needs no credential, and not even a URL. */
  run(kind: ApplianceKind, configuration: Configuration, site: string | undefined): Run {
    const known = kept(this.#runsOf, configuration, () => new Map<string, Run>());
    return kept(known, JSON.stringify([kind, site]), () => {
      const url = configuration.urls(kind, site)?.url;
      const place = url === undefined ? `site ${site ?? ""}` : baseOf(url).href;
      return kept(this.#runs, `${kind} ${place}`, () => new Run());
    });
  }

  /** Another command of Pulumi begins in this process: forgets what was declared. */
  nextCommand(): void {
    for (const run of this.#runs.values()) run.clear();
    this.reported.clear();
    this.deletions.clear();
  }

  /** Ends the sessions that were opened. Called when no operation is running any more. */
  async leave(): Promise<void> {
    await Promise.all([...this.#gateways.values(), ...this.#replicators.values()].map((box) => box.leave()));
  }

  #gateway(configuration: Configuration, site: string | undefined): Boxes["gateway"] {
    const settings = configuration.gateway(site);
    return kept(this.#gateways, keyOf("gateway", settings, settings.token.reveal()), () =>
      load.gateway().openGateway(settings, this.warn),
    );
  }

  #replicator(configuration: Configuration, site: string | undefined): Boxes["replicator"] {
    const settings = configuration.replicator(site);
    return kept(this.#replicators, keyOf("replicator", settings, settings.password.reveal()), () =>
      load.replicator().openReplicator(settings, this.warn),
    );
  }
}

/**
 * The same text for equal settings, however they are written. It stays in memory, with the credential, so that two
 * accounts on one box do not share a session.
 */
function keyOf(kind: ApplianceKind, settings: GatewaySettings | ReplicatorSettings, credential: string): string {
  const url = baseOf(settings.url).href;
  return kind + JSON.stringify({ ...settings, credential, url }, sortedKeys);
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(byKey));
}
