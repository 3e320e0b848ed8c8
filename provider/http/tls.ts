import { X509Certificate } from "node:crypto";
import { createSecureContext, type ConnectionOptions as TlsOptions } from "node:tls";
import type { ConnectionOptions } from "./options";

/** Decides whether the certificate of an appliance is accepted. Created once per transport. */
export interface TlsPolicy {
  /** Options for `tls.connect`. */
  readonly options: Required<Pick<TlsOptions, "secureContext" | "minVersion" | "rejectUnauthorized">>;
  /**
   * Checks the SHA-256 fingerprint of a connected peer before a byte of HTTP is written; returns the reason for a
   * refusal as a code.
   */
  readonly refuse: (fingerprint: string | undefined) => "PIN_MISMATCH" | undefined;
}

type Trust = Pick<ConnectionOptions, "caCert" | "certFingerprints" | "insecureSkipVerify">;

/**
 * Builds the policy. With fingerprints, only they decide, regardless of the chain and the name in the certificate.
 * Otherwise `caCert` replaces the system's CAs; without it, the system's CAs decide. TLS is never below 1.2. The
 * explicit `rejectUnauthorized` also overrides `NODE_TLS_REJECT_UNAUTHORIZED=0` in the environment.
 */
export function tlsPolicy(trust: Trust): TlsPolicy {
  const pins = new Set((trust.certFingerprints ?? []).map(parseFingerprint));
  const verifyChain = pins.size === 0 && trust.insecureSkipVerify !== true;
  const ca = trust.caCert === undefined ? {} : { ca: parseCaCert(trust.caCert) };
  return {
    options: {
      secureContext: createSecureContext({ minVersion: "TLSv1.2", ...ca }),
      minVersion: "TLSv1.2",
      rejectUnauthorized: verifyChain,
    },
    refuse: (fingerprint) => {
      if (pins.size === 0) return undefined;
      return fingerprint !== undefined && pins.has(plainHex(fingerprint)) ? undefined : "PIN_MISMATCH";
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
      throw new Error(`Certificate ${index + 1} of caCert cannot be read: it is not a valid X.509 certificate.`, {
        cause,
      });
    }
  }
  return [...blocks];
}

function plainHex(text: string): string {
  return text.replaceAll(":", "").toLowerCase();
}
