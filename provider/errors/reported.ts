/**
 * Errors that concern every resource of an appliance, for example a certificate that is not accepted. In one command,
 * each error is shown in full for the first resource, and the others refer to that resource.
 */
export class Reported {
  readonly #first = new Map<object | undefined, Map<string, string>>();

  /**
   * The resource for which the same text was already shown in full. Undefined if this resource shows
   * the text in full.
   *
   * @param appliance where the error occurred; undefined if the configuration has none
   */
  before(appliance: object | undefined, text: string, resource: string): string | undefined {
    const known = this.#first.get(appliance) ?? new Map<string, string>();
    this.#first.set(appliance, known);
    const first = known.get(text);
    if (first === undefined) known.set(text, resource);
    return first === resource ? undefined : first;
  }

  /** Starts another command: nothing has been shown yet. */
  clear(): void {
    this.#first.clear();
  }
}
