/** Names that objects of one kind had before they were renamed in this process: what refers to one by it means it still. */
export class FormerNames {
  readonly #since = new Map<string, string>();

  renamed(before: string, name: string): void {
    this.#since.set(before, name);
  }

  /** The name that an object has now, by one that it may have had before. */
  now(name: string): string {
    return this.#since.get(name) ?? name;
  }
}
