import type { Command } from "../../replicator/commands";
import { Refusal } from "../../errors/refusal";
import type { ReplicatorState } from "./state";

/**
 * Maximum number of readings that may not show whether an appliance decodes paths: it may show changes only after a
 * rebuild.
 */
const MOST_READINGS = 3;

/** A text that a command assigns and that a path has to escape, and the command that takes it back. */
interface Given {
  readonly text: string;
  readonly isShown: (state: ReplicatorState, text: string) => boolean;
  readonly undo?: Command;
}

/**
 * Detects an appliance that takes escapes in a path literally (`a%20b`), before a name is reported as assigned. Checked
 * once, after the first change that assigns such a text; names of letters, digits, `-`, `.`, `_` and `~` cost nothing.
 */
export class Decoding {
  #decodes: Promise<boolean | undefined> | undefined;
  #isSure = false;
  #readings = 0;

  constructor(
    /** The configuration as the appliance shows it now, without changes that it does not show yet. */
    private readonly read: () => Promise<ReplicatorState>,
    private readonly send: (command: Command) => Promise<void>,
  ) {}

  /** Throws if the appliance took escapes of the command literally. A name is taken back first. */
  async assert(command: Command): Promise<void> {
    const given = givenBy(command);
    // An appliance that has shown a profile under such a name, and renames it by that name, decodes it.
    if (command.verb === "profile/rename" && isEscaped(command.current)) this.#isSure = true;
    if (given === undefined || this.#isSure || this.#readings >= MOST_READINGS) return;
    this.#decodes ??= this.#look(given).finally(() => {
      this.#decodes = undefined;
    });
    if ((await this.#decodes) !== false) return;
    if (given.undo !== undefined) await this.send(given.undo);
    const done = given.undo === undefined ? "" : ", and this change was undone";
    throw new Refusal(
      `the replicator takes escapes in paths literally: it stored "${encodeURIComponent(given.text)}" instead of ` +
        `"${given.text}"${done}. Use only letters, digits, "-", ".", "_" and "~" in such texts.`,
    );
  }

  async #look({ text, isShown }: Given): Promise<boolean | undefined> {
    this.#readings += 1;
    const state = await this.read();
    if (isShown(state, text)) {
      this.#isSure = true;
      return true;
    }
    if (!isShown(state, encodeURIComponent(text))) return undefined;
    this.#readings = 0;
    return false;
  }
}

function givenBy(command: Command): Given | undefined {
  const given = textOf(command);
  return given === undefined || !isEscaped(given.text) ? undefined : given;
}

function isEscaped(text: string): boolean {
  return encodeURIComponent(text) !== text;
}

function textOf(command: Command): Given | undefined {
  const isProfile = ({ profiles }: ReplicatorState, text: string): boolean => profiles.has(text);
  switch (command.verb) {
    case "profile/add":
      return { text: command.name, isShown: isProfile, undo: { verb: "profile/remove", name: command.name } };
    case "profile/rename": {
      const undo = { verb: "profile/rename", current: command.name, name: command.current } as const;
      return { text: command.name, isShown: isProfile, undo };
    }
    case "notate/profile": {
      const isShown = ({ profiles }: ReplicatorState, text: string): boolean =>
        profiles.get(command.profile)?.description === text;
      return { text: command.description, isShown };
    }
    case "notate/ip":
      return { text: command.description, isShown: ({ notes }, text) => notes.get(command.address) === text };
    default:
      return undefined;
  }
}
