import { accountNameOf, idByName } from "../values/numbers";

/**
 * What the objects of one kind are called on an appliance: names that they had before a rename, and the numbers of those
 * whose number and name are both known. Filled by our own writes and by the states of the resources in a run.
 */
export class Names {
  /** Renamed in this process. */
  readonly #renamed = new Map<string, string>();
  /** Renamed in an earlier run, which may have ended before everything that refers to the object followed. */
  readonly #remembered = new Map<string, string>();
  /** Names that an object of the program has now: an older object of that name is another one. */
  readonly #inUse = new Set<string>();
  readonly #numbers = new Map<string, string>();
  readonly #numbered = new Set<string>();
  #version = 0;

  /** Grows with everything that may change what {@link canonical} and {@link now} give. */
  get version(): number {
    return this.#version;
  }

  renamed(before: string, name: string): void {
    this.#version += 1;
    this.#renamed.delete(name);
    this.#renamed.set(before, name);
    const number = this.#numbers.get(before);
    if (number !== undefined) this.#numbers.set(name, number);
  }

  /** Takes up what a state says: the present name of an object, and those that it had. */
  remember(name: string, formerNames: readonly string[]): void {
    for (const before of formerNames) {
      if (before === name || this.#remembered.get(before) === name) continue;
      this.#version += 1;
      this.#remembered.set(before, name);
    }
  }

  /** Says that an object of the program has this name now. */
  use(name: string): void {
    if (this.#inUse.has(name)) return;
    this.#version += 1;
    this.#inUse.add(name);
  }

  /** Says that the object of this name has this number. */
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

  /** The name that an object has now, by one that it may have had before. */
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

  /** The name that an object was given in this process, where it had this one before. */
  renamedTo(name: string): string | undefined {
    return this.#renamed.get(name);
  }

  /** One text for references to one object: its number where that is known, else `name:<name>`. */
  canonical(reference: string): string {
    const name = accountNameOf(reference);
    if (name === undefined) return reference;
    return this.#numbers.get(name) ?? this.#numbers.get(this.now(name)) ?? idByName(this.now(name));
  }
}
