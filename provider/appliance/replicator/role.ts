import { ApplianceError } from "../../errors/errors";
import { Refusal } from "../../errors/refusal";
import type { ReplicatorClient } from "../../replicator/client";
import { isSecondary } from "../../replicator/show-schemas";
import type { Limiter } from "../client-layer";

/**
 * A check before each change, which asks once: it detects a secondary appliance by the role in `license/check`. No other
 * response that is read for resources contains the role. A license that cannot be read, or that contains no role,
 * prevents nothing. Throws a Refusal on a secondary, unless the configuration asks for a warning.
 */
export function changesTaken(
  client: ReplicatorClient,
  limiter: Limiter,
  onSecondary: "refuse" | "warn",
  warn: (text: string) => void,
): () => Promise<void> {
  let asked: Promise<void> | undefined;
  return () => (asked ??= ask());

  async function ask(): Promise<void> {
    const role = await limiter.execute(() => client.licenseCheck()).then((license) => license.role, unknownRole);
    if (role === undefined || !isSecondary(role)) return;
    const what = `the replicator ${client.host} is a secondary appliance (its license names the role "${role}")`;
    if (onSecondary === "warn") warn(`${what}: changes to it may be lost.`);
    else {
      throw new Refusal(
        `${what}, so nothing was changed. Set replicator.url to the URL of the primary. If this one accepts changes ` +
          'anyway, set replicator.secondary to "warn".',
      );
    }
  }
}

/** The change itself fails with its own error. */
function unknownRole(error: unknown): undefined {
  if (!(error instanceof ApplianceError)) throw error;
}
