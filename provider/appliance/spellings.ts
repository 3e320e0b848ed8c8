import type { Part, Thing } from "../values/things";
import { RenamedObjects } from "./names";

/** What identifies things on one appliance: one text for all spellings of one thing. */
export class Spellings {
  readonly users = new RenamedObjects();
  readonly userGroups = new RenamedObjects();
  readonly profiles = new RenamedObjects();

  /** Grows with everything that may change a {@link key}. */
  get version(): number {
    return this.users.version + this.userGroups.version + this.profiles.version;
  }

  /** Takes up which number has which name. */
  learn({ name, parts: [part], ...thing }: Thing): void {
    if (name === undefined || part === undefined || typeof part === "string") return;
    const reference = "user" in part ? part.user : "userGroup" in part ? part.userGroup : undefined;
    if (reference === undefined || reference.startsWith("name:")) return;
    this.namesOf({ ...thing, parts: [part] })?.number(name, reference);
  }

  /** The names of things like this one, where they have any. */
  namesOf({ parts: [part] }: Pick<Thing, "parts">): RenamedObjects | undefined {
    if (part === undefined || typeof part === "string") return undefined;
    if ("user" in part) return this.users;
    return "userGroup" in part ? this.userGroups : this.profiles;
  }

  /** Says that an object of the state is to have another name. Gives what to call when that has ended. */
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

  /** One text for one thing. */
  key(thing: Thing): string {
    return JSON.stringify([thing.what, ...this.#spelled(thing)]);
  }

  /** Whether two things are one, as far as is known: a number and a name may mean one user or user group. */
  mayBeSame(one: Thing, other: Thing): boolean {
    if (one.what !== other.what) return false;
    const [parts, own] = [this.#spelled(one), this.#spelled(other)];
    return parts.every((part, index) => this.#mayBeEqual(part, own[index] ?? "", other.parts[index] ?? ""));
  }

  /** Whether two canonical spellings may mean one object: equal, or a number of unknown name and a name. */
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

  /** One text for a part of a thing. */
  spell(part: Part): string {
    if (typeof part === "string") return part;
    if ("user" in part) return this.users.canonical(part.user);
    return "userGroup" in part ? this.userGroups.canonical(part.userGroup) : this.profiles.now(part.profile);
  }
}
