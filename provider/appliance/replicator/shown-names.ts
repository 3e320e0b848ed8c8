import type { Command } from "../../replicator/commands";
import { isCutSpellingOf, withoutEntities } from "../../values/spellings";
import type { KnownProfiles } from "../names";
import { apply, applyToMembers, type MemberMap, type ProfileState, type ReplicatorState } from "./state";

/**
 * Translates between the names of profiles in the program and those that a replicator shows instead: escaped, in other
 * letter case, or cut. Escaped descriptions are translated too. Everything above this class knows only the names in the
 * program. Why the ports decide: docs/internals/decisions/0025-what-a-replicator-shows.md.
 */
export class ShownNames {
  /** The shown name, by the name in the program. */
  readonly #shown = new Map<string, string>();
  /** The version of the known profiles with which a state was last translated. */
  readonly #translated = new WeakMap<ReplicatorState, number>();
  /** How many names had been found when the members were last translated. */
  readonly #translatedMembers = new WeakMap<MemberMap, number>();
  /** How many names were found so far; a name that changes again counts again. */
  #found = 0;
  /** Whether the replicator refused a name of the program and accepted the one that it shows. */
  #takesShownOnly = false;

  constructor(
    private readonly known: KnownProfiles,
    private readonly info: (message: string) => void,
  ) {}

  /** Renames the profiles of a state to their names in the program, as far as these are known now. */
  translate(state: ReplicatorState): void {
    const { version } = this.known;
    if (this.#translated.get(state) === version) return;
    this.#translated.set(state, version);
    this.#translateDescriptions(state);
    const missing = [...this.known.entries()].filter(([name]) => !state.profiles.has(name));
    if (missing.length === 0) return;
    const unknown = [...state.profiles].filter(([name]) => !this.known.has(name));
    const byPorts = grouped(unknown, (_, { listeningPort, sendingPort }) => `${listeningPort},${sendingPort}`);
    const escaped = unknown.filter(([name]) => withoutEntities(name) !== name);
    const byPlainName = grouped(escaped, withoutEntities);
    for (const [name, ports] of missing) {
      const similar = ports
        .flatMap((one) => byPorts.get(one.join()) ?? [])
        .filter((one) => isCutSpellingOf(withBlanks(one), withBlanks(name)));
      // No profile is really called "R&amp;D", so an escaped name needs no matching ports.
      const [shown, ...others] = new Set([...similar, ...(byPlainName.get(name) ?? [])]);
      if (shown === undefined || others.length > 0) continue;
      apply(state, { verb: "profile/rename", current: shown, name });
      if (this.#shown.get(name) === shown) continue;
      this.#shown.set(name, shown);
      this.#found += 1;
      this.info(`the replicator shows profile "${name}" as "${shown}"; they are the same profile.`);
    }
  }

  /** Converts shown names to those in the program, as far as {@link translate} knows them. */
  declared(shown: readonly string[]): string[] {
    const declared = new Map(
      [...this.#shown].flatMap(([name, one]) => [one, storedName(one, name)].map((way) => [way, name])),
    );
    return shown.map((name) => declared.get(name) ?? name);
  }

  /** Renames the profiles of exporters to their names in the program, once {@link translate} has seen the profiles. */
  translateMembers(members: MemberMap): void {
    if (this.#translatedMembers.get(members) === this.#found) return;
    this.#translatedMembers.set(members, this.#found);
    for (const [name, shown] of this.#shown) {
      for (const current of [shown, storedName(shown, name)]) {
        if (current !== name) applyToMembers(members, "exporter", { verb: "profile/rename", current, name });
      }
    }
  }

  /** A description as the program or a state has it, if the replicator shows it escaped. */
  description<T extends string | undefined>(shown: T): T {
    if (shown?.includes("&") !== true || this.known.descriptions.has(shown)) return shown;
    const plain = withoutEntities(shown);
    return this.known.descriptions.has(plain) ? (plain as T) : shown;
  }

  /** The names under which the replicator may show a profile of the program. */
  shown(name: string): string[] {
    const shown = this.#shown.get(name) ?? name;
    return [name, shown, storedName(shown, name)];
  }

  /** A command in the form of its first attempt. */
  toSend(command: Command): Command {
    return (this.#takesShownOnly ? this.asShown(command) : undefined) ?? command;
  }

  /** A command with the shown name of its profile; undefined if that is the name that it has. */
  asShown(command: Command): Command | undefined {
    const key = profileKeyOf(command);
    const name = profileOf(command) ?? "";
    const shown = this.#shown.get(name);
    const stored = shown === undefined ? name : storedName(shown, name);
    return key === undefined || stored === name ? undefined : { ...command, [key]: stored };
  }

  /** Records that a command was refused with the name in the program, and succeeded with the shown one. */
  takesShownOnly(): void {
    this.#takesShownOnly = true;
  }

  #translateDescriptions({ profiles, notes }: ReplicatorState): void {
    for (const profile of profiles.values()) profile.description = this.description(profile.description);
    for (const [address, shown] of notes) notes.set(address, this.description(shown));
  }
}

/** A name with a blank in place of each mark that may stand for one. */
function withBlanks(name: string): string {
  return name.replace(/[+_]/gu, " ");
}

/** A shown name with the blanks of the declared one: a line of `show/config` may have other marks in their place. */
function storedName(shown: string, name: string): string {
  const marks = name.match(/[\s+_]/gu) ?? [];
  return shown.replace(/[\s+_]/gu, (mark) => marks.shift() ?? mark);
}

/** Groups the names of profiles by a key. */
function grouped(
  profiles: readonly (readonly [string, ProfileState])[],
  keyOf: (name: string, profile: ProfileState) => string,
): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const [name, profile] of profiles) {
    const key = keyOf(name, profile);
    const others = names.get(key);
    if (others === undefined) names.set(key, [name]);
    else others.push(name);
  }
  return names;
}

/** The existing profile that a command refers to. */
export function profileOf(command: Command): string | undefined {
  const key = profileKeyOf(command);
  return key === undefined ? undefined : (command as Command & Readonly<Record<typeof key, string>>)[key];
}

/** The argument with the name of an existing profile. A new profile and a new name are sent as they are declared. */
function profileKeyOf({ verb }: Command): "name" | "current" | "profile" | undefined {
  if (verb === "profile/add") return undefined;
  if (verb === "profile/rename") return "current";
  if (verb.startsWith("profile/")) return "name";
  return verb === "notate/ip" || verb === "collector/threshold" || verb.startsWith("setting/") ? undefined : "profile";
}
