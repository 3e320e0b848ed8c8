import type { ReplicatorSettings } from "../config/configuration";
import { ApplianceError, isRefused, leaveOpen, mayBeDone } from "../errors/errors";
import { Refusal } from "../errors/refusal";
import { excerptOf } from "../http/answer";
import { present } from "../values/collections";
import { clauseBy, sentence, unknownWord } from "../values/quoted";
import { seen, Shared } from "../values/shared";
import { ReplicatorClient } from "./client";
import { commandPath, commands, type Command } from "./commands";
import { Rebuilds } from "./rebuilds";
import {
  apply,
  emptyState,
  hasPorts,
  holds,
  undoneIn,
  stateIn,
  type Member,
  type Profile,
  type ReplicatorState,
} from "./state";

/** How long to look for a change after a lost answer, and after an answer in other words than the documents'. */
const AFTER_LOSS_MS = 3000;
const AFTER_WORDS_MS = 1000;

/** One replication service: what the resources of all kinds in this process share of it. */
export class Replicator {
  readonly client: ReplicatorClient;
  /** The configuration, with our own changes: one reading of `show/config` for all resources of a run. */
  readonly config = new Shared(async () => stateIn(await this.client.call("/show/config")));
  /** The same of the readings that hold the members of profiles, by what they are. */
  readonly members = {
    collector: this.config,
    exporter: new Shared(async () => ({ ...emptyState(), exporters: await this.#readExporters() })),
  };
  /** What else is shown, by name; null if this replicator has no such reading in a known form. Any change drops it. */
  readonly shown = {
    settings: new Shared(() => orNothing(this.client.call("/show/settings/[filter]"))),
    profiles: new Shared(() => orNothing(this.client.call("/show/profile/[filter]"))),
    collectors: new Shared(() => orNothing(this.client.call("/show/collectors/[filter]"))),
  };
  readonly #rebuilds: Rebuilds;
  /** What the user knows that readings do not show. */
  readonly #unread = new Set<string>();
  /** What was changed since the last rebuild. */
  #made: Command[] = [];

  /** `warn` shows the user what concerns no single resource. */
  constructor(private readonly options: ReplicatorSettings & { warn: (text: string) => void }) {
    this.client = new ReplicatorClient(options);
    this.#rebuilds = new Rebuilds(() => this.#rebuild(), options.strictRebuild);
  }

  /** The name of a profile that may have got another one. If both exist, that with the ports of the state is ours. */
  async nameNow({ name, ...known }: { name: string } & Partial<Profile>, tried = name): Promise<string> {
    const { profiles } = await this.config.get();
    const [own, other] = [profiles.get(name), profiles.get(tried)];
    if (own === undefined || other === undefined) return own === undefined ? tried : name;
    return hasPorts(other, known) && !hasPorts(own, known) ? tried : name;
  }

  async has(_what: string, name: string): Promise<boolean> {
    return (await this.config.get()).profiles.has(name);
  }

  /** Refuses a profile that does not exist: a replicator may answer that with success. */
  async assertProfile(profile: string): Promise<void> {
    if ((await this.config.look(({ profiles }) => profiles.get(profile))) !== undefined) return;
    const { profiles } = await this.config.get();
    throw new Refusal(
      `the replicator has no such profile: ${sentence(unknownWord("profile", profile, [...profiles.keys()]))} If this ` +
        "program declares the profile, pass the resource instead of its name, so that it exists first.",
    );
  }

  /** Says once a run that no reading shows some values: a refresh keeps what the state has of them. */
  noteUnread(what: string): void {
    if (this.#unread.has(what)) return;
    this.#unread.add(what);
    this.options.warn(`the replicator ${this.client.host} does not show ${what}: a refresh keeps what the state has.`);
  }

  /**
   * Runs one operation of a resource; the last one of a run ends after a rebuild, and after a reading that shows all
   * that was changed. An operation in doubt may lack only the rebuild, which failed before.
   */
  operation<T>(work: () => Promise<T>, isInDoubt: boolean): Promise<T> {
    if (isInDoubt) this.#rebuilds.changed();
    return this.#rebuilds.around(work);
  }

  /**
   * Makes one change. It is done if the answer says so in the documented words, or if a new reading shows that the
   * command would change nothing. After a lost answer it is sent once more, because it sets an absolute state.
   *
   * @returns *existed* if the replicator refused it, and it is so already
   */
  async send(command: Command): Promise<"existed" | undefined> {
    const failure = await this.#failureOf(command);
    if (failure === undefined || failure === "existed") return failure;
    const [operation] = commands[command.verb];
    if (!mayBeDone(failure) || operation !== "converging") throw failure;
    const second = await this.#failureOf(command);
    if (second === undefined || second === "existed") return undefined;
    // Whatever became of the second request, the first one may have made the change.
    throw new ApplianceError(second.place, "unknown", `${failure.words}; sent again: ${second.words}`, second.details);
  }

  /** Ends the session and closes the connections. A session that cannot be ended expires by itself. */
  async leave(): Promise<void> {
    await Promise.allSettled([this.client.logout()]);
    await this.client.close();
  }

  /** Sends a command once. Returns why neither its answer nor a reading proves the change. */
  async #failureOf(command: Command): Promise<ApplianceError | "existed" | undefined> {
    try {
      const { description } = await this.client.execute(command);
      if (description !== undefined && !/^\s*success/iu.test(description)) {
        const words = `the replicator does not show the change; it answered: ${excerptOf(description)}`;
        throw new ApplianceError(this.client.place(command), "none", words, { refused: true, arrived: true });
      }
      this.#changed(command);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApplianceError)) throw error;
      if (error.details.arrived === true || mayBeDone(error)) this.#rebuilds.changed();
      // A profile that is there although its creation was refused is that of others.
      const isInWords = isRefused(error) && error.details.arrived !== true;
      const isOthers = isInWords && commands[command.verb][0] === "creating";
      if (isOthers || !(isRefused(error) || mayBeDone(error))) return error;
      return (await this.#unproven(command, error)) ?? (isInWords ? "existed" : undefined);
    }
  }

  /** The failure, unless a reading shows what the command asks for although its answer does not prove it. */
  async #unproven(command: Command, failure: ApplianceError): Promise<ApplianceError | undefined> {
    const isLost = mayBeDone(failure);
    const isOfWords = failure.details.arrived === true && !isLost;
    const look = async (): Promise<true | undefined> =>
      holds(await this.#now([command]), command) === true ? true : undefined;
    try {
      let found = await seen(look, isLost ? AFTER_LOSS_MS : isOfWords ? AFTER_WORDS_MS : 0);
      if (found === undefined && isOfWords && this.options.rebuild !== "never") {
        // Some replicators show only what the last rebuild made effective.
        await this.client.call("/rebuild");
        found = await look();
      }
      if (found === true) this.#changed(command);
      return found === true ? undefined : failure;
    } catch (error) {
      const words = `${failure.words}. Whether it was carried out could not be checked: ${clauseBy(error)}`;
      // Words that are neither the documented ones nor a refusal say nothing of the change.
      return new ApplianceError(failure.place, isOfWords ? "unknown" : failure.effect, words, failure.details);
    }
  }

  /** What readings that begin now show. Beside `show/config`, only what the commands are about is read. */
  async #now(made: readonly Command[]): Promise<ReplicatorState> {
    const state = await this.config.fresh();
    const missing = new Set<string>();
    for (const command of made) if (holds(state, command) === undefined) missing.add(entityOf(command));
    // `show/config` may print no flags of profiles.
    const shown = missing.has("profile") ? await this.shown.profiles.fresh() : undefined;
    const exporters = missing.has("exporter") ? (await this.members.exporter.fresh()).exporters : undefined;
    const settings = (missing.has("setting") ? await this.shown.settings.fresh() : undefined) ?? undefined;
    // It may print no thresholds either.
    const limits = missing.has("collector") ? await this.shown.collectors.fresh() : undefined;
    const [profiles, collectors] = [new Map(state.profiles), new Map(state.collectors)];
    for (const [name, { enabled, singularity }] of shown ?? []) fill(profiles, name, { enabled, singularity });
    for (const [address, { threshold }] of limits ?? []) fill(collectors, address, { threshold });
    return { ...state, profiles, collectors, ...present({ exporters, settings }) };
  }

  /** Keeps our readings as the replicator is now. */
  #changed(command: Command): void {
    this.#rebuilds.changed();
    // An exporter that sends nothing yet is in no reading.
    if (entityOf(command) !== "exporter") this.#made.push(command);
    for (const reading of Object.values(this.members)) reading.patch((state) => apply(state, command));
    for (const reading of Object.values(this.shown)) reading.drop();
  }

  /** Forces the rebuild, and compares what was written with what the replicator shows then. */
  async #rebuild(): Promise<void> {
    const made = this.#made;
    this.#made = [];
    try {
      if (this.options.rebuild !== "never") await this.client.call("/rebuild");
    } catch (error) {
      if (this.options.strictRebuild) throw error;
      this.options.warn(
        `the changes were made, but the forced rebuild of the replicator ${this.client.host} failed ` +
          `(${clauseBy(error)}). An automatic rebuild follows.`,
      );
      return;
    }
    if (made.length === 0) return;
    let missing: readonly Command[] = [];
    await seen(async () => {
      missing = undoneIn(await this.#now(made), made);
      return missing.length === 0 ? true : undefined;
    }, AFTER_LOSS_MS).catch(leaveOpen);
    if (missing.length === 0) return;
    const paths = missing.slice(0, 5).map((command) => commandPath(command).replace("/api/1", ""));
    const when = this.options.rebuild === "never" ? "" : "after the rebuild ";
    throw new Refusal(
      `the replicator answered that its changes were made, but ${when}it does not show ${paths.join(", ")}. ` +
        "It may store the value in another form: run pulumi refresh, and declare what it shows.",
    );
  }

  /** Exporters are not in `show/config`. What `show/exporters` does not say of them, the running configuration does. */
  async #readExporters(): Promise<Map<string, Member>> {
    const listed = await orNothing(this.client.call("/show/exporters/[filter]"));
    const known = [...(listed ?? [])].flatMap(([address, { in_profiles }]) =>
      in_profiles ? [{ address, in_profiles }] : [],
    );
    const lacking =
      listed?.size === known.length ? [] : [...(await this.client.call("/show/realtime/[filter]")).exporter];
    const running = lacking.map(([address, { profiles }]) => ({ address, in_profiles: profiles }));
    return new Map(
      [...running, ...known].map(({ address, in_profiles }) => [address, { profiles: new Set(in_profiles) }]),
    );
  }
}

/** What a command is about: the first word of its verb. */
function entityOf({ verb }: Command): string {
  return verb.slice(0, verb.indexOf("/"));
}

/** Adds to an object what another reading shows of it and its own does not. */
function fill<T extends object>(objects: Map<string, T>, name: string, shown: Partial<T>): void {
  const object = objects.get(name);
  if (object !== undefined) objects.set(name, { ...shown, ...present(object) });
}

/** What a reading shows; null if this replicator does not have it in a known form. */
async function orNothing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ApplianceError)) throw error;
    const { arrived, status = 200, forAll } = error.details;
    const isUnavailable = arrived === true || isRefused(error) || (status >= 400 && status < 500);
    if (forAll === true || !isUnavailable) throw error;
    return null;
  }
}
