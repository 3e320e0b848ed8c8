import { EXISTENCE, forms, GRAMMAR, LABEL, TROUBLE, unmade, VOCABULARY } from "./forms";
import type { Action, Command, Form, Verdict } from "./forms";
import { escaped, LONGEST_PATTERN, MOST_PATTERNS, Patterns } from "./patterns";
import { countIn, wordsOf } from "./tokens";

/** The names and ids that were sent, which a text may mention. */
type SentNames = readonly (string | number)[];

/** A text about one change is a sentence. A longer one is not read, because patterns take time. */
const LONGEST = 1000;

/**
 * Judges a text in which `rm=user_api` reports on one change. Names may contain any word, so those that were sent are
 * removed first. For a name that consists of words of the language itself ("not"), both readings must agree.
 * (docs/internals/decisions/0019-texts-and-lines.md)
 */
export function judge(action: Action, text: string, names: SentNames = []): Verdict {
  if (text.length > LONGEST) return "unknown";
  const known = names.map((name) => String(name).trim().toLowerCase()).filter((name) => name !== "");
  const verdictOf = (those: readonly string[]): Verdict => {
    const count = action === "delete" ? countIn(text, those) : "";
    return byForms(action, wordsOf(text, those) + count, unmade(action));
  };
  const verdict = verdictOf(known);
  const clear = known.filter((name) => !name.split(/\s+/u).every((word) => GRAMMAR.has(word)));
  return clear.length === known.length || verdictOf(clear) === verdict ? verdict : "unknown";
}

/** Judges the text of a successful command, without its values: whether it fits the command. */
export function judgeCommand(command: Command, text: string): Verdict {
  return byForms(command, text);
}

/** The verdict of the first form that applies to a text. */
function byForms(action: Action | Command, whole: string, failure?: RegExp): Verdict {
  // The reason why a change was not made outweighs the failure itself: "could not be removed: not a member".
  const reason = failure === undefined ? whole : whole.replace(LABEL, " ").replace(failure, " ").replace(/\s+/gu, " ");
  const isPositive = !LABEL.test(whole) && (failure === undefined || whole.search(failure) < 0);
  const texts = { whole: [whole], reason: [reason], clauses: [reason, ...reason.split(" , ")] };
  const applies = (form: Form): boolean =>
    form.on.includes(action) &&
    (isPositive || form.isPositive !== true) &&
    texts[form.in ?? "whole"].some((text) => isOfForm(text, form));
  return forms.find(applies)?.verdict ?? "unknown";
}

function isOfForm(text: string, { pattern, unless, isStart, isUnderstood }: Form): boolean {
  const found = pattern.exec(text);
  if (found === null) return false;
  if (isStart !== true) return unless?.test(text) !== true && (isUnderstood !== true || consistsOfKnownWords(text));
  // A literally known text, with any names in it; the text after it must not negate it.
  const rest = text.slice(found[0].length);
  return unless?.test(found[0]) !== true && !TROUBLE.test(rest.slice(rest.search(/ , |$/u)));
}

function consistsOfKnownWords(text: string): boolean {
  return text
    .split(/[\s,]+/u)
    .filter((word) => word !== "")
    .every((word) => VOCABULARY.has(word) || /^@[ugpn]$/u.test(word));
}

/** A user's patterns for texts of a gateway that this package does not understand: `flowgate:gateway.wording`. */
export interface Wording {
  readonly done?: readonly string[] | undefined;
  readonly already?: readonly string[] | undefined;
  readonly refused?: readonly string[] | undefined;
}

/** If several patterns match one text, the first of these meanings counts: it assumes the least. */
const meanings = ["refused", "already", "done"] as const;

/** Judges the texts of one gateway: by the user's patterns if one matches, else by the rules of this package. */
export class Judge {
  readonly #patterns: ReadonlyMap<(typeof meanings)[number], Patterns>;

  constructor(wording: Wording = {}) {
    this.#patterns = new Map(meanings.map((one) => [one, new Patterns(`gateway.wording.${one}`, wording[one])]));
  }

  verdict(action: Action, text: string, names: SentNames): Verdict {
    const own = this.worded(text);
    // A name that exists already shows that the user does.
    if (action === "find" && own !== undefined) return own === "already" ? "done" : own;
    return own ?? judge(action, text, names);
  }

  /** The verdict of the user's patterns on a text, if one matches its beginning. */
  worded(text: string): Verdict | undefined {
    const words = text.trim().slice(0, LONGEST);
    return meanings.find((meaning) => this.#patterns.get(meaning)?.match(words));
  }

  /** The error message for a text that is not understood, with the line that configures a pattern for it. */
  unclear(text: string, names: SentNames): string {
    const start = `the gateway's answer is not understood, so nothing is known about the change: "${text}".`;
    if (this.worded(text) !== undefined)
      return `${start} A configured pattern matches it: correct flowgate:gateway.wording.`;
    return (
      `${start} If it says that the change was made, ${this.#line("done", text, names)} (or ` +
      `${this.#path("already")} if the change was not needed, ${this.#path("refused")} if it was refused), then pulumi up ` +
      "again."
    );
  }

  /** Whether a refusal may mean that what it asks for is the case, and no pattern of the user decides it. */
  isOpen(action: Action, text: string): boolean {
    const mayMeanSo = isRemoval(action) || (action !== "rename" && EXISTENCE.test(text.toLowerCase()));
    return mayMeanSo && this.worded(text) === undefined;
  }

  /**
   * The error message for a refused change. A refusal that may mean that nothing was to be done names the
   * line that says so.
   */
  refused(action: Action, text: string, names: SentNames): string {
    const what = action === "create" || action === "delete" ? ` to ${action} it` : "";
    const refused = `the gateway refused${what}: ${text}`;
    if (!this.isOpen(action, text)) return refused;
    const so = isRemoval(action) ? "that it does not exist" : "that it exists";
    return `${refused}. If this says ${so}, ${this.#line("already", text, names)}, then pulumi up again.`;
  }

  /** How to configure a pattern for a text. */
  #line(meaning: (typeof meanings)[number], text: string, names: SentNames): string {
    const pattern = `'${patternFor(text, names)}'`;
    if (!this.#isFull(meaning)) return `run: pulumi config set --path "${this.#path(meaning)}" ${pattern}`;
    return (
      `replace one of the ${MOST_PATTERNS} patterns in ${this.#path(meaning)} with ${pattern}, or merge two of them ` +
      "(one|other) to add it, because the list can have no more"
    );
  }

  /** The place of the next pattern, or the whole list if it has no place for one. */
  #path(meaning: (typeof meanings)[number]): string {
    const list = `flowgate:gateway.wording.${meaning}`;
    return this.#isFull(meaning) ? list : `${list}[${String(this.#sizeOf(meaning))}]`;
  }

  #isFull(meaning: (typeof meanings)[number]): boolean {
    return this.#sizeOf(meaning) >= MOST_PATTERNS;
  }

  #sizeOf(meaning: (typeof meanings)[number]): number {
    return this.#patterns.get(meaning)?.size ?? 0;
  }
}

function isRemoval(action: Action): boolean {
  return action === "remove" || action === "delete";
}

/**
 * Maximum length of the text in a suggested pattern: a longer one is recognised by its beginning. Each of its characters
 * takes at most two in the pattern.
 */
const LONGEST_SUGGESTION = LONGEST_PATTERN / 2 - 1;
/** Maximum number of names in a suggested pattern: each multiplies the time that another text takes. */
const MOST_NAMES = 3;

/** A pattern for texts like this one about other objects, in single quotes for a shell. */
function patternFor(text: string, names: SentNames): string {
  const longestFirst = names.map(String).sort((one, other) => other.length - one.length);
  const named = longestFirst.filter((name) => name !== "").map(escaped);
  const whole = text.trim();
  const words = whole.slice(0, LONGEST_SUGGESTION);
  const between = named.length === 0 ? [words] : words.split(new RegExp(bounded(named.join("|")), "giu"));
  const parts = between.slice(0, MOST_NAMES + 1);
  const end = words === whole && parts.length === between.length ? "$" : "";
  return `^${parts.map((part) => escaped(part).replaceAll("'", ".")).join(".+")}${end}`;
}

/** A pattern that matches one of these alternatives as a separate word. */
export function bounded(alternatives: string): string {
  return `(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`;
}
