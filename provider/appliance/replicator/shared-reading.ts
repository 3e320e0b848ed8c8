import type { Command } from "../../replicator/commands";
import { Snapshot } from "../snapshot";
import { UnseenCommands } from "./visibility";

/** How our own commands and the names of the program change what was read. */
interface Meaning<Reading> {
  /** Whether a command changes it. */
  concerns(command: Command): boolean;
  apply(reading: Reading, command: Command): void;
  /** Renames profiles to their names in the program, as far as these are known now. */
  translate(reading: Reading): void;
}

/**
 * What a replicator shows, read once for all resources, in the names of the program and with our own commands since:
 * it may not show these before its next rebuild. The caller must not change what it gets.
 */
export class SharedReading<Reading> extends Snapshot<Reading> {
  readonly unseen: UnseenCommands<Reading>;

  constructor(
    read: () => Promise<Reading>,
    private readonly meaning: Meaning<Reading>,
  ) {
    const unseen = new UnseenCommands(meaning.apply);
    super(() => unseen.complete(read));
    this.unseen = unseen;
  }

  override async get(): Promise<Reading> {
    const reading = await super.get();
    this.meaning.translate(reading);
    this.unseen.amend(this.meaning.translate);
    return reading;
  }

  /** Applies a command that the replicator has acknowledged. What it cannot change stays valid, even while it is read. */
  sent(command: Command): void {
    if (!this.meaning.concerns(command)) return;
    this.unseen.add(command, this.kept);
    this.patch((reading) => {
      this.meaning.apply(reading, command);
    });
  }
}
