import { isUtf8 } from "node:buffer";
import type { Dispatcher } from "undici";
import { ConnectFailure } from "./connector";
import type { HttpReply } from "./request";

/** Why an exchange returned no reply. `sent` says whether a byte of the request can have reached the appliance. */
export interface ExchangeFailure {
  readonly kind:
    | "connect"
    | "closed"
    | "cut"
    | "headersDeadline"
    | "totalDeadline"
    | "tooLong"
    | "headerTooLong"
    | "encoded"
    | "protocol";
  readonly sent: boolean;
  /** Code of the operating system, TLS or undici. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

export interface ExchangeBounds {
  readonly headersMs: number;
  readonly totalMs: number;
  readonly responseBytes: number;
}

type Outcome = { reply: HttpReply } | { failure: ExchangeFailure };

/**
 * One request and its response, as undici reports them. undici calls `onRequestStart` just before it writes the first
 * byte: a failure before that is certainly "not sent", any later one is not.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly outcome: Promise<Outcome>;
  readonly #bounds: ExchangeBounds;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #chunks: Buffer[] = [];
  #settle!: (outcome: Outcome) => void;
  #settled = false;
  #controller: Dispatcher.DispatchController | undefined;
  #head: Pick<HttpReply, "status" | "headers"> | undefined;
  #bytes = 0;

  constructor(bounds: ExchangeBounds) {
    this.#bounds = bounds;
    this.outcome = new Promise((resolve) => (this.#settle = resolve));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#controller !== undefined) {
      controller.abort(new Error("a request is written once"));
      return;
    }
    this.#controller = controller;
    const { headersMs, totalMs } = this.#bounds;
    this.#timers.push(
      setTimeout(() => this.#head === undefined && this.#abandon("headersDeadline"), headersMs),
      setTimeout(() => this.#abandon("totalDeadline"), totalMs),
    );
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: HttpReply["headers"]): void {
    if (status < 200) return;
    this.#head = { status, headers };
    const encoding = headers["content-encoding"];
    if (encoding !== undefined && String(encoding).trim().toLowerCase() !== "identity") {
      this.#abandon("encoded");
      return;
    }
    if (Number(headers["content-length"]) > this.#bounds.responseBytes) this.#abandon("tooLong");
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#bounds.responseBytes) {
      this.#abandon("tooLong");
      return;
    }
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#head === undefined) {
      this.#fail({ kind: "protocol", sent: true });
      return;
    }
    const text = bodyText(Buffer.concat(this.#chunks));
    this.#finish({ reply: { ...this.#head, text } });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(failureOf(error, this.#controller !== undefined, this.#head !== undefined));
  }

  #abandon(kind: ExchangeFailure["kind"]): void {
    this.#fail({ kind, sent: true });
    this.#controller?.abort(new Error(kind));
  }

  #fail(failure: ExchangeFailure): void {
    this.#finish({ failure });
  }

  #finish(outcome: Outcome): void {
    if (this.#settled) return;
    this.#settled = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#settle(outcome);
  }
}

/** undici's errors hold headers and sockets, so only their code and message are passed on. */
function failureOf(error: Error & { code?: unknown }, sent: boolean, answered: boolean): ExchangeFailure {
  if (error instanceof ConnectFailure)
    return { kind: "connect", sent: false, code: error.reason, message: error.message };
  const code = typeof error.code === "string" ? error.code : undefined;
  const facts = { sent, code, message: error.message };
  if (code === "UND_ERR_HEADERS_OVERFLOW") return { kind: "headerTooLong", ...facts };
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") return { kind: "cut", ...facts };
  if (error.name === "HTTPParserError") {
    // The parser gives no code. Its text "Invalid EOF state" means that the peer closed inside a chunked body.
    return { kind: error.message.includes("Invalid EOF") ? "cut" : "protocol", ...facts };
  }
  return { kind: answered ? "cut" : "closed", ...facts };
}

/** The text of a response: UTF-8 or, if the bytes are none, ISO-8859-1. Without a byte order mark and blanks before it. */
function bodyText(body: Buffer): string {
  const text = isUtf8(body) ? body.toString("utf8") : body.toString("latin1");
  return text.replace(/^[\s\ufeff]+/u, "");
}
