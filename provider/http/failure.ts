import { ApplianceError, type Place } from "../errors/errors";
import { refusedCertificate } from "./certificate";
import { ConnectFailure } from "./connector";
import { seconds, type ExchangeBounds, type ExchangeFailure, type Explanation } from "./exchange";

export interface FailureContext extends ExchangeBounds {
  readonly connectMs: number;
  /** Host and port of the proxy, if one is set. */
  readonly proxyHost?: string | undefined;
}

/** The error of a request without a complete response: certainly not sent, or perhaps carried out. */
export function failureError({ why, sent, code }: ExchangeFailure, place: Place, context: FailureContext) {
  const { words, ...details } = why instanceof ConnectFailure ? explained(why, context) : why;
  const cause = codedCause(words, why instanceof ConnectFailure ? why.reason : code);
  if (!sent) {
    const isFinal =
      why instanceof ConnectFailure ? isAboutTls(why) : /CLOSED|DESTROYED|INVALID_ARG/u.test(String(code));
    return new ApplianceError(place, "none", words, { ...details, cause, forAll: true, transient: !isFinal });
  }
  // After an answer that is none, another one would be no answer either.
  const isTransient = details.arrived !== true;
  const effect = place.operation === "read" ? "none" : "unknown";
  return new ApplianceError(place, effect, words, { ...details, cause, transient: isTransient });
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

/** A certificate or a protocol that is not accepted stays so. */
function isAboutTls({ certificate, reason }: ConnectFailure): boolean {
  return certificate !== undefined || /^(?:EPROTO|ERR_SSL|ERR_TLS)/u.test(reason);
}

function explained(failure: ConnectFailure, { connectMs, proxyHost }: FailureContext): Explanation {
  const { reason, message, certificate } = failure;
  if (certificate !== undefined) return refusedCertificate(reason, certificate);
  if (isAboutTls(failure)) {
    const advice = "Check that the port speaks HTTPS, with TLS 1.2 or later";
    return { words: `the TLS handshake failed: ${message} (${reason})`, advice };
  }
  const via = proxyHost === undefined ? "" : ` (through the proxy ${proxyHost})`;
  const late = reason === "CONNECT_TIMEOUT" ? `no connection within ${seconds(connectMs)}` : undefined;
  const refusal = reason === "PROXY_REFUSED" ? `the proxy refused to connect: ${message}` : undefined;
  const words = late ?? refusal ?? connectWords[reason] ?? `${message} (${reason})`;
  return { words: words + via, advice: "Check the URL, the port and that the appliance can be reached from here" };
}

function codedCause(words: string, code: unknown): Error {
  const cause: Error & { code?: unknown } = new Error(words);
  cause.code = code;
  return cause;
}
