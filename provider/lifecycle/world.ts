import type { Configuration } from "../config/configuration";
import { ApplianceError, type ApplianceKind, type Details, type ToSet } from "../errors/errors";
import { messageOf } from "../errors/message";
import { Refusal } from "../errors/refusal";
import { baseOf } from "../http/options";
import { kept } from "../values/collections";
import type { AnyDefinition, Boxes } from "../kinds/definition";
import type { Values } from "../values/inputs";
import { log } from "../errors/report";
import { redact } from "../values/secret";
import type { Appliances } from "./appliances";
import { Guard } from "./guard";
import type { Run } from "./run";

/** One call about a resource, for messages. */
export interface Attempt {
  readonly definition: AnyDefinition;
  /** Canonical inputs of the resource. */
  readonly subject: Values;
  readonly what: string;
}

interface Destination {
  /** Which box it is according to the configuration. */
  readonly identity: Identity | undefined;
  readonly run: Run;
  box?: Boxes[ApplianceKind];
}

/** What the lifecycle of every kind knows of one run: the configuration and its appliances. */
export class World {
  readonly guard: Guard | undefined;
  /** By kind of appliance and site. Cached, because every call asks. */
  readonly #places = new Map<string, Destination>();

  constructor(
    readonly configuration: Configuration,
    readonly appliances: Appliances,
    readonly info = appliances.info,
  ) {
    const { deletionLimit: limit } = configuration;
    const isLimited = limit.most !== undefined || limit.protect.length > 0;
    this.guard = isLimited ? new Guard(limit, appliances.deletions) : undefined;
  }

  /** The appliance that serves a resource with these inputs. Asks nothing, and needs no credential. */
  place(kind: ApplianceKind, inputs: Values): Destination {
    const site = siteOf(inputs);
    return kept(this.#places, JSON.stringify([kind, site]), () => {
      const urls = this.configuration.urls(kind, site);
      const own = urls && baseOf(urls.url);
      const formerBases = urls?.formerUrls.map((former) => baseOf(former).href) ?? [];
      const identity = own && { base: own.href, host: own.host, formerBases };
      return { identity, run: this.appliances.run(`${kind} ${identity?.base ?? `site ${site ?? ""}`}`) };
    });
  }

  /** The same, to send requests to; throws a {@link Refusal} if its URL or a credential is missing. */
  box(kind: ApplianceKind, inputs: Values): Boxes[ApplianceKind] {
    const place = this.place(kind, inputs);
    return (place.box ??= this.appliances[kind](this.configuration, siteOf(inputs)));
  }

  note(attempt: Pick<Attempt, "definition" | "subject">, message: string): void {
    const line = `${this.#title(attempt)}: ${redact(message)}`;
    log?.(line);
    this.info(line);
  }

  failure(attempt: Attempt, error: unknown): Refusal {
    return new Refusal(this.message(attempt, error), { cause: error });
  }

  message(attempt: Attempt, error: unknown): string {
    const { definition, subject, what } = attempt;
    if (what === "create" || what === "update") this.appliances.hasFailed = true;
    const toSet: ToSet = (key, value) => this.configuration.toSet(definition.appliance, siteOf(subject), key, value);
    const { words = "", details: { lacks } = {} } = error instanceof ApplianceError ? error : {};
    const near = lacks && this.#nearest(attempt, words, lacks);
    return messageOf(error, this.#title(attempt), what, toSet) + (near === undefined ? "" : ` Did you mean "${near}"?`);
  }

  /** What the program, or the appliance, has in place of a reference that its words name as missing. */
  #nearest(attempt: Attempt, words: string, { what, known }: NonNullable<Details["lacks"]>): string | undefined {
    const { definition, subject } = attempt;
    const names = (definition.refersTo?.[what] ?? []).flatMap((input) => subject[input]);
    const missing = names.find((name): name is string => typeof name === "string" && words.includes(name));
    return missing && this.place(definition.appliance, subject).run.nearest(what, missing, known);
  }

  /** `<Kind> "<name>" on <host> (site <site>)`. */
  #title({ definition: { appliance, kind, label }, subject }: Pick<Attempt, "definition" | "subject">): string {
    const site = siteOf(subject);
    const host = this.place(appliance, subject).identity?.host;
    const place = site === undefined ? "" : ` (site ${site})`;
    return `${kind} "${redact(label(subject))}"${host === undefined ? "" : ` on ${host}`}${place}`;
  }
}

export function siteOf(inputs: Values): string | undefined {
  return typeof inputs["site"] === "string" ? inputs["site"] : undefined;
}

/** Which box an appliance is: what the state remembers of it, and how messages name it. */
export interface Identity {
  /** Base URL in its canonical form, path prefix included; the output `appliance` of every resource. */
  readonly base: string;
  readonly host: string;
  /** Base URLs that the same box had before (`formerUrls`). */
  readonly formerBases: readonly string[];
}

/** The error about an object that was created on another box than the one configured now; undefined if it was not. */
export function elsewhere(identity: Identity | undefined, recorded: unknown): Refusal | undefined {
  if (identity === undefined || recorded === undefined) return undefined;
  const { base, formerBases } = identity;
  const from = typeof recorded === "string" ? recorded : JSON.stringify(recorded);
  if (from === base || formerBases.includes(from)) return undefined;
  return new Refusal(
    `it was created on ${from}, but the configured URL is ${base}. Configure the former URL again, or list it in ` +
      "formerUrls if the same appliance has moved.",
  );
}
