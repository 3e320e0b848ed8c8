import type { Switches } from "../switches";

/** A value inside a description. Wording and quoting vary between releases: field notes, replication 6. */
export function quoted(value: string | number, { textQuotes }: Readonly<Switches>): string {
  const mark = { none: "", single: "'", double: '"' }[textQuotes];
  return `${mark}${value}${mark}`;
}
