/**
 * Errors that every resource of an appliance meets, as a certificate that is not accepted: in one command each is shown in
 * full for the first resource, and the others point to it.
 */
export class Reported {
  readonly #first = new Map<object | undefined, Map<string, string>>();

  /**
   * The resource that the same text was shown in full for, where it is another one. Otherwise the text is about to be shown
   * for this one.
   *
   * @param appliance what met the error; undefined where the configuration has none
   */
  before(appliance: object | undefined, text: string, resource: string): string | undefined {
    const known = this.#first.get(appliance) ?? new Map<string, string>();
    this.#first.set(appliance, known);
    const first = known.get(text);
    if (first === undefined) known.set(text, resource);
    return first === resource ? undefined : first;
  }

  /** Another command begins: nothing is shown yet. */
  clear(): void {
    this.#first.clear();
  }
}
