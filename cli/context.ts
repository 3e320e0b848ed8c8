import { Terminal } from "./output/terminal";
import { printable } from "./output/text";
import type { View } from "./output/view";
import type { GatewayClient, ReplicatorClient } from "../provider/client";
import type { Configuration } from "../provider/config/configuration";
import { adviceOf, ApplianceError, type ToSet } from "../provider/errors/errors";
import { ConfigurationRefusal } from "../provider/errors/refusal";
import { Appliances } from "../provider/lifecycle/appliances";
import { sentence } from "../provider/values/quoted";
import { readStack } from "./config/stack";
import type { StackChoice } from "./engine/run";
import { ConfigurationError, NotConfirmedError } from "./errors";
import type { Environment, Io } from "./io";
import { lazy } from "./lazy";
import type { Ending } from "./exit-codes";

/** Options that every command takes. */
export interface GlobalOptions {
  readonly site?: string;
  readonly json?: true;
  readonly stack?: StackChoice;
}

/** Result of a command as a value, which is printed in one place, for people or for scripts. */
export interface Result {
  /** Data for scripts (`--json`). Maps become objects. */
  readonly data: unknown;
  readonly views: readonly View[];
  /** Default `done`. */
  readonly ending?: Ending;
}

/** The configuration for a command. */
export interface Configured {
  readonly configuration: Configuration;
  readonly site: string | undefined;
  /** Why the stack was not read, if the folder belongs to a Pulumi project. */
  readonly stackNotRead: string | undefined;
  /** Whether the stack has the plugin as its host. */
  readonly isPlugin: boolean;
}

/** Everything that one run of a command needs. */
export class Context {
  /** All output and all questions go through it. */
  readonly terminal: Terminal;
  readonly io: Environment;
  /** The appliances of every reading of this command: one session each. */
  readonly appliances = new Appliances((text) => this.terminal.warn(text));
  #configured: Promise<Configured> | undefined;

  constructor(
    { stdout, stderr, ...io }: Io,
    readonly options: GlobalOptions,
  ) {
    this.io = io;
    this.terminal = new Terminal({ stdout, stderr, ...io });
  }

  /** Whether a program reads the result, as JSON. */
  get isJson(): boolean {
    return this.options.json === true;
  }

  get progress(): Terminal["progress"] {
    return this.terminal.progress;
  }

  /** The site's gateway. Throws a ConfigurationRefusal if it is not configured. */
  async gateway(): Promise<GatewayClient> {
    const { configuration, site } = await this.configured();
    return this.appliances.gateway(configuration, site).client;
  }

  /** The site's replicator. Throws a ConfigurationRefusal if it is not configured. */
  async replicator(): Promise<ReplicatorClient> {
    const { configuration, site } = await this.configured();
    return this.appliances.replicator(configuration, site).client;
  }

  /** The configuration of the site, whether it is usable or not. Read once. */
  configured(): Promise<Configured> {
    return (this.#configured ??= this.#readConfiguration());
  }

  async #readConfiguration(): Promise<Configured> {
    const { values, notRead } = await this.progress.during("Reading the stack's configuration", () =>
      readStack(this.io, this.options.stack ?? true),
    );
    const { Configuration } = lazy.configuration();
    return {
      configuration: new Configuration(values, this.io.env),
      site: this.options.site,
      stackNotRead: notRead,
      isPlugin: values?.["plugin"] === "true",
    };
  }

  /** An error in the names of this site's configuration, with the reason why the stack does not count. */
  async named(error: unknown): Promise<unknown> {
    if (!(error instanceof ApplianceError || error instanceof ConfigurationRefusal)) return error;
    const { configuration, site, stackNotRead } = await this.configured();
    if (error instanceof ConfigurationRefusal) {
      const hint = stackNotRead === undefined ? [] : [`The stack was not read: ${stackNotRead}.`];
      return new ConfigurationError([sentence(error.message), ...hint].join("\n"), { cause: error });
    }
    const { place, effect, words, details } = error;
    const toSet: ToSet = (key, value) => configuration.toSet(place.appliance, site, key, value);
    return new ApplianceError(place, effect, words, { ...details, advice: adviceOf(place, details, toSet) });
  }

  /** Prints the result of a command: as JSON if requested, else for people. */
  print({ data, views }: Result): Promise<void> {
    return this.isJson ? this.terminal.json(data) : this.terminal.views(views);
  }

  /** Throws NotConfirmedError unless the user has typed the name: as an option, or in answer to a question. */
  async confirm(what: string, name: string, given: string | undefined, kind: "fleet" | "host"): Promise<void> {
    const asked =
      given === undefined ? await this.terminal.ask(what, `Type the ${kind} ${name} to continue: `) : { answer: given };
    if (asked === "noTerminal") {
      const yes = kind === "host" ? `--yes ${name}` : "--yes";
      throw new NotConfirmedError(`${what} There is no terminal to ask on: confirm it with ${yes}.`);
    }
    const typed = asked.answer?.trim();
    // A name that a terminal cannot show unchanged may be typed as it was shown.
    if (typed !== undefined && [name, printable(name)].includes(typed)) return;
    const why = typed === undefined ? "There was no answer" : `"${typed}" is not ${name}`;
    throw new NotConfirmedError(`${why}: nothing was changed.`);
  }

  /** Ends the session on the replicator and closes the connections, also after a failure. */
  close(): Promise<void> {
    return this.appliances.leave();
  }
}
