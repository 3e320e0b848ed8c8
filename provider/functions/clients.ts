import type { Configuration } from "../config/configuration";
import type { GatewayClient } from "../gateway/client";
import { gatewayClient } from "../gateway/gateway";
import type { ReplicatorClient } from "../replicator/client";
import { replicatorClient } from "../replicator/replicator";
import { kept } from "../values/collections";

/** The clients of a process: one per URL, options and credentials, so that all functions share its session. */
export class Clients {
  readonly #gateways = new Map<string, GatewayClient>();
  readonly #replicators = new Map<string, ReplicatorClient>();

  constructor(private readonly warn: (text: string) => void = (text) => process.emitWarning(text)) {}

  /** The client of a site's gateway; throws a Refusal if its URL or token is missing. */
  gateway(configuration: Configuration, site: string | undefined): GatewayClient {
    const settings = configuration.gateway(site);
    const key = JSON.stringify([settings, settings.token.reveal()]);
    return kept(this.#gateways, key, () => gatewayClient(settings, this.warn));
  }

  /** The client of a site's replicator; throws a Refusal if its URL or a credential is missing. */
  replicator(configuration: Configuration, site: string | undefined): ReplicatorClient {
    const settings = configuration.replicator(site);
    const key = JSON.stringify([settings, settings.password.reveal()]);
    return kept(this.#replicators, key, () => replicatorClient(settings, this.warn));
  }

  /** Ends the sessions, if the appliances answer, and closes all connections. */
  async leave(): Promise<void> {
    await Promise.all([...this.#replicators.values()].map((client) => client.logout().catch(() => undefined)));
    const clients = [...this.#gateways.values(), ...this.#replicators.values()];
    this.#gateways.clear();
    this.#replicators.clear();
    await Promise.all(clients.map((client) => client.close()));
  }
}
