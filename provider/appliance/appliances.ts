import type { Configuration } from "../config/configuration";
import type { ApplianceKind } from "../errors";
import { GatewayClient } from "../gateway/client";
import { parseBaseUrl } from "../http/base-url";
import { limits } from "../http/limits";
import { ReplicatorClient } from "../replicator/client";
import type { Facades } from "./facades";
import { GatewayAppliance } from "./gateway/appliance";
import type { Identity } from "./identity";
import { Limiter } from "./limiter";
import { ReplicatorAppliance } from "./replicator/appliance";
import { retrying } from "./retry";

/**
 * The appliances of a process. Every kind has a provider of its own, but sessions, limits, lists and rebuilds belong to
 * an appliance: one object for the same URL and credentials, none shared between different ones.
 */
export class Appliances {
  readonly #known = new Map<string, Facades[ApplianceKind]>();

  /** `warn` shows the user what is risky about the settings; by default a warning of the process. */
  constructor(private readonly warn?: (text: string) => void) {}

  /** The appliance that serves a site; throws a Refusal where its URL or a credential is missing. */
  get(kind: ApplianceKind, configuration: Configuration, site: string | undefined): Facades[ApplianceKind] {
    return kind === "gateway" ? this.#gateway(configuration, site) : this.#replicator(configuration, site);
  }

  #gateway(configuration: Configuration, site: string | undefined): GatewayAppliance {
    const settings = configuration.gateway(site);
    return this.#once(keyOf("gateway", { ...settings, token: settings.token.reveal() }), () => {
      const client = new GatewayClient({ ...settings, wrap: retrying("gateway", settings.url) });
      return new GatewayAppliance(identityOf(client, settings), client, limiterOf(settings));
    });
  }

  #replicator(configuration: Configuration, site: string | undefined): ReplicatorAppliance {
    const settings = configuration.replicator(site);
    return this.#once(keyOf("replicator", { ...settings, password: settings.password.reveal() }), () => {
      const client = new ReplicatorClient({
        ...settings,
        wrap: retrying("replicator", settings.url),
        warn: this.warn,
      });
      return new ReplicatorAppliance(identityOf(client, settings), client, limiterOf(settings), settings);
    });
  }

  #once<F extends Facades[ApplianceKind]>(key: string, make: () => F): F {
    const known = this.#known.get(key) as F | undefined;
    if (known !== undefined) return known;
    const made = make();
    this.#known.set(key, made);
    return made;
  }
}

/**
 * One text for equal settings, however they were written. Stays in memory; holds the credentials so that two accounts on
 * one box do not share a session.
 */
function keyOf(kind: ApplianceKind, settings: { readonly url: string } & Readonly<Record<string, unknown>>): string {
  const url = parseBaseUrl(settings.url, { allowHttp: true }).href;
  return kind + JSON.stringify({ ...settings, url }, sortedKeys);
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1)));
}

function identityOf(client: { host: string; origin: string }, settings: { formerUrls: readonly string[] }): Identity {
  const formerOrigins = settings.formerUrls.map((url) => parseBaseUrl(url, { allowHttp: true }).origin);
  return { origin: client.origin, host: client.host, formerOrigins };
}

function limiterOf({ concurrency }: { concurrency?: number | undefined }): Limiter {
  return new Limiter(concurrency ?? limits.concurrency);
}
