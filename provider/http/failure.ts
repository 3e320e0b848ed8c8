import { ApplianceError, type Details, type Place } from "../errors/errors";
import { present } from "../values/collections";
import type { ExchangeBounds, ExchangeFailure } from "./exchange";
import type { ConnectionOptions } from "./options";
import { certificateFault, PIN_MISMATCH, shownOf, trustKey, type ServerCertificateInfo } from "./tls-inspection";

export interface FailureContext extends ExchangeBounds {
  readonly connectMs: number;
  /** Host and port of the proxy, if one is set. */
  readonly proxyHost?: string | undefined;
  /** The settings that decide which certificate is accepted. */
  readonly trust: Pick<ConnectionOptions, "certFingerprints" | "caCert">;
}

/**
 * The error of a request without a complete response: certainly not sent, or perhaps carried out. `certificate` is the
 * certificate that was not accepted, if it could be read.
 */
export function failureError(
  failure: ExchangeFailure,
  place: Place,
  context: FailureContext,
  certificate?: ServerCertificateInfo,
): ApplianceError {
  const cause = failure.code === undefined ? undefined : plainCause(failure.code, failure.message ?? "");
  const { words, ...advice } = explain(failure, context, certificate);
  const details: Details = { ...advice, ...present({ cause }) };
  if (!failure.sent) {
    return new ApplianceError(place, "none", words, {
      ...details,
      forAll: true,
      transient: isRetryable(failure.code ?? ""),
    });
  }
  const isStrange = isNoAnswer.has(failure.kind);
  return new ApplianceError(place, place.isRead === true ? "none" : "unknown", words, {
    ...details,
    ...(isStrange ? { arrived: true } : { transient: true }),
  });
}

/** A longer or another answer comes each time. */
const isNoAnswer = new Set<ExchangeFailure["kind"]>(["tooLong", "headerTooLong", "encoded", "protocol"]);

/** Whether the server's certificate was the reason of a failure. */
export function isAboutCertificate({ kind, code = "" }: ExchangeFailure): boolean {
  return kind === "connect" && (code === PIN_MISMATCH || isCertificate(code));
}

type Explanation = Pick<Details, "advice" | "adviceWith"> & { readonly words: string };

function explain(failure: ExchangeFailure, context: FailureContext, certificate?: ServerCertificateInfo): Explanation {
  const { code, message } = failure;
  switch (failure.kind) {
    case "connect":
      return explainConnect(code ?? "", message ?? "", context, certificate);
    case "closed":
      return failure.sent
        ? { words: `the connection was closed before an answer came${coded(code)}` }
        : { words: `no connection could be used${coded(code)}` };
    case "cut":
      return { words: `the answer was cut off before its end${coded(code)}` };
    case "headersDeadline":
      return { words: `no answer within ${seconds(context.headersMs)}`, advice: slowAdvice("headers") };
    case "totalDeadline":
      return { words: `the answer was not complete within ${seconds(context.totalMs)}`, advice: slowAdvice("total") };
    case "tooLong":
      return {
        words: `the answer is longer than ${context.responseBytes} bytes`,
        advice: "Request less data, or raise maxResponseBytes",
      };
    case "headerTooLong":
      return { words: "the header of the answer is longer than 16 KiB", advice: notTheApi };
    case "encoded":
      return { words: "the answer is compressed although it was asked for uncompressed", advice: notTheApi };
    case "protocol":
      return { words: `the answer is not HTTP/1.1${coded(code)}`, advice: notTheApi };
  }
}

const notTheApi = "Check that the URL is the appliance's own and that no proxy or other service answers for it";

function explainConnect(
  code: string,
  message: string,
  context: FailureContext,
  certificate: ServerCertificateInfo | undefined,
): Explanation {
  const via = context.proxyHost === undefined ? "" : ` (through the proxy ${context.proxyHost})`;
  if (code === PIN_MISMATCH) {
    return notTrusted(
      "the server's certificate has none of the fingerprints in certFingerprints",
      "Compare the certificate on the appliance, and add its SHA-256 fingerprint to certFingerprints if it is new",
      code,
      context,
      certificate,
    );
  }
  if (isCertificate(code)) {
    return notTrusted(
      `the server's certificate is not accepted: ${message} (${code})`,
      "Set caCert to the certificate (PEM) that signed it, or certFingerprints to its SHA-256 fingerprint",
      code,
      context,
      certificate,
    );
  }
  if (isTls(code)) {
    return {
      words: `the TLS handshake failed: ${message} (${code})`,
      advice: "Check that the port speaks HTTPS, with TLS 1.2 or later",
    };
  }
  const known = connectWords[code];
  if (code === "CONNECT_TIMEOUT")
    return { words: `no connection within ${seconds(context.connectMs)}${via}`, advice: reach };
  if (code === "PROXY_REFUSED")
    return { words: `the proxy refused to connect${via}: ${message}`, advice: "Check proxy" };
  return { words: known === undefined ? `${message}${coded(code)}${via}` : `${known}${via}`, advice: reach };
}

/**
 * The explanation for a certificate that is not accepted: its own data, the relevant settings, and the line that trusts
 * only it.
 */
function notTrusted(
  words: string,
  advice: string,
  code: string,
  { trust }: FailureContext,
  certificate: ServerCertificateInfo | undefined,
): Explanation {
  if (certificate === undefined) return { words, advice };
  const { cure, why } = certificateFault(code, certificate, trust);
  const seen = [shownOf(certificate), why].filter((one) => one !== "").join(" ");
  if (cure === "renew") return { words, advice: seen.replace(/\.$/u, "") };
  if (cure === "rename") return { words, advice: `${seen} Use a name of the certificate in the URL, or replace it` };
  return {
    words,
    advice: `${seen} ${advice}`,
    adviceWith: (toSet) =>
      `${seen} Compare the fingerprint with the one that the appliance itself shows. Then trust that certificate alone: ` +
      `${toSet(trustKey, certificate.fingerprint)}, or set caCert to the certificate (PEM) that signed it`,
  };
}

const reach = "Check the URL, the port and that the appliance can be reached from here";

const connectWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "no such host",
  EAI_AGAIN: "the host name could not be resolved",
  EHOSTUNREACH: "no route to the host",
  ENETUNREACH: "no route to the network",
  ETIMEDOUT: "the connection attempt timed out",
  ECONNRESET: "the connection was reset before the request was sent",
};

function isCertificate(code: string): boolean {
  return /CERT|ISSUER|SIGNATURE|CRL|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH/u.test(code);
}

function isTls(code: string): boolean {
  return code === "EPROTO" || code.startsWith("ERR_SSL") || code.startsWith("ERR_TLS");
}

/**
 * Whether a retry may help. A wrong certificate or protocol and a closed transport stay so; a host that is down may
 * return.
 */
function isRetryable(code: string): boolean {
  return !(final.has(code) || isCertificate(code) || isTls(code));
}

const final = new Set([PIN_MISMATCH, "UND_ERR_CLOSED", "UND_ERR_DESTROYED", "UND_ERR_INVALID_ARG"]);

function slowAdvice(name: string): string {
  return `timeouts.${name} sets the limit. If it was a change, check whether it was made before you repeat it`;
}

function coded(code: string | undefined): string {
  return code === undefined || code === "" ? "" : ` (${code})`;
}

function seconds(milliseconds: number): string {
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;
}

function plainCause(code: string, message: string): Error {
  const cause: Error & { code?: string } = new Error(message);
  cause.code = code;
  return cause;
}
