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

/** Maximum length of a text that patterns are tried on: a text about an ended session is short. */
const LONGEST_TEXT = 500;

const again = "(?: again| first)?(?: to continue)?";
const tail = `(?:[.,;:!]? *(?:please *)?(?:you (?:must|need to|have to) *)?(?:re-?)?(?:log|sign)[ -]?(?:ged )?(?:in|on)${again})?[.!]?`;
const token = "(?:(?:api|auth|access|session|authentication|authorization|authorisation)[ _-]?)?token";
const gone =
  "(?:expired|timed out|ended|closed|invalid|not valid|not found|not recogni[sz]ed|no longer valid|unknown|missing|wrong|revoked|rejected|refused|terminated|lost|over)";
const party = "(?:you are |user is |user |client is )?(?:not|no longer)";

/** Texts that say that there is no session or token. */
const ended = [
  `(?:your |the |this |api |user |current |login )*session (?:id |key )?(?:has |have |is |was )?(?:been )?${gone}${tail}`,
  `(?:your |the |this |given )*${token} (?:has |is |was )?(?:been )?${gone}${tail}`,
  `(?:an? )?(?:invalid|expired|unknown|no|no active|no valid|missing|bad) (?:session(?: id| key)?|${token})(?: found| given| supplied| provided)?${tail}`,
  `session[ -]?(?:timeout|expiry|expired)${tail}`,
  `${party} (?:logged[ -]?(?:in|on)|signed[ -]?in|authenticated)${tail}`,
  "(?:please |you (?:must|need to|have to) )(?:be )?(?:re-?)?(?:log|logged|sign|signed)[ -]?(?:in|on)(?: again| first| before.*| to .*)?[.!]?",
  "(?:log[ -]?in|authentication)(?: is)? (?:required|needed)(?: first)?[.!]?",
];
/** Texts that say the same if there are sessions; otherwise they say that a right is missing. */
const unauthorised = [
  `${party} authori[sz]ed${tail}`,
  "authori[sz]ation(?: is)? (?:required|needed)(?: first)?[.!]?",
  "unauthori[sz]ed(?: access| request)?[.!]?",
];
const whole = (patterns: readonly string[]): RegExp[] => patterns.map((pattern) => new RegExp(`^${pattern}$`, "iu"));
const builtIn = { token: whole(ended), session: whole([...ended, ...unauthorised]) };

/**
 * Recognises the answers of an appliance to an ended session or a token that is not accepted. A built-in pattern must
 * match the whole text: names of objects, which are quoted or follow other words, cannot make an ordinary refusal look
 * like this. A pattern of the user may match any part of it.
 */
export class SessionPatterns {
  readonly #patterns: Patterns;

  constructor(
    /** The credential that requests carry. */
    private readonly carrier: keyof typeof builtIn,
    patterns: readonly string[] = [],
  ) {
    this.#patterns = new Patterns("sessionEnded", patterns);
  }

  /** Whether a text says that there is no session or no valid token. */
  match(text: string): boolean {
    const cut = text.slice(0, LONGEST_TEXT);
    const plain = cut.replace(/^\s*(?:error|failed|failure|denied|access denied)\s*[:,.-]\s*/iu, "").trim();
    return builtIn[this.carrier].some((pattern) => pattern.test(plain)) || this.#patterns.match(cut);
  }
}
