import type { Listing } from "../../http/schemas";
import { kept } from "../../values/collections";
import { isSpellingOf } from "../../values/names";

/** The IP groups of a gateway by number and by name. The service may allow several with one name. */
export class GroupList {
  readonly #groups = new Map<number, { name: string; since: number }>();
  readonly #ids = new Map<string, Set<number>>();
  /** Counts additions, so that a moment can be remembered without a copy of the list. */
  #added = 0;
  /** The highest number that the gateway listed. */
  readonly #highest: number;

  /** Why it may lack groups; undefined if it is whole. */
  readonly lack: string | undefined;
  /** Entries that are no groups, as text. */
  readonly unreadable: readonly string[];
  /** Whether it lacks more than those entries. */
  readonly isCut: boolean;

  constructor(groups: Listing<{ fc_id: number; fc_name: string }>) {
    this.lack = groups.lack;
    this.unreadable = groups.unreadable ?? [];
    this.isCut = (groups.hidden ?? 0) > this.unreadable.length;
    for (const { fc_id, fc_name } of groups) this.set(fc_id, fc_name);
    this.#highest = Math.max(0, ...this.#groups.keys());
  }

  get size(): number {
    return this.#groups.size;
  }

  get ids(): Iterable<number> {
    return this.#groups.keys();
  }

  /** Length of the longest name. */
  get longest(): number {
    return [...this.#ids.keys()].reduce((most, name) => Math.max(most, name.length), 0);
  }

  nameOf(groupId: number): string | undefined {
    return this.#groups.get(groupId)?.name;
  }

  idsNamed(name: string): number[] {
    return [...(this.#ids.get(name) ?? [])];
  }

  /**
   * Groups with that name, or with a spelling that a gateway may have given it: in other letter case, escaped, trimmed.
   */
  idsSpelled(name: string): number[] {
    return [...this.#ids].flatMap(([one, ids]) => (isSpellingOf(one, name) ? [...ids] : []));
  }

  /** Whether a group of this name may exist that the list does not have. */
  mayHide(name: string): boolean {
    return this.isCut || this.unreadable.some((text) => text.toLowerCase().includes(name.toLowerCase()));
  }

  /** Adds or renames a group. */
  set(groupId: number, name: string): void {
    const known = this.#groups.get(groupId);
    if (known !== undefined) this.#ids.get(known.name)?.delete(groupId);
    else this.#added += 1;
    this.#groups.set(groupId, { name, since: known?.since ?? this.#added });
    kept(this.#ids, name, () => new Set()).add(groupId);
  }

  delete(groupId: number): void {
    const known = this.#groups.get(groupId);
    if (known === undefined) return;
    this.#ids.get(known.name)?.delete(groupId);
    this.#groups.delete(groupId);
  }

  /** What the list shows now, for later comparison. */
  moment(): Moment {
    const now = this.#added;
    return {
      highest: this.#highest,
      wasThere: (groupId) => (this.#groups.get(groupId)?.since ?? Infinity) <= now,
    };
  }
}

/** What a list showed at some moment. */
export interface Moment {
  /** Whether a group existed at that moment. */
  wasThere(groupId: number): boolean;
  /** The highest number of a group that the gateway listed: a group created later has a higher one. */
  readonly highest: number;
}
