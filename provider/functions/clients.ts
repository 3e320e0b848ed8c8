import { retrying } from "../appliance/retry";
import type { Configuration } from "../config/configuration";
import { GatewayClient } from "../gateway/client";
import { ReplicatorClient } from "../replicator/client";

/**
 * The clients of a process: one for the same URL, options and credentials, so that all functions share its session, its
 * limit of requests at once and its budget of repetitions.
 */
export class Clients {
  readonly #gateways = new Map<string, GatewayClient>();
  readonly #replicators = new Map<string, ReplicatorClient>();

  /** The client of a site's gateway; throws a Refusal where its URL or token is missing. */
  gateway(configuration: Configuration, site: string | undefined): GatewayClient {
    const settings = configuration.gateway(site);
    return once(this.#gateways, { ...settings, token: settings.token.reveal() }, () => {
      return new GatewayClient({ ...settings, wrap: retrying("gateway", settings.url) });
    });
  }

  /** The client of a site's replicator; throws a Refusal where its URL or a credential is missing. */
  replicator(configuration: Configuration, site: string | undefined): ReplicatorClient {
    const settings = configuration.replicator(site);
    return once(this.#replicators, { ...settings, password: settings.password.reveal() }, () => {
      return new ReplicatorClient({ ...settings, wrap: retrying("replicator", settings.url) });
    });
  }

  /** Ends the sessions, as far as the appliances answer, and closes all connections. */
  async leave(): Promise<void> {
    await Promise.all([...this.#replicators.values()].map((client) => client.logout().catch(() => undefined)));
    await this.close();
  }

  /** Closes all connections after the requests in flight have ended. */
  async close(): Promise<void> {
    const clients = [...this.#gateways.values(), ...this.#replicators.values()];
    this.#gateways.clear();
    this.#replicators.clear();
    await Promise.all(clients.map((client) => client.close()));
  }
}

/** The key holds the credentials, so that two accounts on one box do not share a session; it stays in memory. */
function once<Client>(known: Map<string, Client>, settings: object, make: () => Client): Client {
  const key = JSON.stringify(settings);
  const client = known.get(key) ?? make();
  known.set(key, client);
  return client;
}
