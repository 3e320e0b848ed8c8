import { Patterns } from "./patterns";

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
