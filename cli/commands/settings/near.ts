import type { ReplicatorClient } from "../../../provider/client";
import { ApplianceError, RefusedError } from "../../../provider/errors";
import { nearWord } from "../../../provider/values/unknown-word";
import { CommandError } from "../../errors";

/**
 * Changes a setting. Where the appliance refuses that and lists no setting of this name but one like it, the error says
 * so: only the appliance knows which settings there are.
 */
export async function nearSetting<T>(client: ReplicatorClient, name: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const settings = await client.show.settings().catch((failure: unknown) => {
      // Where the list cannot be read either, the refusal is still what the user has to know.
      if (failure instanceof ApplianceError) throw error;
      throw failure;
    });
    const known = [...settings.keys()];
    const near = known.includes(name) ? undefined : nearWord(name, known);
    if (near === undefined) throw error;
    throw new CommandError("refused", `${error.message} Did you mean "${near}"?`, { cause: error });
  }
}
