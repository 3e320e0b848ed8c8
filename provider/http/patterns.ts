import { runInNewContext } from "node:vm";
import { Refusal } from "../refusal";

/** Most patterns of one setting, and the longest of them: they are tried on texts that an appliance chooses. */
export const MOST_PATTERNS = 20;
const LONGEST_PATTERN = 300;
/** Milliseconds that all patterns of a setting may take on one text. */
const MOST_MS = 100;

/** A text as a part of a regular expression that fits nothing but it. */
export function escaped(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
}

/** What is wrong with a regular expression of a user, or undefined. */
export function patternFault(text: string): string | undefined {
  if (text.length > LONGEST_PATTERN) return `must not be longer than ${String(LONGEST_PATTERN)} characters`;
  try {
    if (new RegExp(text, "iu").test(""))
      return "fits every text: write the words that it is about, like ^User .+ linked$";
  } catch (error) {
    return `is no regular expression: ${error instanceof Error ? error.message : String(error)}`;
  }
  return undefined;
}

/** The regular expressions of one setting, which were checked with the configuration. Letter case never counts. */
export class Patterns {
  constructor(
    /** Name of the setting, for messages. */
    private readonly setting: string,
    private readonly patterns: readonly string[] = [],
  ) {}

  /** How many there are. */
  get size(): number {
    return this.patterns.length;
  }

  /** Whether one of them is found in a text. Throws a Refusal for patterns that take too long. */
  match(text: string): boolean {
    if (this.patterns.length === 0) return false;
    try {
      // Only in a context of its own can a pattern be stopped that backtracks without end.
      const code = "patterns.some((pattern) => new RegExp(pattern, 'iu').test(text))";
      return runInNewContext(code, { patterns: [...this.patterns], text }, { timeout: MOST_MS }) === true;
    } catch (cause) {
      throw new Refusal(
        `the patterns of ${this.setting} (${this.patterns.join(", ")}) take longer than ${MOST_MS} ms on an answer: ` +
          "write them without repetitions inside of repetitions.",
        { cause },
      );
    }
  }
}
