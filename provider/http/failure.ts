import { ApplianceError, type Details, type Place } from "../errors/errors";
import { notTheApi } from "./answer";
import { refusedCertificate } from "./tls";
import { ConnectFailure } from "./connector";
import { limits } from "./options";

type Explanation = Details & { readonly words: string };

/** The limits that apply to a request, for its errors. */
export interface FailureContext {
  readonly connect: number;
  readonly headers: number;
  readonly total: number;
  readonly proxyHost?: string | undefined;
}

/** An error of undici or the operating system. Some hold headers, so only their code is passed on. */
export type Failure = Error & { readonly code?: unknown };

/** The error of a request without a complete response: certainly not sent, or perhaps carried out. */
export function failureOf(failure: Failure, hasBegun: boolean, place: Place, context: FailureContext): ApplianceError {
  const unsent = unsentWords(failure, context);
  if (unsent !== undefined) {
    const { words, ...details } = unsent;
    return new ApplianceError(place, "none", words, { ...details, forAll: true });
  }
  const { words, ...details } = lostWords(failure, hasBegun, context);
  // After an answer that is none, another one would be no answer either.
  const transient = details.arrived !== true;
  return new ApplianceError(place, place.operation === "read" ? "none" : "unknown", words, { ...details, transient });
}

/** The explanation, if no byte of the request can have reached the appliance. */
function unsentWords(failure: Failure, { connect, proxyHost }: FailureContext): Explanation | undefined {
  const { code, message } = failure;
  if (/^UND_ERR_(?:CLOSED|DESTROYED|INVALID)/u.test(String(code))) {
    return { words: `no connection could be used (${String(code)})`, transient: false };
  }
  // A request that was not written to its end is not carried out.
  if (code === "EPIPE") return { words: "the connection was closed before the request was sent", transient: true };
  if (!(failure instanceof ConnectFailure)) return undefined;
  const { reason, certificate } = failure;
  // A certificate or a protocol that is not accepted stays so.
  if (certificate !== undefined) return { ...refusedCertificate(reason, certificate), transient: false };
  if (/^(?:EPROTO|ERR_SSL|ERR_TLS)/u.test(reason)) {
    const advice = "Check that the port speaks HTTPS, with TLS 1.2 or later";
    return { words: `the TLS handshake failed: ${message} (${reason})`, advice, transient: false };
  }
  const via = proxyHost === undefined ? "" : ` (through the proxy ${proxyHost})`;
  const late = reason === "CONNECT_TIMEOUT" ? `no connection within ${seconds(connect)}` : undefined;
  const refusal = reason === "PROXY_REFUSED" ? `the proxy refused to connect: ${message}` : undefined;
  const words = late ?? refusal ?? connectWords[reason] ?? `${message} (${reason})`;
  const advice = "Check the URL, the port and that the appliance can be reached from here";
  return { words: words + via, advice, transient: true };
}

const connectWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "no such host",
  EAI_AGAIN: "the host name could not be resolved",
  EHOSTUNREACH: "no route to the host",
  ENETUNREACH: "no route to the network",
  ETIMEDOUT: "the connection attempt timed out",
  ECONNRESET: "the connection was reset before the request was sent",
};

function lostWords({ name, message, code }: Failure, hasBegun: boolean, context: FailureContext): Explanation {
  if (name === "TimeoutError") return late("total", context, "the answer was not complete within");
  if (code === "UND_ERR_HEADERS_TIMEOUT") return late("headers", context, "no answer within");
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") {
    const words = `the answer is longer than ${limits.responseBytes} bytes`;
    return { words, advice: "Request less data", arrived: true };
  }
  if (code === "UND_ERR_HEADERS_OVERFLOW") return strangeAnswer("the header of the answer is longer than 16 KiB");
  // The parser's text "Invalid EOF state" means that the peer closed inside a chunked body.
  const isParser = name === "HTTPParserError";
  if (isParser && !message.includes("Invalid EOF")) return strangeAnswer("the answer is not HTTP/1.1");
  const isCut = isParser || hasBegun || code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";
  const coded = typeof code === "string" ? ` (${code})` : "";
  const words = isCut ? "the answer was cut off before its end" : "the connection was closed before an answer came";
  return { words: words + coded };
}

function late(limit: "headers" | "total", context: FailureContext, words: string): Explanation {
  const advice = `timeouts.${limit} sets the limit. If it was a change, check whether it was made before you repeat it`;
  return { words: `${words} ${seconds(context[limit])}`, advice, late: true };
}

function strangeAnswer(words: string): Explanation {
  return { words, advice: notTheApi, arrived: true };
}

function seconds(milliseconds: number): string {
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;
}
