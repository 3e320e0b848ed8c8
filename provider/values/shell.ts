/** Quotes a text as one word of a POSIX shell, so that a line of a message can be pasted. */
export function shellWord(text: string): string {
  return /^[\w.:/-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
