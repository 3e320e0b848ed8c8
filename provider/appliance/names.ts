import { setTimeout as sleep } from "node:timers/promises";
import { isByName, kindOf, named, wordIn, type Part, type Reference, type Thing } from "../values/things";

/** How long to wait for a planned renaming of this run; if operations run one by one, it may come later. */
const PATIENCE_MS = 2000;

/** The ports of a profile: listening and sending. */
type Ports = NonNullable<Thing["ports"]>;

/**
 * Which names and numbers mean one object of an appliance: names from before a rename, the numbers of objects whose
 * number and name are both known, and the names that a replicator shows instead. Filled by our own writes and by the
 * states and declarations of the resources in a run.
 */
export class Names {
  /** Descriptions of profiles and addresses that the program declares or a state has. */
  readonly descriptions = new Set<string>();
  /**
   * Profiles that the program declares or a state has, with their ports. A profile on the replicator with one of these
   * names is that profile. One with the same ports and a similar name may be it, if the replicator shows names
   * differently than it received them. A new run keeps them, because it may not compare all of them.
   */
  readonly #profiles = new Map<string, readonly Ports[]>();
  #learned = 0;
  /** The names that the replicator shows for profiles, by the names in the program; only where the two differ. */
  readonly #shown = new Map<string, string>();
  /** Renamed in this process. This and the following maps are by the text of a reference. */
  readonly #renamed = new Map<string, Reference>();
  /** Renamed in an earlier run, which may have ended before everything that refers to the object was updated. */
  readonly #remembered = new Map<string, Reference>();
  /** Names that an object of the program has now: an older object of that name is a different one. */
  readonly #inUse = new Set<string>();
  readonly #numbers = new Map<string, string>();
  /** Numbers of objects whose name is known. */
  readonly #numbered = new Set<string>();
  /** Names that this run is about to change. */
  readonly #planned = new Map<string, { ended: Promise<void>; end(): void }>();
  #version = 0;

  /** `info` shows the user an info line. */
  constructor(private readonly info: (message: string) => void = () => undefined) {}

  /** Increases with everything that may change a {@link key}. */
  get version(): number {
    return this.#version;
  }

  /** Increases with every profile, port, description or shown name that becomes known. */
  get learned(): number {
    return this.#learned + this.descriptions.size;
  }

  /** Profiles that were {@link learn}ed, with their ports. */
  get profiles(): ReadonlyMap<string, readonly Ports[]> {
    return this.#profiles;
  }

  /** Records what a thing says about names: the name of its number, and the profiles and descriptions in it. */
  learn({ name, parts, ports, description }: Thing): void {
    for (const part of parts)
      if (typeof part === "object" && "profile" in part) this.#learnProfile(part.profile, ports);
    if (description !== undefined) this.descriptions.add(description);
    const [own] = parts;
    if (name === undefined || own === undefined || typeof own === "string") return;
    if ("profile" in own || isByName(own)) return;
    const key = textOf(named(own, name));
    if (this.#numbers.get(key) === wordIn(own)) return;
    this.#version += 1;
    this.#numbers.set(key, wordIn(own));
    this.#numbered.add(textOf(own));
  }

  /** Records what a state says: the former names of an object. */
  remember(thing: Thing, formerNames: readonly string[]): void {
    const name = ownName(thing);
    if (name === undefined) return;
    for (const before of formerNames.map((one) => textOf(named(name, one)))) {
      const known = this.#remembered.get(before);
      if (before === textOf(name) || (known !== undefined && textOf(known) === textOf(name))) continue;
      this.#version += 1;
      this.#remembered.set(before, name);
    }
  }

  /** Records that an object of the program has this name now. */
  use(thing: Thing): void {
    const name = ownName(thing);
    if (name === undefined || this.#inUse.has(textOf(name))) return;
    this.#version += 1;
    this.#inUse.add(textOf(name));
  }

  /** Records that an object of the state will be renamed. Returns the function to call when the renaming has ended. */
  renaming(before: readonly Thing[], want: readonly Thing[]): () => void {
    const ends = before.flatMap((thing) => {
      const name = ownName(thing);
      // Few things have a name that others refer to: thousands of groups have none.
      const next = name && want.find((other) => other.what === thing.what && other.name !== undefined);
      if (name === undefined || next === undefined || next.name === thing.name) return [];
      this.#plan(textOf(name));
      return [() => this.#ended(textOf(name))];
    });
    return () => {
      for (const end of ends) end();
    };
  }

  /** Waits while an object is being renamed: until that ends, it is not known which of its names the appliance uses. */
  async settled(reference: Reference): Promise<void> {
    const planned = this.#planned.get(textOf(reference));
    if (planned === undefined) return;
    const patience = new AbortController();
    const timeout = sleep(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([planned.ended, timeout]);
    patience.abort();
  }

  /** Records that this process has renamed an object. */
  renamed(reference: Reference, name: string): void {
    const [before, next] = [textOf(reference), named(reference, name)];
    this.#ended(before);
    this.#version += 1;
    this.#renamed.delete(textOf(next));
    this.#renamed.set(before, next);
    const number = this.#numbers.get(before);
    if (number !== undefined) this.#numbers.set(textOf(next), number);
  }

  /** Whether this process has renamed the object that had this name. */
  isRenamed(reference: Reference): boolean {
    return this.#renamed.has(textOf(reference));
  }

  /** The present name of an object, by a name that it may have had before. A number stays as it is. */
  now(reference: Reference): string {
    return wordIn(this.#now(reference));
  }

  /** The same text for all spellings of one thing. */
  key({ what, parts }: Thing): string {
    return JSON.stringify([what, ...parts.map((part) => this.spell(part))]);
  }

  /** The same text for all spellings of a part of a thing: for an object its number if that is known, else its name. */
  spell(part: Part): string {
    if (typeof part === "string") return part;
    const now = this.#now(part);
    return this.#numbers.get(textOf(part)) ?? this.#numbers.get(textOf(now)) ?? wordIn(now);
  }

  /** Records that the replicator shows a profile under another name, and says so once. */
  shows(name: string, shown: string): void {
    if (this.#shown.get(name) === shown) return;
    this.#shown.set(name, shown);
    this.#learned += 1;
    this.info(`the replicator shows profile "${name}" as "${shown}"; they are the same profile.`);
  }

  /** The names that the replicator shows for profiles, by the names in the program; only where the two differ. */
  get shown(): ReadonlyMap<string, string> {
    return this.#shown;
  }

  /** Whether two things may be the same, as far as is known: a number and a name may mean one user or user group. */
  mayBeSame(one: Thing, other: Thing): boolean {
    return (
      one.what === other.what &&
      one.parts.every((part, index) => this.#mayBeEqual(this.spell(part), this.spell(other.parts[index] ?? ""), part))
    );
  }

  /**
   * Whether two canonical spellings may mean one object: they are equal, or one is a number without a known name and
   * the other a name.
   */
  #mayBeEqual(one: string, other: string, part: Part): boolean {
    if (one === other) return true;
    if (typeof part === "string" || "profile" in part) return false;
    const numbers = [one, other].filter((reference) => !reference.startsWith("name:"));
    return numbers.length === 1 && !numbers.some((number) => this.#numbered.has(`${kindOf(part)} ${number}`));
  }

  #now(reference: Reference): Reference {
    const seen = new Set<string>();
    for (let here = reference; ;) {
      const text = textOf(here);
      const next = this.#renamed.get(text) ?? (this.#inUse.has(text) ? undefined : this.#remembered.get(text));
      if (next === undefined || seen.has(text)) return here;
      seen.add(text);
      here = next;
    }
  }

  #plan(before: string): void {
    if (this.#planned.has(before)) return;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#planned.set(before, { ended, end });
  }

  /** A planned renaming has ended, successfully or not. */
  #ended(before: string): void {
    this.#planned.get(before)?.end();
    this.#planned.delete(before);
  }

  #learnProfile(name: string, ports: Ports | undefined): void {
    const known = this.#profiles.get(name);
    if (known !== undefined && (ports === undefined || known.some((one) => String(one) === String(ports)))) return;
    this.#profiles.set(name, [...(known ?? []), ...(ports === undefined ? [] : [ports])]);
    this.#learned += 1;
  }
}

/** A text for a reference, in the way it is spelled. */
function textOf(reference: Reference): string {
  return `${kindOf(reference)} ${wordIn(reference)}`;
}

/** The reference to a thing by its name, if others refer to it by name. */
function ownName({ name, parts: [own] }: Thing): Reference | undefined {
  return name === undefined || own === undefined || typeof own === "string" ? undefined : named(own, name);
}
