/** Operations that have begun and not ended. */
export class Underway {
  readonly #all = new Set<Promise<unknown>>();

  run<T>(work: () => Promise<T>): Promise<T> {
    const operation = work();
    const known = operation.catch(() => undefined).finally(() => this.#all.delete(known));
    this.#all.add(known);
    return operation;
  }

  /** Waits until none is under way, those included that begin meanwhile. */
  async ended(): Promise<void> {
    while (this.#all.size > 0) await Promise.all(this.#all);
  }
}
