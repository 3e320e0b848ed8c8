import type { Part, Thing } from "../values/things";
import { RenamedObjects } from "./names";

/** Identifies things on one appliance: all spellings of one thing have the same text. */
export class Spellings {
  readonly users = new RenamedObjects();
  readonly userGroups = new RenamedObjects();
  readonly profiles = new RenamedObjects();

  /** Increases with everything that may change a {@link key}. */
  get version(): number {
    return this.users.version + this.userGroups.version + this.profiles.version;
  }

  /** Records the name of a number. */
  learn({ name, parts: [part], ...thing }: Thing): void {
    if (name === undefined || part === undefined || typeof part === "string") return;
    const reference = "user" in part ? part.user : "userGroup" in part ? part.userGroup : undefined;
    if (reference === undefined || reference.startsWith("name:")) return;
    this.namesOf({ ...thing, parts: [part] })?.number(name, reference);
  }

  /** The names of things of the same kind as this one; undefined if that kind has no names. */
  namesOf({ parts: [part] }: Pick<Thing, "parts">): RenamedObjects | undefined {
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
