import { BusyError, CredentialsError, RefusedError } from "../../errors";

/**
 * An action that the document spells in two ways. The spelling of its example is tried first; where the gateway refuses
 * the whole request, nothing was changed, and the other one is tried. What worked is kept for the rest of the process.
 */
export function eitherSpelling<Argument, Reply>(
  example: (argument: Argument) => Promise<Reply>,
  text: (argument: Argument) => Promise<Reply>,
): (argument: Argument) => Promise<Reply> {
  let works: ((argument: Argument) => Promise<Reply>) | undefined;
  return async (argument) => {
    if (works !== undefined) return works(argument);
    try {
      const reply = await example(argument);
      works = example;
      return reply;
    } catch (error) {
      if (!isWholeRefusal(error)) throw error;
      const reply = await text(argument).catch((second: unknown) => {
        // Refused under both spellings: the usual one is the one to tell of.
        throw isWholeRefusal(second) ? error : second;
      });
      works = text;
      return reply;
    }
  };
}

/** True where the gateway refused a request as such; its answer reports items that fail. */
function isWholeRefusal(error: unknown): boolean {
  return error instanceof RefusedError && !(error instanceof CredentialsError || error instanceof BusyError);
}
