/** Something that must not be. Its message names the invariant and the run. */
export class Violation extends Error {
  override readonly name = "Violation";
}

/** Fails with what was found and what should be. */
export function expectSame(title: string, found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) === JSON.stringify(wanted)) return;
  throw new Violation(`${title}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

/** The same of two lists of lines; tells only what differs. */
export function expectLines(title: string, held: readonly string[], wanted: readonly string[]): void {
  const difference = { missing: added(held, wanted), surplus: added(wanted, held) };
  expectSame(title, difference, { missing: [], surplus: [] });
}

/** What the second list has more than the first, one for one. */
export function added(before: readonly string[], after: readonly string[]): string[] {
  const left = [...before];
  return after.filter((line) => {
    const index = left.indexOf(line);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
