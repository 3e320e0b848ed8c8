/** Requests that destroy more than one object, or have no effect at all. No resource may ever send one. */
export type TrapName =
  | "ipgroups/deleteAll"
  | "ipgroups/delete []"
  | "user_api/delUsers []"
  | "user_api/delUsergroups []"
  | "collector/allremove"
  | "exporter/allremove";

/** Counts the requests of each trap. The requests themselves are carried out as documented. */
export class Traps {
  readonly #counts = new Map<TrapName, number>();

  spring(name: TrapName): void {
    this.#counts.set(name, this.count(name) + 1);
  }

  /** Count of one trap, or of all traps together. */
  count(name?: TrapName): number {
    if (name !== undefined) return this.#counts.get(name) ?? 0;
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  clear(): void {
    this.#counts.clear();
  }
}
