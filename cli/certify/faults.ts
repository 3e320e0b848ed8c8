import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ApplianceKind, HttpReply, RequestSpec, Send } from "../../provider/client";

/** What undici publishes about a request. */
interface Published {
  readonly request: { readonly method: string; readonly path: string };
  readonly socket?: { destroySoon(): void };
}

/** Cuts connections and ends sessions: it works below the retries of the provider's clients. */
export class Faults {
  #lost: RegExp | undefined;
  #isSessionEnded = false;
  /** Requests of the provider since the last count began. */
  count = 0;
  /** Requests whose connection was cut. */
  cut = 0;

  /** Cuts the connection of the next matching request as soon as the request is sent. */
  loseAnswer(action: RegExp): void {
    this.#lost = action;
  }

  /** The next request of the replicator comes without its session. */
  endSession(): void {
    this.#isSessionEnded = true;
  }

  /** Removes what did not occur. Returns whether an answer was to be lost and was not. */
  reset(): boolean {
    const isOpen = this.#lost !== undefined;
    this.#lost = undefined;
    this.#isSessionEnded = false;
    return isOpen;
  }

  readonly layer = (inner: Send, appliance: ApplianceKind): Send => {
    return async (request) => {
      this.count += 1;
      if (this.#isSessionEnded && appliance === "replicator" && !request.action.startsWith("/login")) {
        this.#isSessionEnded = false;
        return inner({ ...request, headers: {} });
      }
      if (this.#lost?.test(request.action) !== true) return inner(request);
      this.#lost = undefined;
      this.cut += 1;
      return sentAndCut(inner, request);
    };
  };
}

/** Sends a request, and closes its connection when its last byte is written. No answer can arrive then. */
async function sentAndCut(inner: Send, { method, path, ...rest }: RequestSpec): Promise<HttpReply> {
  let ours: Published["request"] | undefined;
  let socket: Published["socket"];
  const listeners = {
    "undici:request:create": ({ request }: Published) => {
      if (request.method === method && request.path.endsWith(path)) ours ??= request;
    },
    "undici:client:sendHeaders": (message: Published) => {
      if (message.request === ours) ({ socket } = message);
    },
    "undici:request:bodySent": ({ request }: Published) => {
      if (request === ours) socket?.destroySoon();
    },
  };
  const all = Object.entries(listeners).map(
    ([name, listen]) => [name, (m: unknown) => listen(m as Published)] as const,
  );
  for (const [name, listener] of all) subscribe(name, listener);
  try {
    return await inner({ method, path, ...rest });
  } finally {
    for (const [name, listener] of all) unsubscribe(name, listener);
  }
}
