import type { HttpReply, RequestSpec, Send } from "./request";

/**
 * Sends nothing more after an answer that makes all later requests useless: they fail at once, with the same error. It
 * sits directly before the transport, so that requests which wait for their turn fail too.
 *
 * @param refusalIn the error that such an answer comes to
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
