import { sentence } from "../../../provider/values/quoted";
import type { ApplianceKind, HttpReply } from "../../../provider/client";
import type { Configuration } from "../../../provider/config/configuration";
import { sentenceOf } from "../../errors";
import { Observer } from "./observer";
import { present } from "../../../provider/values/collections";

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
  /** What to do: sentences, and commands to paste. */
  readonly fix?: readonly string[];
  /** The commands in `fix`. */
  readonly commands?: readonly string[];
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

/** What to do about a finding: a sentence, or a command to paste. */
export type Fix = string | { readonly command: string };

interface Advice extends Pick<Finding, "isChoice" | "isVerbose"> {
  readonly fix?: readonly Fix[];
}

/** Collects findings. */
export class Findings<About extends Finding["about"] = Finding["about"]> {
  readonly list: Finding[] = [];

  constructor(protected readonly about: About) {}

  good(check: string, what: string): void {
    this.add(check, "good", what);
  }

  note(check: string, what: string, why?: string, ...fix: readonly Fix[]): void {
    this.add(check, "note", what, why, { fix });
  }

  attention(check: string, what: string, why?: string, ...fix: readonly Fix[]): void {
    this.add(check, "attention", what, why, { fix });
  }

  /** Something that does not work, and alternatives: one of them is enough. */
  choice(check: string, what: string, why: string, fix: readonly Fix[]): void {
    this.add(check, "attention", what, why, fix.length > 1 ? { fix, isChoice: true } : { fix });
  }

  add(check: string, status: FindingStatus, what: string, why?: string, { fix = [], ...more }: Advice = {}): void {
    const { about } = this;
    const commands = fix.flatMap((one) => (typeof one === "string" ? [] : one.command));
    this.list.push({
      ...{ about, check, status, what: sentence(what), ...present({ why }), ...more },
      ...(fix.length > 0 && { fix: fix.map((one) => (typeof one === "string" ? one : one.command)) }),
      ...(commands.length > 0 && { commands }),
    });
  }
}

/** The examination of one appliance: findings, the answers that they are based on, and commands that set its keys. */
export class Probe extends Findings<ApplianceKind> {
  readonly observer: Observer;

  constructor(
    about: ApplianceKind,
    private readonly configuration: Configuration,
    private readonly site: string | undefined,
  ) {
    super(about);
    this.observer = new Observer(about);
  }

  /** The command that sets a key that is not a secret. Keys of lists include their index: `certFingerprints[0]`. */
  set(key: string, value: string): Fix {
    return { command: this.configuration.toSet(this.about, this.site, key, value) };
  }

  /** The last answer of the appliance. */
  get reply(): HttpReply | undefined {
    return this.observer.seen.at(-1)?.reply;
  }

  /** The result of a read. A failure is a finding with what follows from it. */
  async read<T>(
    check: string,
    ask: () => Promise<T>,
    why: string,
    status: FindingStatus = "attention",
  ): Promise<T | undefined> {
    try {
      return await ask();
    } catch (error) {
      this.add(check, status, sentenceOf(error), why);
      return undefined;
    }
  }

  /** Reports if a list lacks entries that it counts itself, or that this package cannot read. */
  examineLack(list: string, { lack }: { readonly lack?: string | undefined }): void {
    if (lack !== undefined)
      this.attention("total", `${list} ${lack}`, "What is missing never counts as deleted.", REPORT_IT);
  }
}

/** What to do about an answer that this package does not know. */
export const REPORT_IT = "Report this with `flowgate doctor --record <file>`.";
