import { BusyError, CredentialsError, RefusedError } from "../../errors/errors";

/**
 * An action that the API document spells in two ways. The spelling of its example is tried first. If the gateway
 * refuses the whole request, nothing was changed, and the other spelling is tried. The one that worked is used for the
 * rest of the process.
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
        // Refused under both spellings: report the refusal of the usual one, unless it is about the action itself.
        throw isWholeRefusal(second) && !isOfAction(error) ? error : second;
      });
      works = text;
      return reply;
    }
  };
}

/** Whether a refusal says that the gateway does not have the action, which the request was sent to. */
function isOfAction(error: unknown): boolean {
  return error instanceof RefusedError && /\baction\b/iu.test(error.words);
}

/** True if the gateway refused the request as a whole; failures of single items are reported in its response. */
function isWholeRefusal(error: unknown): boolean {
  return error instanceof RefusedError && !(error instanceof CredentialsError || error instanceof BusyError);
}
