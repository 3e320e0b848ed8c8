import { X509Certificate } from "node:crypto";
import { createSecureContext, type ConnectionOptions as TlsOptions, type TLSSocket } from "node:tls";
import type { Details } from "../errors/errors";
import { someOf } from "../values/quoted";
import { redact } from "../values/secret";
import type { ConnectionOptions } from "./options";

/** Codes beside those of Node.js: none of the fingerprints is that of the certificate; `caCert` has not signed it. */
const PIN_MISMATCH = "PIN_MISMATCH";
const NOT_SIGNED = "NOT_SIGNED";

/** Decides whether the certificate of an appliance is accepted. Created once per transport. */
export interface TlsPolicy {
  /** Options for `tls.connect`. A handshake completes with any certificate, so that its fingerprint can be shown. */
  readonly options: Required<Pick<TlsOptions, "secureContext" | "minVersion" | "rejectUnauthorized">>;
  /** Why the certificate of a peer is not accepted, as a code. To be asked before a byte of HTTP is written. */
  readonly refuse: (socket: TLSSocket, fingerprint: string | undefined) => string | undefined;
}

type Trust = Pick<ConnectionOptions, "caCert" | "certFingerprints" | "insecureSkipVerify">;

/**
 * Builds the policy. With fingerprints, only they decide, regardless of the chain and the name in the certificate.
 * Otherwise `caCert` replaces the system's CAs; without it, the system's CAs decide. TLS is never below 1.2.
 */
export function tlsPolicy(trust: Trust): TlsPolicy {
  const pins = new Set((trust.certFingerprints ?? []).map(parseFingerprint));
  const ca = trust.caCert === undefined ? {} : { ca: parseCaCert(trust.caCert) };
  const minVersion = "TLSv1.2";
  return {
    options: { secureContext: createSecureContext({ minVersion, ...ca }), minVersion, rejectUnauthorized: false },
    refuse: ({ authorized, authorizationError }, fingerprint = "") => {
      if (pins.size > 0) return pins.has(plainHex(fingerprint)) ? undefined : PIN_MISMATCH;
      if (authorized || trust.insecureSkipVerify === true) return undefined;
      // Its type is wrong: Node.js puts the code there.
      const code = String(authorizationError);
      const isExact = code === "UNABLE_TO_GET_ISSUER_CERT" || Object.hasOwn(cures, code);
      return trust.caCert === undefined || isExact ? code : NOT_SIGNED;
    },
  };
}

/** A SHA-256 fingerprint as 64 lower-case hex digits. Colons, upper case and a `sha256:` prefix are accepted. */
export function parseFingerprint(text: string): string {
  const hex = plainHex(text.trim().replace(/^sha-?256[:=]/iu, ""));
  if (!/^[0-9a-f]{64}$/u.test(hex)) {
    throw new Error("A certificate fingerprint is not valid: it has 64 hexadecimal digits (SHA-256), e.g. AB:CD:...");
  }
  return hex;
}

/** Whether a text is a certificate, in PEM or in base64 of PEM or DER, and not the path of a file. */
export function isCertificate(text: string): boolean {
  return /-----BEGIN|^["'\s]*(?:LS0tLS1CRUdJTi|MII)/u.test(text);
}

/**
 * The certificates in a text, each checked, in PEM. Secret stores keep one line: with blanks, or `\n` in two characters,
 * in place of line breaks, in quotation marks, or in base64. Throws a plain `Error` for a text without a certificate, or
 * with one that cannot be read.
 */
export function parseCaCert(given: string): string[] {
  const text = pemIn(given);
  const bodies = [...text.matchAll(/-----BEGIN CERTIFICATE-----(.+?)-----END CERTIFICATE-----/gsu)];
  if (text.split("-----BEGIN CERTIFICATE-----").length - 1 > bodies.length)
    throw new Error("caCert ends without END CERTIFICATE: a part of it is missing.");
  if (bodies.length === 0) {
    throw new Error("caCert holds no certificate: it is PEM text with at least one BEGIN CERTIFICATE block.");
  }
  return bodies.map(([, body = ""], index) => {
    try {
      return new X509Certificate(Buffer.from(plainBase64(body), "base64")).toString();
    } catch (cause) {
      const words = `Certificate ${index + 1} of caCert cannot be read: it is not a valid X.509 certificate.`;
      throw new Error(words, { cause });
    }
  });
}

/** Base64 without the marks of line breaks and quotation. */
function plainBase64(text: string): string {
  return text.replaceAll(/\\[nr]|["'\s]/gu, "");
}

/** The text in PEM: base64 may hold PEM, or the bytes of one certificate. */
function pemIn(text: string): string {
  if (text.includes("-----BEGIN") || !isCertificate(text)) return text;
  const inner = Buffer.from(plainBase64(text), "base64").toString("latin1");
  if (inner.startsWith("-----BEGIN")) return inner;
  return `-----BEGIN CERTIFICATE-----${plainBase64(text)}-----END CERTIFICATE-----`;
}

function plainHex(text: string): string {
  return text.replaceAll(":", "").toLowerCase();
}

/** Maximum number of names of a certificate that a message repeats: some have hundreds. */
const MOST_NAMES = 5;

/** Why a certificate is not accepted, by the code. In any other case, its signer is not trusted. */
const reasons: Readonly<Record<string, string>> = {
  [PIN_MISMATCH]: "it has none of the fingerprints in certFingerprints",
  [NOT_SIGNED]: "caCert is set, but did not sign it",
  UNABLE_TO_GET_ISSUER_CERT: "the root of its chain is missing",
  DEPTH_ZERO_SELF_SIGNED_CERT: "it is self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "its signer is unknown here, and was not sent with it (UNABLE_TO_VERIFY_LEAF_SIGNATURE)",
  CERT_HAS_EXPIRED: "it, or a certificate that signed it, has expired",
  CERT_NOT_YET_VALID: "it is not valid yet by the clock of this machine",
  ERR_TLS_CERT_ALTNAME_INVALID: "it is for another host than that of the URL",
};
/** Its signer is trusted: to trust its fingerprint would only switch off the check that failed. */
const cures: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "Renew it on the appliance",
  CERT_NOT_YET_VALID: "Compare the clocks of this machine and of the appliance",
  ERR_TLS_CERT_ALTNAME_INVALID: "Use a name of the certificate in the URL, or replace it",
};

/** The explanation for a certificate that is not accepted: its own data, and the line that trusts only it. */
export function refusedCertificate(code: string, certificate: X509Certificate): Details & { words: string } {
  const words = `the server's certificate is not accepted: ${reasons[code] ?? `its signer is not trusted (${code})`}`;
  const seen = shown(certificate);
  const cure = cures[code];
  if (cure !== undefined) return { words, advice: `${seen} ${cure}` };
  const compare = `${seen} Compare the fingerprint with the one that the appliance itself shows.`;
  const signer =
    "Then set caCert to the root and every intermediate that signed it, in one PEM text, or trust this certificate alone:";
  // With fingerprints, nothing else decides.
  const trust = code === PIN_MISMATCH ? "Then trust this certificate alone:" : signer;
  return {
    words,
    advice: (toSet) => `${compare} ${trust}\n${toSet("certFingerprints[0]", certificate.fingerprint256)}`,
  };
}

/** A certificate, for a person to compare. Its texts come from the server, so they are redacted. */
function shown({ subjectAltName = "", issuer, fingerprint256 }: X509Certificate): string {
  const names = [...subjectAltName.matchAll(/(?:DNS|IP Address):([^,]+)/gu)].map(([, name = ""]) => name);
  const valid = names.length === 0 ? "names no host" : `is for ${someOf(names, MOST_NAMES)}`;
  const signer = issuer.trim().replaceAll("\n", ", ");
  return redact(`It ${valid}; its issuer is ${signer}; its SHA-256 fingerprint is ${fingerprint256}.`);
}
