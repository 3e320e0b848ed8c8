import type { ApplianceKind } from "../../provider/errors/errors";

/**
 * Result of a check. *good*: as it should be. *note*: worth knowing. *unknown*: cannot be determined, with the reason.
 * *attention*: something does not work, or soon will not.
 */
export type FindingStatus = "good" | "note" | "unknown" | "attention";

/** Finding of one check. */
export interface Finding {
  readonly about: "configuration" | ApplianceKind;
  /** Name of the check, for scripts. */
  readonly check: string;
  readonly status: FindingStatus;
  readonly what: string;
  readonly why?: string;
  /** What to do: sentences, or commands to paste. */
  readonly fix?: readonly string[];
  /** Whether one of `fix` suffices. */
  readonly isChoice?: true;
  /** Whether it is only for the maintainers of this package. */
  readonly isVerbose?: true;
}

/** An appliance's answer to a point that the API documents leave open. */
export interface OpenPoint {
  readonly about: ApplianceKind;
  readonly point: string;
  readonly answer: string;
}

/** Result of examining one appliance. */
export interface Examination {
  readonly findings: readonly Finding[];
  readonly openPoints: readonly OpenPoint[];
}

/** Collects findings about one appliance. */
export class Findings {
  readonly list: Finding[] = [];

  constructor(private readonly about: Finding["about"]) {}

  good(check: string, what: string): void {
    this.#add(check, "good", what);
  }

  note(check: string, what: string, why?: string, fix?: readonly string[]): void {
    this.#add(check, "note", what, why, fix);
  }

  unknown(check: string, what: string, why: string, fix?: readonly string[]): void {
    this.#add(check, "unknown", what, why, fix);
  }

  attention(check: string, what: string, why?: string, fix?: readonly string[]): void {
    this.#add(check, "attention", what, why, fix);
  }

  /** Something that does not work, and alternatives: one of them is enough. */
  choice(check: string, what: string, why: string | undefined, fix: readonly string[]): void {
    this.#add(check, "attention", what, why, fix, fix.length > 1 ? { isChoice: true } : {});
  }

  /** A note for the maintainers of this package. */
  detail(check: string, what: string, why: string): void {
    this.#add(check, "note", what, why, undefined, { isVerbose: true });
  }

  #add(
    check: string,
    status: FindingStatus,
    what: string,
    why?: string,
    fix?: readonly string[],
    more: Pick<Finding, "isChoice" | "isVerbose"> = {},
  ): void {
    const given = { ...(why === undefined ? {} : { why }), ...(fix === undefined ? {} : { fix }) };
    this.list.push({ about: this.about, check, status, what: sentence(what), ...given, ...more });
  }
}

/** The text with a full stop at its end. */
export function sentence(text: string): string {
  return /[.?!]$/u.test(text) ? text : `${text}.`;
}
