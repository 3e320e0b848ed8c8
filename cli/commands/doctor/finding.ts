import { sentence } from "../../../provider/values/quoted";
import type { ApplianceKind } from "../../../provider/client";
import { ApplianceError } from "../../../provider/errors/errors";
import { messageOf } from "../../../provider/errors/message";
import type { Configuration } from "../../../provider/config/configuration";
import { sentenceOf } from "../../errors";
import { present } from "../../../provider/values/collections";

/**
 * Result of a check. *good*: as it should be. *note*: worth knowing. *unknown*: cannot be determined, with the reason.
 * *attention*: something does not work, or soon will not.
 */
export type FindingStatus = "good" | "note" | "unknown" | "attention";

export interface Finding {
  readonly about: "configuration" | ApplianceKind;
  /** Name of the check, for scripts. */
  readonly check: string;
  readonly status: FindingStatus;
  /** What was found. Further lines are commands to paste. */
  readonly what: string;
  readonly why?: string;
  /** What to do. One of several suffices. */
  readonly fix?: readonly Fix[];
}

/** What to do about a finding: a sentence, or a command to paste. */
export type Fix = string | { readonly command: string };

/** The examination of the configuration or of one appliance: findings, and commands that set its keys. */
export class Probe {
  readonly list: Finding[] = [];

  constructor(
    private readonly appliance: ApplianceKind,
    private readonly configuration: Configuration,
    private readonly site: string | undefined,
    private readonly about: Finding["about"] = appliance,
  ) {}

  good(check: string, what: string): void {
    this.add(check, "good", what);
  }

  note(check: string, what: string, why?: string, ...fix: readonly Fix[]): void {
    this.add(check, "note", what, why, fix);
  }

  attention(check: string, what: string, why?: string, ...fix: readonly Fix[]): void {
    this.add(check, "attention", what, why, fix);
  }

  add(check: string, status: FindingStatus, what: string, why?: string, fix: readonly Fix[] = []): void {
    const { about } = this;
    this.list.push({ about, check, status, what: sentence(what), ...present({ why }), ...(fix.length > 0 && { fix }) });
  }

  /** The command that sets a key that is not a secret. Keys of lists include their index: `certFingerprints[0]`. */
  set(key: string, value: string): Fix {
    return { command: this.configuration.toSet(this.appliance, this.site, key, value) };
  }

  /** What an error says, with the lines that set keys of this appliance. */
  said(error: unknown): string {
    const { appliance, configuration, site } = this;
    const toSet = (key: string, value?: string): string => configuration.toSet(appliance, site, key, value);
    return error instanceof ApplianceError ? messageOf(error, `The ${appliance}`, "", toSet) : sentenceOf(error);
  }

  /** The result of a read. A failure is a finding with what follows from it. */
  async read<T>(check: string, ask: () => Promise<T>, why: string, status: FindingStatus = "attention") {
    try {
      return await ask();
    } catch (error) {
      this.add(check, status, this.said(error), why);
      return undefined;
    }
  }
}
