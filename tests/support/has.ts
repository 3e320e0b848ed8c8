/** A text that contains these words or matches this pattern, as a part of an expected value. */
export const has = (words: string | RegExp): string =>
  (typeof words === "string" ? expect.stringContaining(words) : expect.stringMatching(words)) as string;
