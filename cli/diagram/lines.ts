/** Some items, one per line, and the number of the remaining ones. */
export function listLines(items: readonly string[], most: number): string[] {
  if (items.length <= most) return [...items];
  return [...items.slice(0, most - 1), `and ${String(items.length - most + 1)} more`];
}
