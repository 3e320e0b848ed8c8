import { ReplyError } from "../../errors/errors";
import type { ReplicatorClient } from "../../replicator/client";
import type { Command, RemovalCommand } from "../../replicator/commands";
import { mayBeMade, type Made } from "../../errors/outcome";
import { Refusal } from "../../errors/refusal";
import { seenWithin, type Visibility } from "../../change/change";
import { Names } from "../names";
import type { Limiter } from "../client-layer";
import { Snapshot } from "../snapshot";
import { stateOf, WholeLists } from "./config-lines";
import { asShown, Decoding, listedAs, existingProfile, storedName, translate, translateMembers } from "./shown-names";
import { exporterMembers, membersInTraffic, type Exporters } from "./exporter-members";
import { ReadBack } from "./read-back";
import { assertBelievable, changeByCommand, DoubtfulSuccess, isRefusal } from "./command-change";
import type { HowToSend, Look } from "./command-change";
import { once, SharedReading, soon, visibility } from "./visibility";
import { emptyState, type MemberMap, type ReplicatorState, type Shown } from "./state";
import { apply, isShown, verbRow, type ReadOut } from "./verbs";

/** Whether a new state has what a command asks for. */
type IsDone = (state: ReplicatorState) => boolean | Promise<boolean>;

/**
 * The only way to read and change the configuration of a replicator: a state that is read once for all resources and
 * patched with each command that is sent.
 */
export class ReplicatorConfiguration {
  readonly #state: SharedReading<ReplicatorState>;
  /** Exporters have no list in show/config: they are read from show/exporters, and only on demand. */
  readonly #exporters: SharedReading<Exporters>;
  /** Exporters by `show/realtime`, empty if it cannot be read: what one list lacks, the other may show. */
  readonly #sending: Snapshot<MemberMap>;
  readonly #decoding: Decoding;
  /** What the lists of `show/config` may lack. */
  readonly lists: WholeLists;
  /** Whether the replicator refused a name of the program and accepted the one that it shows. */
  #takesShownOnly = false;
  /** What was written, until it is read back. */
  readonly written = new ReadBack();

  constructor(
    private readonly client: ReplicatorClient,
    private readonly limiter: Limiter,
    /** Called for each command that was, or may have been, applied. */
    private readonly changed: () => void,
    private readonly patience: Visibility = visibility,
    /** Makes changes effective that a reading may not show before; undefined if that is not wanted. */
    private readonly rebuild?: () => Promise<void>,
    /** Called before each command; throws if the appliance should get none. */
    private readonly assertTakesChanges?: () => Promise<void>,
    /** Names of profiles, which the replicator may show differently than they are declared. */
    private readonly names = new Names(),
  ) {
    const read = async (): Promise<ReplicatorState> => {
      const state = stateOf(await this.limiter.execute(() => this.client.show.config()));
      translate(state, this.names);
      return state;
    };
    this.#decoding = new Decoding(read, (command) => this.#send(command));
    this.#state = new SharedReading(read, {
      concerns: (command) => verbRow(command).apply !== undefined,
      apply,
      translate: (state) => {
        translate(state, this.names);
      },
    });
    this.#exporters = new SharedReading(() => this.limiter.execute(() => exporterMembers(this.client.show)), {
      concerns: (command) => verbRow(command).applyToExporters !== undefined,
      apply: ({ members }, command) => {
        verbRow(command).applyToExporters?.(members, command);
      },
      translate: ({ members }) => {
        translateMembers(members, this.names);
      },
    });
    this.#sending = new Snapshot(() => this.limiter.execute(() => membersInTraffic(this.client.show)));
    this.lists = new WholeLists((state) => {
      this.#state.drop(state);
    });
  }

  /** The state as of the last reading and our own commands since. The caller must not change it. */
  state(): Promise<ReplicatorState> {
    return this.#state.get();
  }

  /** Exporters and their profiles, cached like the state. The caller must not change them. */
  exporters(): Promise<Exporters> {
    return this.#exporters.get();
  }

  /** The profiles of an exporter that `show/exporters` may lack. */
  async profilesInTraffic(address: string): Promise<string[]> {
    const members = await this.#sending.get();
    translateMembers(members, this.names);
    return [...(members.get(address)?.profiles ?? [])];
  }

  /** Whether a reading of `show/config` shows what a command asks for. */
  shows(command: Command, state: ReplicatorState): boolean {
    return isShown(command, { state });
  }

  /** Whether the thing exists that a command would remove from a profile. */
  async has(command: RemovalCommand): Promise<boolean> {
    return (await this.#listedAs(command)) !== undefined;
  }

  /** Removes something from a profile, which the replicator may list in another spelling. */
  async remove(command: RemovalCommand): Promise<void> {
    const listed = (await this.#listedAs(command)) ?? command;
    const profile = storedName(listed.profile, command.profile);
    await this.send({ ...command, profile }, this.#isDone(listed));
  }

  async #listedAs(command: RemovalCommand): Promise<RemovalCommand | undefined> {
    return listedAs(command, await this.#shownFor(command, await this.state()), this.names);
  }

  /** What shows the effect of a command. */
  async #shownFor(command: Command, state: ReplicatorState): Promise<Shown> {
    if (verbRow(command).readOut !== "exporters") return { state };
    return { state, exporters: (await this.exporters()).members };
  }

  /**
   * Reads what shows the given changes, after this call began. What is known stays valid, so commands that overtake this
   * reading cause no other one.
   */
  async shown(readOuts: ReadonlySet<ReadOut>): Promise<Pick<Shown, "state" | "exporters">> {
    const [state, exporters] = await Promise.all([
      readOuts.has("config") ? this.#state.beside() : emptyState(),
      readOuts.has("exporters") ? this.#exporters.beside() : undefined,
    ]);
    // The names of profiles may be known only since the state was read.
    if (exporters !== undefined) translateMembers(exporters.members, this.names);
    return { state, exporters: exporters?.members };
  }

  /** Forgets what was read: the replicator may show something else. */
  forget(): void {
    this.#state.expire();
    this.#exporters.expire();
  }

  /** A state read after this call began. */
  fresh(): Promise<ReplicatorState> {
    return this.#state.fresh();
  }

  /** Called when a rebuild begins. The function that it returns is called when that rebuild has succeeded. */
  rebuilding(): () => void {
    const ended = [this.#state.unseen.rebuilding(), this.#exporters.unseen.rebuilding()];
    return () => {
      for (const end of ended) end();
    };
  }

  /**
   * Sends a command that sets an absolute value. The layers below retry a command whose response was lost. If it is
   * finally refused ("already there", "not found"), a new state decides whether what it asks for is the case. A success
   * whose text contradicts it is decided in the same way. `isDone` is for settings, which the state does not contain.
   */
  send(command: Command, isDone: IsDone = this.#isDone(command)): Promise<Made> {
    const patience = (failure: Error | undefined): Visibility =>
      failure instanceof DoubtfulSuccess ? soon : this.patience;
    return this.#change(command, isDone, { mayBeSo: true, patience });
  }

  /** Adds a profile. After a lost response a new state decides: only if the profile is missing, it is sent again. */
  async addProfile(command: Command & { verb: "profile/add" }): Promise<void> {
    let isAgain = false;
    await this.#change(command, this.#isDone(command), {
      mayBeSo: false,
      // A response arrived, so the request is complete: its effect shows soon or it was not carried out.
      patience: (failure) => (isAgain ? this.patience : failure instanceof ReplyError ? soon : once),
      again: ({ profiles }) => {
        if (isAgain) return false;
        isAgain = true;
        if (profiles.has(command.name)) {
          throw new Refusal(
            "the answer to its creation was lost, and a profile of that name has other ports now: another client " +
              'created it in the meantime. Declare another name, or add: onExisting: "adopt".',
          );
        }
        return true;
      },
    });
  }

  #isDone(command: Command): IsDone {
    return async (state) => isShown(command, await this.#shownFor(command, state));
  }

  async #change(command: Command, isDone: IsDone, how: HowToSend): Promise<Made> {
    const before = "name" in command ? this.#state.kept?.profiles.get(command.name) : undefined;
    const send = async (): Promise<true> => {
      await this.#send(command);
      await this.#decoding.assert(command);
      return true;
    };
    const made = await this.written.sending(command, () => changeByCommand(send, () => this.#looks(isDone), how));
    // However it is known: what an earlier command implies must not take its place.
    this.written.sent(command, before);
    return made;
  }

  /**
   * Looks whether the appliance shows something. What the look before did not show counts if two readings in a row show
   * it. A rebuild may make a change effective.
   */
  #looks(isDone: IsDone): Look {
    let isRebuilt = this.rebuild === undefined;
    let wasShown = true;
    return async (isUnclear) => {
      if (!isUnclear) {
        const state = await this.state();
        return { state, isShown: await isDone(state) };
      }
      this.changed();
      let look = await this.#lookAnew(isDone);
      if (look.isShown && !wasShown) look = await this.#lookAnew(isDone);
      wasShown = look.isShown;
      if (!wasShown && !isRebuilt) {
        isRebuilt = true;
        // What the rebuild cannot make effective stays unseen.
        await this.rebuild?.().catch(() => undefined);
      }
      return look;
    };
  }

  /** Reads after this call began. A reading that shows it stays valid for all resources. */
  async #lookAnew(isDone: IsDone): Promise<Awaited<ReturnType<Look>>> {
    this.#exporters.expire();
    const reading = this.fresh();
    const relied = [this.#state.relying(), this.#exporters.relying()];
    const state = await reading;
    const isShown = await isDone(state);
    if (isShown) for (const rely of relied) rely();
    return { state, isShown };
  }

  /**
   * Sends a command. If it is refused and the shown name of its profile is another one, sends it once more with that
   * name.
   */
  async #send(command: Command): Promise<void> {
    const first = (this.#takesShownOnly ? asShown(command, this.names) : undefined) ?? command;
    try {
      await this.#sendAs(first, command);
    } catch (error) {
      // Every command sets an absolute value, so a second try does no harm if the first one was applied.
      const other = isRefusal(error) && first === command ? await this.#asShown(command) : undefined;
      if (!isRefusal(error) || other === undefined) throw error;
      await this.#sendAs(other, command).catch((second: unknown) => {
        // The reader knows the declared name. "Already" is no evidence if an earlier try may have made the change.
        const isEvidence = second instanceof DoubtfulSuccess && !error.repeated;
        throw isRefusal(second) && !isEvidence ? error : second;
      });
      this.#takesShownOnly = true;
    }
  }

  /** A refused command with the shown name of its profile; undefined if that is the same name. */
  async #asShown(command: Command): Promise<Command | undefined> {
    const profile = existingProfile(command)?.name;
    if (profile === undefined) return undefined;
    const isShown = (): boolean => asShown(command, this.names) !== undefined;
    // A profile that was just created or renamed may not show before a rebuild.
    const looks = this.#looks(isShown);
    const look = async (): Promise<true | undefined> => ((await looks(true)).isShown ? true : undefined);
    const reading = this.#state.unseen.some((one) => "name" in one && one.name === profile)
      ? seenWithin(look, soon)
      : this.state();
    // If the reading fails, the caller's own reading fails too, and the caller reports both failures.
    await reading.catch(() => undefined);
    return asShown(command, this.names);
  }

  /** Sends a command in the form that the appliance accepts. */
  async #sendAs(sent: Command, command: Command): Promise<void> {
    await this.assertTakesChanges?.();
    try {
      const reply = await this.limiter.execute(() => this.client.execute(sent));
      assertBelievable(sent, reply, this.client.host);
    } catch (error) {
      this.forget();
      if (mayBeMade(error)) this.changed();
      throw error;
    }
    this.changed();
    this.#sending.expire();
    this.#state.sent(command);
    this.#exporters.sent(command);
  }
}
