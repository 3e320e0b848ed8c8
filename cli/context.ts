import { resolve } from "node:path";
import { Terminal } from "../lib/output/terminal";
import { yamlText } from "../lib/output/json";
import { printable } from "../lib/output/text";
import type { GatewayClient } from "../provider/client";
import type { Configuration } from "../provider/config/configuration";
import { SiteAppliances, type Replicator } from "./appliances";
import { readStack, type StackChoice } from "./config/stack";
import { ConfigurationError, NotConfirmedError } from "./errors";
import type { Environment, Io } from "./io";
import { lazy } from "./lazy";
import type { Result } from "./result";

/** Options that every command takes. */
export interface GlobalOptions {
  readonly site?: string;
  readonly json?: true;
  readonly output?: "wide" | "json" | "yaml";
  readonly stack?: StackChoice;
}

/** The configuration for a command. */
export interface Configured {
  readonly configuration: Configuration;
  readonly site: string | undefined;
  /** Why the stack was not read, if the folder belongs to a Pulumi project. */
  readonly stackNotRead: string | undefined;
  /** Whether the provider plugin handles the program's resources. */
  readonly isOfPlugin: boolean;
  /**
   * The key or variable with the snapshot that answers previews of the stack. The command itself queries the
   * appliances.
   */
  readonly snapshot: string | undefined;
  /** The same configuration, for what appliances held when a snapshot was recorded. */
  recordedIn(snapshot: string): Configuration;
}

/** Everything that one run of a command needs. */
export class Context {
  /** All output and all questions go through it. */
  readonly terminal: Terminal;
  readonly io: Environment;
  #appliances: Promise<SiteAppliances> | undefined;
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
    return this.options.json === true || this.options.output === "json";
  }

  /** Whether a person reads the result. */
  get isForPeople(): boolean {
    return !this.isJson && this.options.output !== "yaml";
  }

  get progress(): Terminal["progress"] {
    return this.terminal.progress;
  }

  /** The site's gateway. Throws ConfigurationError if it is not configured. */
  gateway(): Promise<GatewayClient> {
    return this.#using((appliances) => appliances.gateway());
  }

  /** The site's replicator. Throws ConfigurationError if it is not configured. */
  replicator(): Promise<Replicator> {
    return this.#using((appliances) => appliances.replicator());
  }

  /** The configuration of the site, whether it is usable or not. Read once. */
  configured(): Promise<Configured> {
    return (this.#configured ??= this.#readConfiguration());
  }

  /** Throws if the stack is previewed from a snapshot: then no command may change anything. */
  async assertChanges(): Promise<void> {
    const { snapshot } = await this.configured();
    if (snapshot !== undefined) throw new ConfigurationError(`${lazy.previewOnly().onlyPreviewed(snapshot)}.`);
  }

  async #readConfiguration(): Promise<Configured> {
    const { values, notRead } = await this.progress.during("Reading the stack's configuration", () =>
      readStack(this.io, this.options.stack ?? true),
    );
    const { Configuration } = lazy.configuration();
    const { SNAPSHOT_VARIABLE, snapshotSource } = lazy.previewOnly();
    const { snapshot, ...live } = values;
    const configurationOf = (path: string | undefined): Configuration =>
      new Configuration(live, { ...this.io.env, [SNAPSHOT_VARIABLE]: path });
    return {
      configuration: configurationOf(undefined),
      recordedIn: (path) => configurationOf(resolve(this.io.cwd, path)),
      snapshot: snapshotSource(snapshot, this.io.env)?.name,
      site: this.options.site,
      stackNotRead: notRead,
      isOfPlugin: values["plugin"] === "true",
    };
  }

  /** Prints the result of a command: as JSON if requested, else for people. */
  print({ data, views }: Result): Promise<void> {
    if (this.isJson) return this.terminal.json(data);
    if (this.options.output === "yaml") return this.terminal.yaml(data);
    return this.terminal.views(views, this.options.output === "wide");
  }

  /** Prints the result of a command in place of the previous one. For scripts, each result is one line or document. */
  async printAgain({ data, views }: Result): Promise<void> {
    if (this.isJson) return this.terminal.jsonLine(data);
    if (this.options.output === "yaml") return this.terminal.text(`---\n${yamlText(data)}`);
    this.terminal.clear();
    return this.terminal.views(views, this.options.output === "wide");
  }

  /**
   * Continues only if the user has typed the name of the object: as an option, or in answer to a question. Throws
   * NotConfirmedError otherwise.
   */
  async confirm(what: string, name: string, given: string | undefined, kind: string): Promise<void> {
    const typed = given ?? (await this.#asked(what, name, kind));
    // A name that a terminal cannot show unchanged may be typed as it was shown.
    if ([name, printable(name)].includes(typed.trim())) return;
    throw new NotConfirmedError(`"${typed.trim()}" is not ${name}: nothing was changed.`);
  }

  /** Continues only after a yes: as `--yes`, or in answer to the question. Throws NotConfirmedError otherwise. */
  async agree(what: string, before: () => Promise<void>): Promise<void> {
    if (!this.terminal.canAsk) {
      throw new NotConfirmedError(`${what} There is no terminal to ask on: add --yes. Nothing was changed.`);
    }
    await before();
    if (await this.terminal.agrees(what, "Continue? Type y or yes: ")) return;
    throw new NotConfirmedError("The answer was not yes: nothing was changed.");
  }

  async close(): Promise<void> {
    if (this.#appliances === undefined) return;
    const [appliances] = await Promise.allSettled([this.#appliances]);
    if (appliances.status === "fulfilled") await appliances.value.close();
  }

  async #asked(what: string, name: string, kind: string): Promise<string> {
    const asked = await this.terminal.ask(what, `Type the ${kind} ${name} to continue: `);
    if (asked === "noTerminal") {
      throw new NotConfirmedError(`${what} There is no terminal to ask on: confirm it with --confirm ${name}.`);
    }
    if (asked.answer !== undefined) return asked.answer;
    throw new NotConfirmedError("There was no answer: nothing was changed.");
  }

  async #using<T>(use: (appliances: SiteAppliances) => T): Promise<T> {
    this.#appliances ??= this.#load();
    const appliances = await this.#appliances;
    return use(appliances);
  }

  async #load(): Promise<SiteAppliances> {
    const { configuration, site, stackNotRead } = await this.configured();
    return new SiteAppliances(configuration, site, stackNotRead, (text) => {
      this.terminal.warn(text);
    });
  }
}
