/** What an error says. */
export function saidBy(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What an error says, for use within a sentence. */
export function clauseBy(error: unknown): string {
  return saidBy(error).replace(/\.$/u, "");
}
