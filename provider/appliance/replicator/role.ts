import { ApplianceError } from "../../errors/errors";
import { Refusal } from "../../errors/refusal";
import type { ReplicatorClient } from "../../replicator/client";
import { isSecondary } from "../../replicator/show-schemas";
import type { Limiter } from "../client-layer";

/**
 * Detects a secondary appliance before the first change of a process, by the role in `license/check`: one request. No
 * other response that is read for resources contains the role. A license that cannot be read, or that contains no role,
 * prevents nothing.
 */
export class Role {
  #asked: Promise<void> | undefined;

  constructor(
    private readonly client: ReplicatorClient,
    private readonly limiter: Limiter,
    private readonly onSecondary: "refuse" | "warn",
    private readonly warn: (text: string) => void,
  ) {}

  /** Throws a Refusal on a secondary, unless the configuration asks for a warning. */
  assertTakesChanges(): Promise<void> {
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  async #ask(): Promise<void> {
    const role = await this.#role();
    if (role === undefined || !isSecondary(role)) return;
    const what = `the replicator ${this.client.host} is a secondary appliance (its license names the role "${role}")`;
    if (this.onSecondary === "warn") this.warn(`${what}: changes to it may be lost.`);
    else {
      throw new Refusal(
        `${what}, so nothing was changed. Set replicator.url to the URL of the primary. If this one accepts changes ` +
          'anyway, set replicator.secondary to "warn".',
      );
    }
  }

  async #role(): Promise<string | undefined> {
    try {
      return (await this.limiter.execute(() => this.client.licenseCheck())).role;
    } catch (error) {
      // The change itself fails with its own error.
      if (error instanceof ApplianceError) return undefined;
      throw error;
    }
  }
}
