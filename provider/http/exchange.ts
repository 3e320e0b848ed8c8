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
    const text = bodyText(Buffer.concat(this.#chunks), this.#head.headers["content-type"]);
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

/**
 * The text of a response. JSON is UTF-8, so UTF-8 is tried first, whatever charset is declared: some frameworks declare
 * ISO-8859-1 for everything. The declared charset comes next. If neither fits, each byte that is not part of a UTF-8
 * letter is decoded as windows-1252: one bad letter must not change the others. A byte order mark and blank lines
 * before the text are removed. (docs/internals/decisions/0020)
 */
export function bodyText(body: Buffer, contentType: unknown): string {
  const declared = CHARSET.exec(typeof contentType === "string" ? contentType : "")?.[1];
  const others = declared === undefined || LATIN.test(declared) ? [] : [declared];
  // The letters of UTF-16 are two bytes long, which UTF-8 may decode as other letters.
  const labels = /^utf-?16/iu.test(declared ?? "") ? [...others, "utf-8"] : ["utf-8", ...others];
  let text: string | undefined;
  for (const label of labels) text ??= strictly(body, label);
  return (text ?? mixed(body)).replace(/^[\s\ufeff]+/u, "");
}

const CHARSET = /;\s*charset\s*=\s*["']?([\w.:-]+)/iu;
const LATIN = /^(?:iso[-_]?8859[-_]?1|latin-?1|l1|windows-1252|cp-?1252|us-ascii|ascii)$/iu;

/** Undefined if the bytes are not valid in that charset, or if the charset is unknown. */
function strictly(body: Buffer, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

const LETTER =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/gu;

/** The bytes 80 to 9F in windows-1252, which are control characters in ISO-8859-1. Node.js does not decode them. */
const WINDOWS =
  "\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178";

function mixed(body: Buffer): string {
  return body.toString("latin1").replace(LETTER, (letter) => {
    if (letter.length > 1) return Buffer.from(letter, "latin1").toString("utf8");
    return WINDOWS[letter.charCodeAt(0) - 0x80] ?? letter;
  });
}
