import { X509Certificate } from "node:crypto";
import { createSecureContext, type ConnectionOptions as TlsOptions, type TLSSocket } from "node:tls";
import type { ConnectionOptions } from "./options";

/** The code of a certificate that has none of the configured fingerprints. Other codes are those of Node.js. */
export const PIN_MISMATCH = "PIN_MISMATCH";

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
      return String(authorizationError);
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

/** The certificates in a PEM text, each checked. Throws a plain `Error` if there is none or one cannot be read. */
export function parseCaCert(pem: string): string[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/gu) ?? [];
  if (blocks.length === 0) {
    throw new Error("caCert holds no certificate: it is PEM text with at least one BEGIN CERTIFICATE block.");
  }
  for (const [index, block] of blocks.entries()) {
    try {
      new X509Certificate(block);
    } catch (cause) {
      const words = `Certificate ${index + 1} of caCert cannot be read: it is not a valid X.509 certificate.`;
      throw new Error(words, { cause });
    }
  }
  return [...blocks];
}

function plainHex(text: string): string {
  return text.replaceAll(":", "").toLowerCase();
}
