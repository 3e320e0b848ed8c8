import { runInNewContext } from "node:vm";
import { Refusal } from "../errors/refusal";

/**
 * Maximum number of patterns per setting, and their maximum length: they are tried on texts that an appliance chooses.
 */
export const MOST_PATTERNS = 20;
export const LONGEST_PATTERN = 300;
/** Processor time in milliseconds that all patterns of a setting may take on one text. */
const MOST_MS = 100;

/** Escapes a text for use in a regular expression, so that it matches only itself. */
export function escaped(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
}

/** The fault of a user's regular expression; undefined if there is none. */
export function patternFault(text: string): string | undefined {
  if (text.length > LONGEST_PATTERN) return `must not be longer than ${String(LONGEST_PATTERN)} characters`;
  try {
    if (new RegExp(text, "iu").test(""))
      return "matches every text: write the words that it should match, like ^User .+ linked$";
  } catch (error) {
    return `is not a valid regular expression: ${error instanceof Error ? error.message : String(error)}`;
  }
  return undefined;
}

/** The regular expressions of one setting, checked together with the configuration. Letter case is ignored. */
export class Patterns {
  constructor(
    /** Name of the setting, for messages. */
    private readonly setting: string,
    private readonly patterns: readonly string[] = [],
  ) {}

  /** The number of patterns. */
  get size(): number {
    return this.patterns.length;
  }

  /** Whether one of them matches a part of a text. Throws a Refusal for patterns that take too long. */
  match(text: string): boolean {
    if (this.patterns.length === 0) return false;
    // A pattern that backtracks without end can be stopped only in a context of its own, after a time by the clock. On
    // a busy machine this time may pass without any work, so the processor time that was used decides.
    const began = process.cpuUsage();
    for (let waitMs = MOST_MS; ; waitMs *= 2) {
      try {
        const code = "patterns.some((pattern) => new RegExp(pattern, 'iu').test(text))";
        return runInNewContext(code, { patterns: [...this.patterns], text }, { timeout: waitMs }) === true;
      } catch (cause) {
        if (process.cpuUsage(began).user >= MOST_MS * 1000) throw this.#tooSlow(cause);
      }
    }
  }

  #tooSlow(cause: unknown): Refusal {
    return new Refusal(
      `the patterns of ${this.setting} (${this.patterns.join(", ")}) take longer than ${MOST_MS} ms on an answer: ` +
        "rewrite them without nested repetitions.",
      { cause },
    );
  }
}
