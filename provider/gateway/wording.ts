import { escaped, Patterns } from "../http/patterns";
import { judge, LONGEST, mentionsExistence, type Action, type SentNames, type Verdict } from "./judge";

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
    return this.worded(text) ?? judge(action, text, names);
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
      `${start} If it says that the change was made, run: ${this.#line("done", text, names)} (or ` +
      `${this.#path("already")} if the change was not needed, ${this.#path("refused")} if it was refused), then pulumi up ` +
      "again."
    );
  }

  /** Whether a refusal may mean that a link is as requested, and no pattern of the user decides it. */
  isOpen(action: Action, text: string): boolean {
    const mayMeanSo = action === "remove" || (action === "add" && mentionsExistence(text));
    return mayMeanSo && this.worded(text) === undefined;
  }

  /**
   * The error message for a refused change of a link. A refusal that may mean that nothing was to be done names the
   * line that says so.
   */
  refused(action: Action, text: string, names: SentNames): string {
    if (!this.isOpen(action, text)) return `the gateway refused: ${text}`;
    const so = action === "remove" ? "that it does not exist" : "that it exists";
    const line = this.#line("already", text, names);
    return `the gateway refused: ${text}. If this says ${so}, run: ${line}, then pulumi up again.`;
  }

  #line(meaning: (typeof meanings)[number], text: string, names: SentNames): string {
    return `pulumi config set --path "${this.#path(meaning)}" '${patternFor(text, names)}'`;
  }

  #path(meaning: (typeof meanings)[number]): string {
    return `flowgate:gateway.wording.${meaning}[${String(this.#patterns.get(meaning)?.size ?? 0)}]`;
  }
}

/** Maximum length of a suggested pattern: a longer text is recognised by its beginning. */
const LONGEST_SUGGESTION = 200;

/** A pattern for texts like this one about other objects, in single quotes for a shell. */
function patternFor(text: string, names: SentNames): string {
  const longestFirst = names.map(String).sort((one, other) => other.length - one.length);
  const named = longestFirst.filter((name) => name !== "").map(escaped);
  const whole = text.trim();
  const words = whole.slice(0, LONGEST_SUGGESTION);
  const between = named.length === 0 ? [words] : words.split(new RegExp(bounded(named.join("|")), "giu"));
  const end = words === whole ? "$" : "";
  return `^${between.map((part) => escaped(part).replaceAll("'", ".")).join(".+")}${end}`;
}

/** A pattern that matches one of these alternatives as a separate word. */
export function bounded(alternatives: string): string {
  return `(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`;
}
