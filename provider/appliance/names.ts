import { setTimeout as sleep } from "node:timers/promises";
import { accountNameOf, idByName } from "../values/numbers";
import type { Part, Thing } from "../values/things";

/** How long to wait for a planned renaming of this run; if operations run one by one, it may come later. */
const PATIENCE_MS = 2000;

/** The ports of a profile: listening and sending. */
export type Ports = readonly [listening: number, sending: number];

/**
 * The names of the objects of one kind on an appliance: names from before a rename, the numbers of objects whose number
 * and name are both known, and the ports of profiles. Filled by our own writes and by the states of the resources in a
 * run.
 */
export class Names {
  /** Descriptions of profiles and addresses that the program declares or a state has. */
  readonly descriptions = new Set<string>();
  /**
   * Profiles that the program declares or a state has, with their ports. A profile on the replicator with one of these
   * names is that profile. One with the same ports and a similar name may be it, if the replicator shows names
   * differently than it received them. A new run keeps them, because it may not compare all of them.
   */
  readonly #ports = new Map<string, readonly Ports[]>();
  #learned = 0;
  /** Renamed in this process. */
  readonly #renamed = new Map<string, string>();
  /** Renamed in an earlier run, which may have ended before everything that refers to the object was updated. */
  readonly #remembered = new Map<string, string>();
  /** Names that an object of the program has now: an older object of that name is a different one. */
  readonly #inUse = new Set<string>();
  readonly #numbers = new Map<string, string>();
  /** Names that this run is about to change. */
  readonly #planned = new Map<string, { ended: Promise<void>; end(): void }>();
  readonly #numbered = new Set<string>();
  #version = 0;

  /** Increases with everything that may change the results of {@link canonical} and {@link now}. */
  get version(): number {
    return this.#version;
  }

  /** Records that this run is going to rename an object. */
  plan(before: string): void {
    if (this.#planned.has(before)) return;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#planned.set(before, { ended, end });
  }

  /** Whether this run is going to rename an object of this name. */
  isPlanned(name: string): boolean {
    return this.#planned.has(name);
  }

  /** Records that a planned renaming has ended, successfully or not. */
  unplan(before: string): void {
    this.#planned.get(before)?.end();
    this.#planned.delete(before);
  }

  /** Waits while an object is being renamed: until that ends, it is not known which of its names the appliance uses. */
  async settled(name: string): Promise<void> {
    const planned = this.#planned.get(name);
    if (planned === undefined) return;
    const patience = new AbortController();
    const timeout = sleep(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([planned.ended, timeout]);
    patience.abort();
  }

  renamed(before: string, name: string): void {
    this.unplan(before);
    this.#version += 1;
    this.#renamed.delete(name);
    this.#renamed.set(before, name);
    const number = this.#numbers.get(before);
    if (number !== undefined) this.#numbers.set(name, number);
  }

  /** Records what a state says: the present name of an object, and its former ones. */
  remember(name: string, formerNames: readonly string[]): void {
    for (const before of formerNames) {
      if (before === name || this.#remembered.get(before) === name) continue;
      this.#version += 1;
      this.#remembered.set(before, name);
    }
  }

  /** Records that an object of the program has this name now. */
  use(name: string): void {
    if (this.#inUse.has(name)) return;
    this.#version += 1;
    this.#inUse.add(name);
  }

  /** Increases with every profile, port or description that becomes known. */
  get learned(): number {
    return this.#learned + this.descriptions.size;
  }

  /** Records a profile by its name, with its ports if they are known. */
  learn(name: string, ports?: Ports): void {
    const known = this.#ports.get(name);
    if (known !== undefined && (ports === undefined || known.some((one) => String(one) === String(ports)))) return;
    this.#ports.set(name, [...(known ?? []), ...(ports === undefined ? [] : [ports])]);
    this.#learned += 1;
  }

  /** Profiles that were {@link learn}ed, with their ports. */
  get known(): ReadonlyMap<string, readonly Ports[]> {
    return this.#ports;
  }

  /** Records the number of the object with this name. */
  number(name: string, id: string): void {
    if (this.#numbers.get(name) === id) return;
    this.#version += 1;
    this.#numbers.set(name, id);
    this.#numbered.add(id);
  }

  /** Whether the name of the object with this number is known. */
  isNamed(id: string): boolean {
    return this.#numbered.has(id);
  }

  /** The present name of an object, by a name that it may have had before. */
  now(name: string): string {
    const seen = new Set<string>();
    let here = name;
    while (!seen.has(here)) {
      seen.add(here);
      const remembered = this.#inUse.has(here) ? undefined : this.#remembered.get(here);
      here = this.#renamed.get(here) ?? remembered ?? here;
    }
    return here;
  }

  /** The new name of an object that was renamed in this process, by its former name. */
  renamedTo(name: string): string | undefined {
    return this.#renamed.get(name);
  }

  /** The same text for all references to one object: its number if that is known, else `name:<name>`. */
  canonical(reference: string): string {
    const name = accountNameOf(reference);
    if (name === undefined) return reference;
    return this.#numbers.get(name) ?? this.#numbers.get(this.now(name)) ?? idByName(this.now(name));
  }
}

/** Identifies things on one appliance: all spellings of one thing have the same text. */
export class Spellings {
  readonly users = new Names();
  readonly userGroups = new Names();
  readonly profiles = new Names();

  /** Increases with everything that may change a {@link key}. */
  get version(): number {
    return this.users.version + this.userGroups.version + this.profiles.version;
  }

  /** Records what a thing says about names: the name of its number, and the profiles and descriptions in it. */
  learn(thing: Thing): void {
    const { name, parts, ports, description } = thing;
    const [part] = parts;
    for (const one of parts) if (typeof one === "object" && "profile" in one) this.profiles.learn(one.profile, ports);
    if (description !== undefined) this.profiles.descriptions.add(description);
    if (name === undefined || part === undefined || typeof part === "string" || "profile" in part) return;
    const reference = "user" in part ? part.user : part.userGroup;
    if (!reference.startsWith("name:")) this.namesOf(thing)?.number(name, reference);
  }

  /** The names of things of the same kind as this one; undefined if that kind has no names. */
  namesOf({ parts: [part] }: Pick<Thing, "parts">): Names | undefined {
    if (part === undefined || typeof part === "string") return undefined;
    if ("user" in part) return this.users;
    return "userGroup" in part ? this.userGroups : this.profiles;
  }

  /** Records that an object of the state will be renamed. Returns the function to call when the renaming has ended. */
  renaming(before: readonly Thing[], want: readonly Thing[]): () => void {
    const ends = before.flatMap((thing) => {
      const next = want.find(({ what, name }) => what === thing.what && name !== undefined);
      const names = this.namesOf(thing);
      if (thing.name === undefined || next === undefined || next.name === thing.name || names === undefined) return [];
      const { name } = thing;
      names.plan(name);
      return [() => names.unplan(name)];
    });
    return () => {
      for (const end of ends) end();
    };
  }

  /** The same text for all spellings of one thing. */
  key(thing: Thing): string {
    return JSON.stringify([thing.what, ...this.#spelled(thing)]);
  }

  /** Whether two things may be the same, as far as is known: a number and a name may mean one user or user group. */
  mayBeSame(one: Thing, other: Thing): boolean {
    if (one.what !== other.what) return false;
    const [parts, own] = [this.#spelled(one), this.#spelled(other)];
    return parts.every((part, index) => this.#mayBeEqual(part, own[index] ?? "", other.parts[index] ?? ""));
  }

  /**
   * Whether two canonical spellings may mean one object: they are equal, or one is a number without a known name and
   * the other a name.
   */
  #mayBeEqual(one: string, other: string, part: Part): boolean {
    if (one === other) return true;
    if (typeof part === "string" || "profile" in part) return false;
    const names = "user" in part ? this.users : this.userGroups;
    const numbers = [one, other].filter((reference) => !reference.startsWith("name:"));
    return numbers.length === 1 && !numbers.some((number) => names.isNamed(number));
  }

  #spelled({ parts }: Thing): string[] {
    return parts.map((part) => this.spell(part));
  }

  /** The same text for all spellings of a part of a thing. */
  spell(part: Part): string {
    if (typeof part === "string") return part;
    if ("user" in part) return this.users.canonical(part.user);
    return "userGroup" in part ? this.userGroups.canonical(part.userGroup) : this.profiles.now(part.profile);
  }
}
