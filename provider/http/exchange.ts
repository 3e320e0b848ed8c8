import { isUtf8 } from "node:buffer";
import type { Dispatcher } from "undici";
import type { Details } from "../errors/errors";
import { notTheApi } from "./answer";
import { ConnectFailure } from "./connector";
import type { HttpReply } from "./request";

/** What happened, and what to do about it. */
export type Explanation = Pick<Details, "advice" | "adviceWith" | "arrived"> & { readonly words: string };

/** An exchange that returned no reply. */
export class ExchangeFailure extends Error {
  constructor(
    readonly why: Explanation | ConnectFailure,
    /** Whether a byte of the request can have reached the appliance. */
    readonly sent: boolean,
    /** Code of undici or the operating system. Their errors hold headers, so nothing else is passed on. */
    readonly code?: unknown,
  ) {
    super("no reply");
  }
}

export interface ExchangeBounds {
  readonly headersMs: number;
  readonly totalMs: number;
  readonly responseBytes: number;
}

/** Sends one request. Throws an {@link ExchangeFailure} if there is no complete response. */
export function exchange(
  pool: Dispatcher,
  options: Dispatcher.DispatchOptions,
  bounds: ExchangeBounds,
): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    pool.dispatch(options, new Exchange(bounds, resolve, reject));
  });
}

/**
 * One request and its response, as undici reports them. undici calls `onRequestStart` just before it writes the first
 * byte: a failure before that is certainly "not sent", any later one is not. After the first outcome, the promise
 * ignores any other one.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #head: Pick<HttpReply, "status" | "headers"> | undefined;
  #bytes = 0;

  constructor(
    private readonly bounds: ExchangeBounds,
    private readonly resolve: (reply: HttpReply) => void,
    private readonly reject: (failure: ExchangeFailure) => void,
  ) {}

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#controller !== undefined) {
      controller.abort(new Error("a request is written once"));
      return;
    }
    this.#controller = controller;
    this.#deadline("headers", this.bounds.headersMs, "no answer within");
    this.#deadline("total", this.bounds.totalMs, "the answer was not complete within");
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: HttpReply["headers"]): void {
    if (status < 200) return;
    this.#head = { status, headers };
    clearTimeout(this.#timers[0]);
    const encoding = headers["content-encoding"] ?? "identity";
    if (String(encoding).trim().toLowerCase() !== "identity") {
      this.#abandon(strange("the answer is compressed although it was asked for uncompressed"));
    }
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
    const most = this.bounds.responseBytes;
    if (this.#bytes <= most) return;
    const advice = "Request less data, or raise maxResponseBytes";
    this.#abandon({ words: `the answer is longer than ${most} bytes`, advice, arrived: true });
  }

  onResponseEnd(): void {
    this.#end();
    if (this.#head === undefined) this.#fail(strange("the answer is not HTTP/1.1"));
    else this.resolve({ ...this.#head, text: bodyText(Buffer.concat(this.#chunks)) });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error & { code?: unknown }): void {
    this.#fail(error instanceof ConnectFailure ? error : this.#lost(error), error.code);
  }

  #deadline(name: string, milliseconds: number, words: string): void {
    const advice = `timeouts.${name} sets the limit. If it was a change, check whether it was made before you repeat it`;
    const abandon = (): void => {
      this.#abandon({ words: `${words} ${seconds(milliseconds)}`, advice });
    };
    this.#timers.push(setTimeout(abandon, milliseconds));
  }

  #lost({ name, message, code }: Error & { code?: unknown }): Explanation {
    if (code === "UND_ERR_HEADERS_OVERFLOW") return strange("the header of the answer is longer than 16 KiB");
    // The parser gives no code. Its text "Invalid EOF state" means that the peer closed inside a chunked body.
    const isParser = name === "HTTPParserError";
    if (isParser && !message.includes("Invalid EOF")) return strange("the answer is not HTTP/1.1");
    const coded = typeof code === "string" ? ` (${code})` : "";
    const isCut = isParser || this.#head !== undefined || code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";
    if (isCut) return { words: `the answer was cut off before its end${coded}` };
    const isSent = this.#controller !== undefined;
    return {
      words: (isSent ? "the connection was closed before an answer came" : "no connection could be used") + coded,
    };
  }

  #abandon(why: Explanation): void {
    this.#fail(why);
    this.#controller?.abort(new Error(why.words));
  }

  #fail(why: ExchangeFailure["why"], code?: unknown): void {
    this.#end();
    this.reject(new ExchangeFailure(why, this.#controller !== undefined, code));
  }

  #end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}

function strange(words: string): Explanation {
  return { words, advice: notTheApi, arrived: true };
}

export function seconds(milliseconds: number): string {
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;
}

/** The text of a response: UTF-8 or, if the bytes are none, ISO-8859-1. Without a byte order mark and blanks before it. */
function bodyText(body: Buffer): string {
  const text = isUtf8(body) ? body.toString("utf8") : body.toString("latin1");
  return text.replace(/^[\s\ufeff]+/u, "");
}
