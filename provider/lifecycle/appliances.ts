import type { Configuration, GatewaySettings, ReplicatorSettings } from "../config/configuration";
import { baseOf } from "../http/options";
import type { Boxes } from "../kinds/definition";
import { byKey, kept } from "../values/collections";
import { Run } from "./run";

/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   require is the only form that loads a CommonJS module on demand, both compiled and in tests: a resource that is only
   checked and compared needs no client */

/**
 * The appliances of a process. Every kind has a provider of its own, but sessions, limits, lists and rebuilds belong to
 * an appliance. So there is one object per URL and credentials, and different ones share nothing.
 */
export class Appliances {
  readonly #gateways = new Map<string, Boxes["gateway"]>();
  readonly #replicators = new Map<string, Boxes["replicator"]>();
  /** The objects that this command may delete, see `Guard`. */
  readonly deletions = new Set<string>();
  /** Whether this command has failed to make or change an object. The inputs that others take from it are missing. */
  hasFailed = false;
  /** What resources declare, by appliance: accounts and sites on one box share it. */
  readonly #runs = new Map<string, Run>();

  /** `info` shows the user a line; by default as a warning of the process. */
  constructor(readonly info: (text: string) => void = (text) => process.emitWarning(text)) {}

  /** The gateway that serves a site; throws a Refusal if its URL or the token is missing. */
  gateway(configuration: Configuration, site: string | undefined): Boxes["gateway"] {
    const settings = configuration.gateway(site);
    return kept(this.#gateways, clientKey(settings, settings.token.reveal()), () => {
      const { Gateway } = require("../gateway/gateway") as typeof import("../gateway/gateway");
      return new Gateway({ ...settings, warn: this.info });
    });
  }

  /** The replicator that serves a site; throws a Refusal as {@link gateway} does. */
  replicator(configuration: Configuration, site: string | undefined): Boxes["replicator"] {
    const settings = configuration.replicator(site);
    return kept(this.#replicators, clientKey(settings, settings.password.reveal()), () => {
      const { Replicator } = require("../replicator/replicator") as typeof import("../replicator/replicator");
      return new Replicator({ ...settings, warn: this.info });
    });
  }

  /** What this run declares on an appliance. Needs no credential, and not even a URL. */
  run(appliance: string): Run {
    return kept(this.#runs, appliance, () => new Run());
  }

  /** Ends the sessions that were opened. Called when no operation is running any more. */
  async leave(): Promise<void> {
    await Promise.all([...this.#gateways.values(), ...this.#replicators.values()].map((box) => box.leave()));
  }
}

/**
 * The same text for equal settings, however they are written. It stays in memory, with the credential, so that two
 * accounts on one box do not share a session.
 */
function clientKey(settings: GatewaySettings | ReplicatorSettings, credential: string): string {
  const { already } = settings as Partial<GatewaySettings>;
  const entries = Object.entries({ ...settings, url: baseOf(settings.url).href, already: already?.source });
  return JSON.stringify([credential, entries.sort(byKey)]);
}
