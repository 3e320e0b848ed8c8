import { escaped, Patterns } from "../http/patterns";
import { judge, LONGEST, type Action, type SentNames, type Verdict } from "./judge";

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

  /** The verdict of the user's patterns on a text, if one matches. */
  worded(text: string): Verdict | undefined {
    if (text.length > LONGEST) return undefined;
    return meanings.find((meaning) => this.#patterns.get(meaning)?.match(text.trim()));
  }

  /** The error message for a text that is not understood, with the line that configures a pattern for it. */
  unclear(text: string, names: SentNames): string {
    const path = (meaning: (typeof meanings)[number]): string =>
      `flowgate:gateway.wording.${meaning}[${String(this.#patterns.get(meaning)?.size ?? 0)}]`;
    return (
      `the gateway's answer is not understood, so nothing is known about the change: "${text}". If it says that the ` +
      `change was made, run: pulumi config set --path "${path("done")}" '${patternFor(text, names)}' (or ` +
      `${path("already")} if the change was not needed, ${path("refused")} if it was refused), then pulumi up again.`
    );
  }
}

/** A pattern for texts like this one about other objects, in single quotes for a shell. */
function patternFor(text: string, names: SentNames): string {
  const longestFirst = names.map(String).sort((one, other) => other.length - one.length);
  const named = longestFirst.filter((name) => name !== "").map(escaped);
  const between = named.length === 0 ? [text.trim()] : text.trim().split(new RegExp(bounded(named.join("|")), "giu"));
  return `^${between.map((part) => escaped(part).replaceAll("'", ".")).join(".+")}$`;
}

/** A pattern that matches one of these alternatives as a separate word. */
export function bounded(alternatives: string): string {
  return `(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`;
}
