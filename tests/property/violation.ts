/** A broken invariant. The message names the invariant and the run. */
export class Violation extends Error {
  override readonly name = "Violation";
}

/** Fails with the found value and the expected one. */
export function expectSame(title: string, found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) === JSON.stringify(wanted)) return;
  throw new Violation(`${title}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}
