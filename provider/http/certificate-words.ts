import type { ConnectionOptions } from "./options";
import type { ServerCertificateInfo } from "./tls-inspection";
import { redact } from "../values/secret";

/** Maximum number of names of a certificate that a message repeats: some have hundreds. */
const MOST_NAMES = 5;

/**
 * Describes a certificate, for a person to compare with what the appliance itself shows. Its texts come from the
 * server, so they are redacted.
 */
export function shownOf({ fingerprint, issuer, names }: ServerCertificateInfo): string {
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
  const valid = names.length === 0 ? "names no host" : `is for ${names.slice(0, MOST_NAMES).join(", ")}${more}`;
  return redact(`It ${valid}; its issuer is ${issuer}; its SHA-256 fingerprint is ${fingerprint}.`);
}

/** The setting that decided whether the certificate is trusted, if one is set: it is the first to check. */
export function triedBy({
  certFingerprints = [],
  caCert,
}: Pick<ConnectionOptions, "certFingerprints" | "caCert">): string | undefined {
  if (certFingerprints.length > 0) return "certFingerprints is set, so only the fingerprints in it are trusted.";
  return caCert === undefined ? undefined : "caCert is set, but does not match this certificate.";
}

/** The configuration key that trusts one certificate only. */
export const trustKey = "certFingerprints[0]";
