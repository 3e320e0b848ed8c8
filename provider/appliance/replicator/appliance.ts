import type { ReplicatorSettings } from "../../config/configuration";
import { ReplicatorClient } from "../../replicator/client";
import type { Send } from "../../http/request";
import { ReplyError } from "../../errors/errors";
import { commandOperations } from "../../errors/operation-names";
import type { Command, RemovalCommand } from "../../replicator/commands";
import { isUnavailable } from "../../replicator/show";
import { type Identity, identityOf } from "../identity";
import type { Ledger } from "../ledger";
import type { Names } from "../names";
import { asProcessWarning, type Inside, layersOf, limiterOf, type Warn } from "../client-layer";
import { RebuildBarrier } from "../rebuild";
import { Snapshot } from "../snapshot";
import { splitCidr } from "../../values/addresses";
import { present } from "../../values/collections";
import { profile as profileThing, type Thing } from "../../values/things";
import { ReplicatorConfiguration } from "./configuration";
import { mayBeMade } from "../../errors/outcome";
import { type Comparison, contradicted, type Write } from "./read-back";
import { changesTaken } from "./role";
import { declaredDescription, declaredNames, shownNames } from "./shown-names";
import { addedProfile, type ReplicatorState, type Shown } from "./state";
import { visibility } from "./visibility";
import { clauseBy } from "../../values/said";

/** The client of a replicator, for resources, functions and the command, like the one of a gateway. */
export function replicatorClient(
  settings: ReplicatorSettings,
  warn: Warn = asProcessWarning,
  around?: (inner: Send) => Send,
  inside?: Inside,
): ReplicatorClient {
  return new ReplicatorClient({
    ...settings,
    wrap: layersOf("replicator", settings, warn, around, inside),
    warn,
  });
}

/** The command that removes a thing from a profile. */
function removalIn(profile: string, { what, parts: [first, second] }: Thing): RemovalCommand | undefined {
  if (typeof first !== "string") return undefined;
  if (what === "collector" || what === "exporter") return { verb: `${what}/remove`, address: first, profile };
  if (what !== "policy" || typeof second !== "string") return undefined;
  const { address: network, prefix } = splitCidr(second);
  return { verb: "policies/remove", network, prefix, profile, kind: first === "include" ? "include" : "exclude" };
}

type ShownCollectors = Awaited<ReturnType<ReplicatorClient["show"]["collectors"]>>;
type ShownCollector = ValueOf<ShownCollectors>;
type ShownSettings = Awaited<ReturnType<ReplicatorClient["show"]["settings"]>>;
type ShownProfiles = Awaited<ReturnType<ReplicatorClient["show"]["profile"]>>;
type ShownProfile = ValueOf<ShownProfiles>;
/** A state, with what other read-outs show of profiles and collectors: `show/config` may not list all of it. */
function withOthers(
  state: ReplicatorState,
  names: Names,
  profiles: ShownProfiles | null,
  collectors: ShownCollectors | null,
): ReplicatorState {
  const all = structuredClone(state);
  for (const [shown, record] of profiles ?? []) {
    const [name = shown] = declaredNames([shown], names);
    const { listeningPort, sendingPort, enabled, singularity, description } = record;
    const known = all.profiles.get(name);
    if (known === undefined && (listeningPort === undefined || sendingPort === undefined)) continue;
    const ports = { listeningPort: listeningPort ?? 0, sendingPort: sendingPort ?? 0 };
    const text = declaredDescription(description, names);
    const seen = present({ listeningPort, sendingPort, enabled, singularity, description: text });
    all.profiles.set(name, { ...(known ?? addedProfile(ports)), ...seen });
  }
  for (const [address, { in_profiles: shown = [], threshold }] of collectors ?? []) {
    const known = all.collectors.get(address) ?? { profiles: new Set<string>(), threshold: 0 };
    for (const profile of declaredNames(shown, names)) known.profiles.add(profile);
    all.collectors.set(address, { ...known, threshold: threshold ?? known.threshold });
  }
  return all;
}

type ValueOf<M> = M extends ReadonlyMap<string, infer Value> ? Value : never;

/** What a read-out shows; null if the appliance does not offer it. */
async function ifAvailable<T>(read: () => Promise<T>, readsAgain = true): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    // An answer that is not understood may be a damaged one. A second one shows that the appliance has another form.
    return readsAgain && error instanceof ReplyError ? await ifAvailable(read, false) : null;
  }
}

/** One replication service: what the resources of all kinds in this process share of it. It has a limiter of its own. */
export class ReplicatorAppliance {
  readonly identity: Identity;
  readonly configuration: ReplicatorConfiguration;
  readonly #barrier: RebuildBarrier;
  readonly #collectors: Snapshot<ShownCollectors | null>;
  readonly #profiles: Snapshot<ShownProfiles | null>;
  readonly #settings: Snapshot<ShownSettings | null>;
  readonly #noted = new WeakSet();

  constructor(
    private readonly client: ReplicatorClient,
    private readonly settings: ReplicatorSettings,
    readonly ledger: Ledger,
    warn: Warn = asProcessWarning,
  ) {
    this.identity = identityOf(settings);
    const limiter = limiterOf(settings.concurrency);
    const rebuild = async (): Promise<void> => {
      await limiter.execute(async () => {
        const ended = this.configuration.rebuilding();
        await client.rebuild();
        ended();
      });
    };
    this.#barrier = new RebuildBarrier(async () => {
      const written = this.configuration.written.begin();
      try {
        await rebuild();
      } catch (error) {
        if (mayBeMade(error)) await this.#readBack(written, false);
        throw error;
      }
      await this.#readBack(written, true);
    });
    const readOut = <T>(read: () => Promise<T>): Snapshot<T | null> =>
      new Snapshot(() => ifAvailable(() => limiter.execute(read)));
    this.#collectors = readOut(() => client.show.collectors());
    this.#profiles = readOut(() => client.show.profile());
    this.#settings = readOut(() => client.show.settings());
    const changed = (): void => {
      this.#barrier.changed();
      for (const one of [this.#collectors, this.#profiles, this.#settings]) one.expire();
    };
    const onDemand = settings.rebuild === "never" ? undefined : rebuild;
    this.configuration = new ReplicatorConfiguration(
      client,
      limiter,
      changed,
      visibility,
      onDemand,
      changesTaken(client, limiter, settings.secondary, warn),
      ledger.names,
    );
  }

  /** Removes what resources gave up in this run under a former name of a profile, which was not known at that time. */
  async removeLeft(name: string): Promise<void> {
    for (const thing of await this.ledger.removals.leftIn(profileThing(name))) {
      const command = removalIn(name, thing);
      if (command === undefined || !(await this.configuration.has(command))) continue;
      await this.ledger.release([thing], () => this.configuration.remove(command));
    }
  }

  /** What `show/collectors/0` says about a collector. For reading only: changes are computed from the configuration. */
  async shownCollector(address: string): Promise<ShownCollector | undefined> {
    const collector = (await this.#collectors.get())?.get(address);
    if (collector === undefined) return undefined;
    const { names } = this.ledger;
    const profiles = collector.in_profiles;
    // Which names the replicator shows differently is known only after the profiles were read.
    if (profiles?.some((name) => !names.profiles.has(name)) === true) await this.configuration.state();
    return {
      ...collector,
      in_profiles: profiles === undefined ? undefined : declaredNames(profiles, names),
      description: declaredDescription(collector.description, names),
    };
  }

  /** What `show/profile/0` says about a profile; undefined if the appliance lacks it or answers in an unknown form. */
  async shownProfile(name: string): Promise<ShownProfile | undefined> {
    const shown = await this.#profiles.get();
    const [found] = shownNames(name, this.ledger.names).flatMap((one) => shown?.get(one) ?? []);
    return found;
  }

  /**
   * What `show/settings/0` says about every setting; undefined if the appliance lacks it or answers in an unknown form.
   */
  async shownSettings(): Promise<ShownSettings | undefined> {
    return (await this.#settings.get()) ?? undefined;
  }

  /**
   * Runs one operation of a resource. If it changed something, it ends after a rebuild that began after the change, and
   * after a reading that shows it. An `unfinished` one may lack only the rebuild, which failed before, so a rebuild
   * always follows. Throws a Refusal if the replicator shows something else than was sent. Without rebuilds nothing is
   * compared, because the replicator may show a change only after its next one.
   */
  async operation<T>(work: () => Promise<T>, info: (message: string) => void, unfinished = false): Promise<T> {
    if (this.settings.rebuild === "never") return work();
    const writes: Write[] = [];
    const whole = (): Promise<T> => {
      if (unfinished) this.#barrier.changed();
      return work();
    };
    const result = await this.#changing(writes, whole, info);
    const reset = contradicted(writes);
    if (reset.length === 0) return result;
    await this.#changing(writes, () => this.#setAgain(reset, writes, info), info);
    contradicted(writes);
    return result;
  }

  #changing<T>(writes: Write[], work: () => Promise<T>, info: (message: string) => void): Promise<T> {
    return this.#barrier.around(
      () => this.configuration.written.during(writes, work),
      (error) => {
        // Otherwise it is only reported: an automatic rebuild is documented to follow.
        if (this.settings.strictRebuild) throw error;
        this.#noteOnce(error, info);
      },
    );
  }

  /** Sends what a command of this operation has reset, although no document says so. */
  async #setAgain(commands: readonly Command[], writes: Write[], info: (message: string) => void): Promise<void> {
    writes.length = 0;
    for (const command of commands) {
      await this.configuration.send(command);
      info(`the replicator had reset it with another change: ${commandOperations[command.verb][1]} was repeated.`);
    }
  }

  /** Compares what was written before a rebuild with what the replicator shows after it, as far as that is sure. */
  async #readBack({ readOuts, compare, fail }: Comparison, isRebuilt: boolean): Promise<void> {
    if (readOuts.size === 0) return;
    try {
      const settings = readOuts.has("settings") ? await this.#settings.fresh() : null;
      // Others may change settings at any time, so the next operation reads them again.
      this.#settings.expire();
      const shown: Shown = { ...(await this.configuration.shown(readOuts)), settings: settings ?? undefined };
      const second = async (): Promise<Shown> => {
        this.configuration.forget();
        const [profiles, collectors] = await Promise.all([this.#profiles.get(), this.#collectors.get()]);
        return { ...shown, state: withOthers(shown.state, this.ledger.names, profiles, collectors) };
      };
      await compare(shown, second, isRebuilt);
    } catch (error) {
      if (isRebuilt) fail(clauseBy(error));
    }
  }

  /**
   * Ends the session on the appliance and closes the connections. If the appliance does not answer, the session lasts
   * until it expires.
   */
  async leave(): Promise<void> {
    await this.client.logout().catch(() => undefined);
    await this.client.close();
  }

  /** One failed rebuild affects many operations, and is reported once. */
  #noteOnce(error: unknown, info: (message: string) => void): void {
    const failure = error instanceof Error ? error : new Error(String(error));
    if (this.#noted.has(failure)) return;
    this.#noted.add(failure);
    info(`the change was made, but the forced rebuild failed (${failure.message}) An automatic rebuild follows.`);
  }
}
