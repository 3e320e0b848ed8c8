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

/** The code of a certificate that has none of the configured fingerprints. Other codes are those of Node.js. */
export const PIN_MISMATCH = "PIN_MISMATCH";

/**
 * Why a certificate is not accepted, and what to do about it. *renew* and *rename*: its signer is trusted, so trusting
 * its fingerprint would only switch off the check that failed. *trust*: nothing trusted vouches for it.
 */
export interface CertificateFault {
  readonly cure: "renew" | "rename" | "trust";
  /** The reason, in one sentence. Empty if the text of the library says it all. */
  readonly why: string;
}

/** The fault of a certificate, from the code of the handshake's error. */
export function certificateFault(
  code: string,
  { validTo, names }: Pick<ServerCertificateInfo, "validTo" | "names">,
  { certFingerprints = [], caCert }: Pick<ConnectionOptions, "certFingerprints" | "caCert">,
): CertificateFault {
  const until = validTo.toISOString().slice(0, 10);
  switch (code) {
    case "CERT_HAS_EXPIRED":
      return validTo.getTime() < Date.now()
        ? { cure: "renew", why: `It expired on ${until}: renew it on the appliance.` }
        : {
            cure: "renew",
            why: `It is valid until ${until}, but a certificate that signed it has expired: renew that.`,
          };
    case "CERT_NOT_YET_VALID":
      return { cure: "renew", why: "It is not valid yet: compare the clocks of this machine and of the appliance." };
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return names.length === 0
        ? { cure: "rename", why: "Its signer is trusted, but it names no host: issue one for the host of the URL." }
        : { cure: "rename", why: "Its signer is trusted, but it is for another host than that of the URL." };
  }
  if (certFingerprints.length > 0) {
    return { cure: "trust", why: "certFingerprints is set, so only the fingerprints in it are trusted." };
  }
  return { cure: "trust", why: caCert === undefined ? "" : "caCert is set, but does not match this certificate." };
}

/** The configuration key that trusts one certificate only. */
export const trustKey = "certFingerprints[0]";
