import { sentence } from "../provider/values/quoted";
import type { Configuration, ReplicatorSettings } from "../provider/config/configuration";
import type { GatewayClient, ReplicatorClient } from "../provider/client";
import { Refusal } from "../provider/errors/refusal";
import { lazy } from "./lazy";
import { ConfigurationError, linesOfRefusal } from "./errors";

/** A replicator as a command uses it. */
export interface Replicator {
  readonly client: ReplicatorClient;
  readonly settings: ReplicatorSettings;
}

/**
 * The clients of one site, created when a command first needs them. Requests are retried if that is safe, as for
 * resources. Heavy modules are loaded here on demand, so that help and usage errors appear at once.
 */
export class SiteAppliances {
  #gateway: GatewayClient | undefined;
  #replicator: Replicator | undefined;

  constructor(
    private readonly configuration: Configuration,
    private readonly site: string | undefined,
    /** Why the stack was not read, for messages about missing settings. */
    private readonly stackNotRead: string | undefined,
    private readonly warn: (text: string) => void,
  ) {}

  /** Throws ConfigurationError if the URL or the token is missing. */
  gateway(): GatewayClient {
    if (this.#gateway !== undefined) return this.#gateway;
    const settings = this.#settings(() => this.configuration.gateway(this.site));
    return (this.#gateway = lazy.gateway().gatewayClient(settings, this.warn));
  }

  /** Throws ConfigurationError if the URL, the user or the password is missing. */
  replicator(): Replicator {
    if (this.#replicator !== undefined) return this.#replicator;
    const settings = this.#settings(() => this.configuration.replicator(this.site));
    const client = lazy.replicator().replicatorClient(settings, this.warn);
    return (this.#replicator = { client, settings });
  }

  /** Closes the connections. The session on the replicator expires by itself: other programs may share it. */
  async close(): Promise<void> {
    await Promise.all([this.#gateway?.close(), this.#replicator?.client.close()]);
  }

  #settings<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const hint = this.stackNotRead === undefined ? [] : [`The stack was not read: ${this.stackNotRead}.`];
      const lines = linesOfRefusal(error);
      throw new ConfigurationError(
        [sentence(error.message), ...hint].join(" "),
        { cause: error },
        lines.length === 0 ? [] : [...lines, ...hint],
      );
    }
  }
}
