import { isDeepStrictEqual } from "node:util";
import { Refusal, TO_KEEP } from "../errors/refusal";
import type { AnyDefinition } from "../kinds/definition";
import { kept } from "../values/collections";
import type { Values } from "../values/inputs";
import { nearWord } from "../values/quoted";

/** A resource that declares something: its kind and id, or a token while it is created. */
export type Owner = string | symbol;

/** What the resources of one run declare on one appliance, whatever their kind. Two sites with one URL share it. */
export class Run {
  /** The keys of each owner, and the owners of each key. */
  readonly keys = new Map<Owner, readonly string[]>();
  readonly #owners = new Map<string, Set<Owner>>();
  /** The names that resources declare, by what they name. */
  readonly #names = new Map<string, Set<string>>();
  /** A resource that refers to something by name, by what it is and its name. */
  readonly #meant = new Map<string, string>();
  /** The resources of the program. A refresh compares the others of the state, too. */
  readonly checked = new Set<Owner>();
  /** The resource that declares an object, by the identity of the object. */
  readonly #declarers = new Map<string, string>();
  /** What exists only once, by its key: the value that each resource declares for it, as text. */
  readonly #values = new Map<string, Map<string, string>>();
  /** New names of objects, by their former ones. */
  readonly #renamed = new Map<string, string>();
  /** The same of an earlier run, which may have failed before all that refers to these objects followed. */
  readonly #renamedBefore = new Map<string, string>();
  /** What this run has made or removed: the links that the state knows are gone. */
  readonly #emptied = new Set<string>();
  /** The id of what the program has and no action reads, by what it is and its name: what is linked to it remembers that. */
  readonly ids = new Map<string, string>();
  /** What updates have removed or left: another resource may have it in the state too, and be compared later. */
  readonly removed = new Set<string>();
  /** What the state has, and the program has made: it is no one else's if it is found. */
  readonly held = new Set<string>();
  /** The calls that may be taking away what no resource declared, by its key. */
  readonly leaving = new Map<string, { readonly ended?: Promise<unknown> }>();
  /** What they have left to resources that declare it. */
  readonly #given = new Set<string>();
  /** What creations that failed have declared. */
  readonly #missed = new Set<string>();

  /** Records the keys of a resource, in place of those that it declared before. */
  declare(owner: Owner, keys: readonly string[]): void {
    this.forget(owner);
    this.keys.set(owner, keys);
    for (const key of keys) kept(this.#owners, key, () => new Set<Owner>()).add(owner);
  }

  /** The resource declares nothing: it was deleted, or will be replaced. */
  forget(owner: Owner): void {
    for (const key of this.keys.get(owner) ?? []) this.#owners.get(key)?.delete(owner);
    this.keys.delete(owner);
  }

  /** The creation of a resource failed. Returns whether others have left it what it declares. */
  missed(owner: Owner): boolean {
    const keys = this.keys.get(owner) ?? [];
    for (const key of keys) this.#missed.add(key);
    this.forget(owner);
    return keys.some((key) => this.#given.has(key));
  }

  /** Refuses to remove what a resource whose creation failed was to become. */
  assertNotMissed(...keys: readonly string[]): void {
    if (!keys.some((key) => this.#missed.has(key))) return;
    const way = "To delete it, run pulumi up without that one first.";
    throw new Refusal(`it stays, because the resource that was to become or hold it failed. ${way} ${TO_KEEP}`);
  }

  /** Whether another resource declares the key; `former` is an entry of this one, too. `taking`: what takes it else. */
  isOfOther(owner: Owner, key: string, former?: () => Owner, taking?: { readonly ended?: Promise<unknown> }): boolean {
    if (taking !== undefined && this.#missed.size > 0) this.assertNotMissed(key);
    const owners = this.#owners.get(key);
    const others = (owners?.size ?? 0) - (owners?.has(owner) === true ? 1 : 0);
    const isOther = others > 1 || (others === 1 && (former === undefined || owners?.has(former()) !== true));
    if (isOther && taking !== undefined) this.#given.add(key);
    else if (taking !== undefined) this.leaving.set(key, taking);
    return isOther;
  }

  /**
   * Records what a resource declares. Returns a fault for each object that another resource declares too, and for each
   * value that another resource declares differently. Equal values are fine.
   */
  conflicts(definition: AnyDefinition, name: string | undefined, want: Values): string[] {
    const { kind, label, named, identity, values, refersTo = {} } = definition;
    this.checked.add(ownerOf(definition, want));
    if (name === undefined) return [];
    const title = `${kind} "${name}"`;
    for (const [what, keys = []] of Object.entries(refersTo))
      for (const one of keys.flatMap((key) => want[key] ?? []).map(String)) this.#meant.set(`${what}|${one}`, title);
    if (named !== undefined) kept(this.#names, named, () => new Set<string>()).add(label(want));
    const doubles = (identity?.(want) ?? [`${kind} ${label(want)}`]).flatMap((object) => {
      const owner = kept(this.#declarers, object, () => title);
      const words = `${title} declares the same object as ${owner} in this program, ${object}. Remove one of them.`;
      return owner === title ? [] : [words];
    });
    const differing = Object.entries(values?.(want) ?? {}).flatMap(([key, declared]) => {
      const value = JSON.stringify(declared);
      const all = kept(this.#values, key, () => new Map<string, string>()).set(title, value);
      const [other, theirs = ""] = [...all].find(([, one]) => one !== value) ?? [];
      if (other === undefined) return [];
      return [`${key}: ${other} declares ${theirs} and this resource ${value}, but there is only one`];
    });
    return [...doubles, ...differing];
  }

  /** Refuses to delete what a resource of the program still refers to, unless another one has taken that name. */
  assertNotMeant(what: string, name: string): void {
    const referrer = this.#meant.get(`${what}|${name}`);
    if (referrer === undefined || this.#names.get(what)?.has(name) === true) return;
    throw new Refusal(`it stays, because ${referrer} refers to it. Declare it again, or remove that reference.`);
  }

  /** The name, of those that resources declare and of `known`, that another one probably means. */
  nearest(what: string, name: string, known: readonly string[]): string | undefined {
    return nearWord(name, [...known, ...(this.#names.get(what) ?? [])]);
  }

  /** An object has another name from now on, and references to the former one mean it. Without a name, it has not. */
  renamed(what: string, from: string, to: string | undefined, isOfEarlierRun = false): void {
    const names = isOfEarlierRun ? this.#renamedBefore : this.#renamed;
    if (to === undefined) names.delete(`${what}|${from}`);
    else names.set(`${what}|${from}`, to);
  }

  get hasFreed(): boolean {
    return this.#renamedBefore.size > 0;
  }

  /** Whether only an earlier run has freed a name: something else may have it since. */
  wasFreed(what: string, name: string): boolean {
    const key = `${what}|${name}`;
    return !this.#renamed.has(key) && this.#renamedBefore.has(key);
  }

  /**
   * The names that objects have now; the same list if no name is another one. `isTaken`: whether something else has got a
   * name that an earlier run has freed; without it, each such name is followed.
   */
  namesNow(what: string, names: string[], isTaken?: (key: string) => boolean): string[] {
    if (this.#renamed.size + this.#renamedBefore.size === 0) return names;
    const now = names.map((name) => this.#nameNow(what, name, isTaken));
    return isDeepStrictEqual(now, names) ? names : now;
  }

  #nameNow(what: string, name: string, isTaken?: (key: string) => boolean): string {
    const key = `${what}|${name}`;
    const isOfThisRun = this.#emptied.has(key) || (this.#owners.get(key)?.size ?? 0) > 0;
    const isOfOthers = isTaken !== undefined && (isOfThisRun || isTaken(key));
    const before = isOfOthers ? name : (this.#renamedBefore.get(key) ?? name);
    // A name that this run gives is final: another object may have had it before.
    return this.#renamed.get(key) ?? this.#renamed.get(`${what}|${before}`) ?? before;
  }

  /** Refuses a name that a renaming in this run has freed: resources of this run still refer to the renamed object. */
  assertNotReused(what: string, name: string): void {
    const now = this.#renamed.get(`${what}|${name}`);
    if (now === undefined) return;
    throw new Refusal(
      `the ${what} that had this name was renamed to "${now}" in this run. A name can be used again only in the next ` +
        "run: run pulumi up without this resource first, then with it.",
    );
  }

  /** The run has made or removed what the keys mean: what refers to it has no link to it. */
  emptied(keys: readonly string[]): void {
    for (const key of keys) this.#emptied.add(key);
  }

  /** Whether one of the things is without the links that it had: it was made in this run, or since it was `linkedTo`. */
  wasEmptied(what: string, names: readonly string[], linkedTo: Values): boolean {
    return names.some((name) => {
      const key = `${what}|${name}`;
      const id = this.ids.get(key);
      return this.#emptied.has(key) || (id !== undefined && (linkedTo[key] ?? id) !== id);
    });
  }

  /** Whether a resource of this run declares a value. What is being deleted declares none. */
  isDeclared(value: string): boolean {
    return (this.#values.get(value)?.size ?? 0) > 0;
  }
}

/** How the registry of a run names a resource: by what no other one of the program may declare. */
export function ownerOf({ kind, identity, label }: AnyDefinition, want: Values): string {
  const objects = identity?.(want) ?? [];
  return [kind, ...(objects.length > 0 ? objects : [label(want)])].join("|");
}
