import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ApplianceKind, HttpReply, RequestSpec, Send } from "../../../provider/client";

/** What undici publishes about a request. */
interface Published {
  readonly request: object;
  readonly socket?: { destroySoon(): void };
}

/** Requests that change no configuration. */
const ofSession = /^\/(?:login|logout|rebuild)/u;

/** Cuts connections and ends sessions: it works below the retries of the provider's clients. */
export class Faults {
  #isAnswerLost = false;
  #isSessionEnded = false;
  /** Requests of the provider since the last count began. */
  count = 0;

  /** Cuts the connection of the next request that changes something as soon as the request is sent. */
  loseAnswer(): void {
    this.#isAnswerLost = true;
  }

  /** The next request of the replicator comes without its session. */
  endSession(): void {
    this.#isSessionEnded = true;
  }

  /** Removes what did not occur. Returns whether an answer was to be lost and was not. */
  reset(): boolean {
    const isOpen = this.#isAnswerLost;
    this.#isAnswerLost = false;
    this.#isSessionEnded = false;
    return isOpen;
  }

  readonly layer = (inner: Send, appliance: ApplianceKind): Send => {
    return async (request) => {
      this.count += 1;
      if (this.#isSessionEnded && appliance === "replicator" && !ofSession.test(request.action)) {
        this.#isSessionEnded = false;
        return inner({ ...request, headers: {} });
      }
      if (!this.#isAnswerLost || request.operation === "read" || ofSession.test(request.action)) return inner(request);
      this.#isAnswerLost = false;
      return sentAndCut(inner, request);
    };
  };
}

/**
 * Sends a request, and closes its connection when its last byte is written. No answer can arrive then. Undici publishes
 * the requests of all clients of the process: ours is the one that it creates during the call.
 */
async function sentAndCut(inner: Send, spec: RequestSpec): Promise<HttpReply> {
  let ours: Partial<Published> = {};
  const created = (message: unknown): void => void (ours = message as Published);
  const begun = (message: unknown): void => {
    if ((message as Published).request === ours.request) ours = message as Published;
  };
  const sent = (message: unknown): void => {
    if ((message as Published).request === ours.request) ours.socket?.destroySoon();
  };
  subscribe("undici:client:sendHeaders", begun);
  subscribe("undici:request:bodySent", sent);
  try {
    subscribe("undici:request:create", created);
    const reply = inner(spec);
    unsubscribe("undici:request:create", created);
    return await reply;
  } finally {
    unsubscribe("undici:client:sendHeaders", begun);
    unsubscribe("undici:request:bodySent", sent);
  }
}
