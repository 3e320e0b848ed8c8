/** A broken invariant. The message names the invariant and the run. */
export class Violation extends Error {
  override readonly name = "Violation";
}

/** Fails with the found value and the expected one. */
export function expectSame(title: string, found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) === JSON.stringify(wanted)) return;
  throw new Violation(`${title}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

/** Like {@link expectSame}, for two lists of lines. The message contains only the difference. */
export function expectLines(title: string, held: readonly string[], wanted: readonly string[]): void {
  const difference = { missing: added(held, wanted), surplus: added(wanted, held) };
  expectSame(title, difference, { missing: [], surplus: [] });
}

/** The lines of the second list that the first one lacks. Repeated lines count separately. */
export function added(before: readonly string[], after: readonly string[]): string[] {
  const left = [...before];
  return after.filter((line) => {
    const index = left.indexOf(line);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
