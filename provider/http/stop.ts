import type { HttpReply, RequestSpec, Send } from "./request";

/**
 * Sends nothing more after a response that makes all later requests useless: these fail at once, with the same error.
 * Must be directly before the transport, so that requests which wait for their turn fail too.
 *
 * @param refusalIn returns the error for such a response
 */
export function stopAtRefusal(
  send: Send,
  refusalIn: (reply: HttpReply, request: RequestSpec) => Error | undefined,
): Send {
  let refusal: Error | undefined;
  return async (request) => {
    if (refusal !== undefined) throw refusal;
    const reply = await send(request);
    refusal ??= refusalIn(reply, request);
    if (refusal !== undefined) throw refusal;
    return reply;
  };
}
