import type { Command } from "./commands";
import { apply, type State } from "./state";

/** The commands that were made since the last rebuild: the last one for each value. */
export class Written {
  #commands = new Map<string, Command>();

  get isEmpty(): boolean {
    return this.#commands.size === 0;
  }

  get hasSettings(): boolean {
    return [...this.#commands.values()].some(({ verb }) => verb.startsWith("setting/"));
  }

  add(command: Command): void {
    if (command.verb === "profile/rename") this.#renamed(command.current, command.name);
    if (command.verb === "profile/remove") this.#removed(command.name);
    // A name that is used again is no longer one that is gone.
    if (command.verb === "profile/add") this.#commands.delete(goneKey(command.name));
    const subject = subjectOf(command);
    // The last command of a value comes last.
    this.#commands.delete(subject);
    if (subject !== "") this.#commands.set(subject, command);
  }

  /** These commands, for one comparison. This object then has none. */
  take(): Written {
    const taken = new Written();
    taken.#commands = this.#commands;
    this.#commands = new Map();
    return taken;
  }

  /** The commands that a reading does not show. A value that the reading does not have is not known to be another. */
  missingIn(state: State): Command[] {
    return [...this.#commands.values()].filter((command) => !isHidden(command, state) && apply(state, command));
  }

  /** What was written for a profile concerns its new name. */
  #renamed(current: string, name: string): void {
    const commands = [...this.#commands.values()].map((one): Command => {
      if ("profile" in one && one.profile === current) return { ...one, profile: name };
      return isOfProfile(one, current) ? ({ ...one, name } as Command) : one;
    });
    this.#commands = new Map(commands.map((one) => [subjectOf(one), one]));
  }

  #removed(name: string): void {
    for (const [subject, one] of this.#commands) {
      if (isOfProfile(one, name) || ("profile" in one && one.profile === name)) this.#commands.delete(subject);
    }
  }
}

function isOfProfile(command: Command, name: string): boolean {
  return command.verb.startsWith("profile/") && "name" in command && command.name === name;
}

/** The same text for commands that set the same value; empty for one that no reading shows for certain. */
function subjectOf(command: Command): string {
  const key = (...parts: readonly unknown[]): string => JSON.stringify(parts);
  switch (command.verb) {
    case "profile/add":
    case "profile/update":
      return key("ports", command.name);
    case "profile/enable":
    case "profile/disable":
      return key("enabled", command.name);
    case "profile/singularity":
      return key("singularity", command.name);
    case "profile/remove":
    case "profile/rename":
      return goneKey("current" in command ? command.current : command.name);
    case "notate/profile":
      return key("description", command.profile);
    case "notate/ip":
      return key("note", command.address);
    case "collector/add":
    case "collector/remove":
      return key("collector", command.address, command.profile);
    case "collector/threshold":
      return key("threshold", command.address);
    case "policies/add":
    case "policies/remove":
      return key("policy", command.network, command.prefix, command.profile);
    case "setting/set":
      return key("value", command.name);
    case "setting/enable":
    case "setting/disable":
      return key("flag", command.name);
    // An exporter that sends nothing yet is in no reading.
    case "exporter/add":
    case "exporter/remove":
      return "";
  }
}

/** The subject of a command that ends the use of a name. */
function goneKey(name: string): string {
  return JSON.stringify(["profile", name]);
}

/** Whether a reading may lack what a command sets: some replicators print no states and no thresholds. */
function isHidden(command: Command, state: State): boolean {
  switch (command.verb) {
    case "profile/enable":
    case "profile/disable":
      return state.profiles.get(command.name)?.enabled === undefined;
    case "profile/singularity":
      return state.profiles.get(command.name)?.singularity === undefined;
    case "collector/threshold":
      return state.collectors.get(command.address)?.threshold === undefined;
    // An address that has left all profiles has no note of its own.
    case "notate/ip":
      return state.notes.get(command.address) === undefined;
    case "setting/set":
      return state.settings?.get(command.name)?.value === undefined;
    case "setting/enable":
    case "setting/disable":
      return state.settings?.get(command.name)?.enabled === undefined;
    default:
      return false;
  }
}
