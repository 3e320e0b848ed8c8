/** The IP groups of a gateway by number and by name. The service may allow several of one name. */
export class GroupList {
  readonly #groups = new Map<number, { name: string; since: number }>();
  readonly #ids = new Map<string, Set<number>>();
  /** Counts what was added, so that a moment can be remembered without a copy of the list. */
  #added = 0;

  constructor(groups: Iterable<{ fc_id: number; fc_name: string }>) {
    for (const { fc_id, fc_name } of groups) this.set(fc_id, fc_name);
  }

  nameOf(groupId: number): string | undefined {
    return this.#groups.get(groupId)?.name;
  }

  idsNamed(name: string): number[] {
    return [...(this.#ids.get(name) ?? [])];
  }

  /** Adds a group, or gives it another name. */
  set(groupId: number, name: string): void {
    const known = this.#groups.get(groupId);
    if (known !== undefined) this.#ids.get(known.name)?.delete(groupId);
    else this.#added += 1;
    this.#groups.set(groupId, { name, since: known?.since ?? this.#added });
    const ids = this.#ids.get(name) ?? new Set();
    this.#ids.set(name, ids.add(groupId));
  }

  delete(groupId: number): void {
    const known = this.#groups.get(groupId);
    if (known === undefined) return;
    this.#ids.get(known.name)?.delete(groupId);
    this.#groups.delete(groupId);
  }

  /** Tells of a group, also later, whether it was in the list at this moment. */
  moment(): (groupId: number) => boolean {
    const now = this.#added;
    return (groupId) => (this.#groups.get(groupId)?.since ?? Infinity) <= now;
  }
}
