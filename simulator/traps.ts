/** The requests that destroy more than one object, or nothing at all: no resource may ever send one. */
export type TrapName =
  | "ipgroups/deleteAll"
  | "ipgroups/delete []"
  | "user_api/delUsers []"
  | "user_api/delUsergroups []"
  | "collector/allremove"
  | "exporter/allremove";

/** Counts how often each trap was met. The requests themselves are carried out as documented. */
export class Traps {
  readonly #counts = new Map<TrapName, number>();

  spring(name: TrapName): void {
    this.#counts.set(name, this.count(name) + 1);
  }

  /** How often one trap was met, or all of them together. */
  count(name?: TrapName): number {
    if (name !== undefined) return this.#counts.get(name) ?? 0;
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  clear(): void {
    this.#counts.clear();
  }
}
