import type { Command, RemovalCommand } from "../../replicator/commands";
import { kept } from "../../values/collections";
import { isCutSpellingOf, isSpellingOf, withoutEntities } from "../../values/names";
import type { Names } from "../names";
import { renameIn, type MemberMap, type ProfileState, type ReplicatorState, type Shown } from "./state";
import { apply, profileIn, valuesOf } from "./verbs";
import { Refusal } from "../../errors/refusal";

/** How much was known of the profiles when a state, or the members in it, was last translated. */
const translated = new WeakMap<ReplicatorState | MemberMap, number>();

/** Whether more is known since something was last translated. */
function isToTranslate(what: ReplicatorState | MemberMap, { learned }: Names): boolean {
  if (translated.get(what) === learned) return false;
  translated.set(what, learned);
  return true;
}

/**
 * Renames the profiles of a state to their names in the program, as far as these are known now: a replicator may show
 * names escaped, in other letter case, or cut. Escaped descriptions are translated too. Everything above the
 * configuration knows only the names in the program. Why the ports decide:
 * docs/internals/decisions/0023-what-a-replicator-shows.md.
 */
export function translate(state: ReplicatorState, names: Names): void {
  if (!isToTranslate(state, names)) return;
  translateDescriptions(state, names);
  const missing = [...names.profiles].filter(([name]) => !state.profiles.has(name));
  if (missing.length === 0) return;
  const unknown = [...state.profiles].filter(([name]) => !names.profiles.has(name));
  const byPorts = grouped(unknown, (_, { listeningPort, sendingPort }) => `${listeningPort},${sendingPort}`);
  const byPlainName = grouped(unknown, withoutEntities);
  for (const [name, ports] of missing) {
    const similar = ports
      .flatMap((one) => byPorts.get(one.join()) ?? [])
      .filter((one) => isCutSpellingOf(withBlanks(one), withBlanks(name)));
    // No profile is really called "R&amp;D", so an escaped name needs no matching ports.
    const [shown, ...others] = new Set([...similar, ...(byPlainName.get(name) ?? [])]);
    if (shown === undefined || others.length > 0) continue;
    apply(state, { verb: "profile/rename", current: shown, name });
    names.shows(name, shown);
  }
}

/** Renames the profiles of exporters to their names in the program, once {@link translate} has seen the profiles. */
export function translateMembers(members: MemberMap, names: Names): void {
  if (!isToTranslate(members, names)) return;
  for (const [name, shown] of names.shown) {
    for (const current of [shown, storedName(shown, name)]) {
      renameIn(members, { current, name });
    }
  }
}

/** Converts shown names to those in the program, as far as {@link translate} knows them. */
export function declaredNames(shown: readonly string[], names: Names): string[] {
  const declared = new Map(
    [...names.shown].flatMap(([name, one]) => [one, storedName(one, name)].map((way) => [way, name])),
  );
  return shown.map((name) => declared.get(name) ?? name);
}

/** The names under which the replicator may show a profile of the program. */
export function shownNames(name: string, names: Names): string[] {
  const shown = names.shown.get(name) ?? name;
  return [name, shown, storedName(shown, name)];
}

/** A description as the program or a state has it, if the replicator shows it escaped, or with `+` for each blank. */
export function declaredDescription<T extends string | undefined>(shown: T, { descriptions }: Names): T {
  if (shown === undefined || !/[&+]/u.test(shown) || descriptions.has(shown)) return shown;
  const plain = withoutEntities(shown);
  if (descriptions.has(plain)) return plain as T;
  const asForm = plain.includes(" ") ? undefined : [...descriptions].find((one) => one.replaceAll(" ", "+") === plain);
  return (asForm ?? shown) as T;
}

/**
 * A removal with the name under which the replicator lists its profile; undefined if what it removes is not listed. A
 * profile that is not listed under its own name may be in another spelling, even if nothing in this run knows the ports
 * that {@link translate} needs: it is the only one of that spelling that has the same thing.
 */
export function listedAs(command: RemovalCommand, shown: Shown, names: Names): RemovalCommand | undefined {
  const { profile: name } = command;
  const { profiles } = shown.state;
  const isAlike = (one: string): boolean =>
    !profiles.has(name) && !names.profiles.has(one) && isSpellingOf(withBlanks(one), withBlanks(name));
  const [found, ...others] = [name, ...[...profiles.keys()].filter(isAlike)]
    .map((profile) => ({ ...command, profile }))
    .filter((one) => valuesOf(one, shown).found === true);
  return others.length === 0 ? found : undefined;
}

/** A command with the shown name of its profile; undefined if that is the name that it has. */
export function asShown(command: Command, names: Names): Command | undefined {
  const profile = existingProfile(command);
  const shown = profile && names.shown.get(profile.name);
  if (profile === undefined || shown === undefined) return undefined;
  const stored = storedName(shown, profile.name);
  return stored === profile.name ? undefined : { ...command, [profile.key]: stored };
}

function translateDescriptions({ profiles, notes }: ReplicatorState, names: Names): void {
  for (const profile of profiles.values()) profile.description = declaredDescription(profile.description, names);
  for (const [address, shown] of notes) notes.set(address, declaredDescription(shown, names));
}

/** A name with a blank in place of each mark that may stand for one. */
function withBlanks(name: string): string {
  return name.replace(/[+_]/gu, " ");
}

/** A shown name with the blanks of the declared one: a line of `show/config` may have other marks in their place. */
export function storedName(shown: string, name: string): string {
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
    kept(names, keyOf(name, profile), (): string[] => []).push(name);
  }
  return names;
}

/** The existing profile that a command refers to. A new profile and a new name are sent as they are declared. */
export function existingProfile(command: Command): { key: string; name: string } | undefined {
  if (command.verb === "profile/add") return undefined;
  return command.verb === "profile/rename" ? { key: "current", name: command.current } : profileIn(command);
}

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
    if (given === undefined || !isEscaped(given.text) || this.#isSure || this.#readings >= MOST_READINGS) return;
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

function isEscaped(text: string): boolean {
  return encodeURIComponent(text) !== text;
}

function givenBy(command: Command): Given | undefined {
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
