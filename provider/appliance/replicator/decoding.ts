import type { Command } from "../../replicator/commands";
import { Refusal } from "../../refusal";
import type { ReplicatorState } from "./state";

/** Most readings that may leave open whether an appliance decodes paths: it may not show changes before a rebuild. */
const MOST_READINGS = 3;

/** The text that a command gives to something, where a path has to escape it, and how it is taken back. */
interface Given {
  readonly text: string;
  readonly isShown: (state: ReplicatorState, text: string) => boolean;
  readonly undo?: Command;
}

/**
 * Notices an appliance that takes escapes in a path literally (`a%20b`), before a name is reported as given. Asked once,
 * after the first change that gives such a text; names of letters, digits, `-`, `.`, `_` and `~` cost nothing.
 */
export class Decoding {
  #decodes: Promise<boolean | undefined> | undefined;
  #isSure = false;
  #readings = 0;

  constructor(
    /** The configuration as the appliance shows it now, without what it may not show yet. */
    private readonly read: () => Promise<ReplicatorState>,
    private readonly send: (command: Command) => Promise<void>,
  ) {}

  /** Throws where the appliance has taken escapes of the command literally; a name is taken back first. */
  async assert(command: Command): Promise<void> {
    const given = givenBy(command);
    // A box that renames a profile by such a name, under which it has shown it, decodes it.
    if (command.verb === "profile/rename" && isEscaped(command.current)) this.#isSure = true;
    if (given === undefined || this.#isSure || this.#readings >= MOST_READINGS) return;
    this.#decodes ??= this.#look(given).finally(() => {
      this.#decodes = undefined;
    });
    if ((await this.#decodes) !== false) return;
    if (given.undo !== undefined) await this.send(given.undo);
    const done = given.undo === undefined ? "" : ", which was taken back";
    throw new Refusal(
      `the replicator takes escapes in paths literally: it has "${encodeURIComponent(given.text)}" in place of ` +
        `"${given.text}"${done}. Use only letters, digits, "-", ".", "_" and "~" there.`,
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
