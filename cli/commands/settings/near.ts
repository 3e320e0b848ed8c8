import type { ReplicatorClient } from "../../../provider/client";
import { ApplianceError, RefusedError } from "../../../provider/errors/errors";
import { nearWord } from "../../../provider/values/quoted";
import { CommandError } from "../../errors";

/**
 * Changes a setting. If the appliance refuses and lists no setting with this name but a similar one, the error suggests
 * that one: only the appliance knows which settings exist.
 */
export async function nearSetting<T>(client: ReplicatorClient, name: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const settings = await client.show.settings().catch((failure: unknown) => {
      // If the list cannot be read either, the user needs to know the refusal.
      if (failure instanceof ApplianceError) throw error;
      throw failure;
    });
    const known = [...settings.keys()];
    const near = known.includes(name) ? undefined : nearWord(name, known);
    if (near === undefined) throw error;
    throw new CommandError("refused", `${error.message} Did you mean "${near}"?`, { cause: error });
  }
}
