/** Operations that are running. */
export class Underway {
  readonly #all = new Set<Promise<unknown>>();

  run<T>(work: () => Promise<T>): Promise<T> {
    const operation = work();
    const known = operation.catch(() => undefined).finally(() => this.#all.delete(known));
    this.#all.add(known);
    return operation;
  }

  /** Waits until no operation is running, including those that begin meanwhile. */
  async ended(): Promise<void> {
    while (this.#all.size > 0) await Promise.all(this.#all);
  }
}
