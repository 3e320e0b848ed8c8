import type { X509Certificate } from "node:crypto";
import { someOf } from "../values/quoted";
import { redact } from "../values/secret";
import type { Details } from "../errors/errors";
import { PIN_MISMATCH } from "./tls";

/** Maximum number of names of a certificate that a message repeats: some have hundreds. */
const MOST_NAMES = 5;

/** Why a certificate is not accepted, by the code. In any other case, its signer is not trusted. */
const reasons: Readonly<Record<string, string>> = {
  [PIN_MISMATCH]: "it has none of the fingerprints in certFingerprints",
  DEPTH_ZERO_SELF_SIGNED_CERT: "it is self-signed",
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
  const orSigner = "or set caCert to the certificate (PEM) that signed it";
  return {
    words,
    advice: (toSet) =>
      `${compare} Then trust that certificate alone: ${toSet("certFingerprints[0]", certificate.fingerprint256)}, ${orSigner}`,
  };
}

/** A certificate, for a person to compare. Its texts come from the server, so they are redacted. */
function shown({ subjectAltName = "", issuer, fingerprint256 }: X509Certificate): string {
  const names = [...subjectAltName.matchAll(/(?:DNS|IP Address):([^,]+)/gu)].map(([, name = ""]) => name);
  const valid = names.length === 0 ? "names no host" : `is for ${someOf(names, MOST_NAMES)}`;
  const signer = issuer.trim().replaceAll("\n", ", ");
  return redact(`It ${valid}; its issuer is ${signer}; its SHA-256 fingerprint is ${fingerprint256}.`);
}
