import { once } from "node:events";
import { createColors } from "picocolors";
import type { GatewayClient } from "../provider/client";
import { SiteAppliances, type Replicator } from "./appliances";
import { readStack, type StackChoice } from "./config/stack";
import { NotConfirmedError } from "./errors";
import { hasColors, isInteractive, type Io } from "./io";
import { lazy } from "./lazy";
import { jsonText } from "./output/json";
import { Progress } from "./output/progress";
import { ask } from "./output/question";
import { printable } from "./output/text";
import { viewsText } from "./output/views";
import type { Result, View } from "./result";

/** Options that every command takes. */
export interface GlobalOptions {
  readonly site?: string;
  readonly json?: true;
  readonly stack?: StackChoice;
}

/** What one run of a command works with. */
export class Context {
  readonly progress: Progress;
  #appliances: Promise<SiteAppliances> | undefined;

  constructor(
    readonly io: Io,
    readonly options: GlobalOptions,
  ) {
    this.progress = new Progress(io);
  }

  /** The site's gateway. Throws ConfigurationError where it is not configured. */
  gateway(): Promise<GatewayClient> {
    return this.#configured((appliances) => appliances.gateway());
  }

  /** The site's replicator. Throws ConfigurationError where it is not configured. */
  replicator(): Promise<Replicator> {
    return this.#configured((appliances) => appliances.replicator());
  }

  /** Prints what a command found: as JSON if asked for, else for people. */
  print({ data, views }: Result): void {
    this.io.stdout.write(this.options.json === true ? `${jsonText(data)}\n` : this.#textOf(views));
  }

  /** Writes a part of a result that is too long for one value; waits while the reader is slow. */
  async write(text: string): Promise<void> {
    if (!this.io.stdout.write(text)) await once(this.io.stdout, "drain");
  }

  /** Writes views as {@link print} does. */
  writeViews(views: readonly View[]): Promise<void> {
    return this.write(this.#textOf(views));
  }

  /** Says something that belongs to no result. */
  note(text: string): void {
    this.io.stderr.write(`${printable(text)}\n`);
  }

  /** Says what a person should know although the command goes on. */
  warn(text: string): void {
    this.io.stderr.write(`warning: ${printable(text)}\n`);
  }

  /**
   * Goes on only if somebody typed the name of what is meant, a host by default: given as an option, or in answer to a
   * question. Throws NotConfirmedError otherwise.
   */
  async confirm(what: string, name: string, given: string | undefined, kind = "host name"): Promise<void> {
    const typed = given ?? (await this.#asked(what, name, kind));
    if (typed.trim() === name) return;
    throw new NotConfirmedError(`"${printable(typed.trim())}" is not ${name}: nothing was changed.`);
  }

  async close(): Promise<void> {
    if (this.#appliances === undefined) return;
    const [appliances] = await Promise.allSettled([this.#appliances]);
    if (appliances.status === "fulfilled") await appliances.value.close();
  }

  #textOf(views: readonly View[]): string {
    return viewsText(views, createColors(hasColors(this.io.stdout, this.io.env)));
  }

  async #asked(what: string, name: string, kind: string): Promise<string> {
    if (!isInteractive(this.io)) {
      throw new NotConfirmedError(`${what} Nobody can be asked here: confirm it with --confirm ${name}.`);
    }
    this.io.stderr.write(`${what}\n`);
    const answer = await ask(this.io, `Type the ${kind} ${name} to go on: `);
    if (answer !== undefined) return answer;
    this.io.stderr.write("\n");
    throw new NotConfirmedError("There was no answer: nothing was changed.");
  }

  async #configured<T>(use: (appliances: SiteAppliances) => T): Promise<T> {
    this.#appliances ??= this.#load();
    const appliances = await this.#appliances;
    return use(appliances);
  }

  async #load(): Promise<SiteAppliances> {
    const { values, notRead } = await this.progress.during("Reading the stack's configuration", () =>
      readStack(this.io, this.options.stack ?? true),
    );
    const { Configuration } = lazy.configuration();
    const configuration = new Configuration(values, this.io.env);
    return new SiteAppliances(configuration, this.options.site, notRead, (text) => {
      this.warn(text);
    });
  }
}
