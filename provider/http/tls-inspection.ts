import { isIP } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { type ConnectionOptions, hostOf, limits, parseBaseUrl } from "./options";
import { tlsPolicy, type TlsPolicy } from "./tls";
import { someOf } from "../values/quoted";
import { redact } from "../values/secret";

/** The data of a server's certificate that messages show. */
export interface ServerCertificateInfo {
  /** Common name, if the certificate has one. */
  readonly name: string | undefined;
  /** SHA-256, hex pairs with colons: the form of `certFingerprints`. */
  readonly fingerprint: string;
  /** The signer, in one line; the certificate's own subject if it is self-signed. */
  readonly issuer: string;
  /** Host names and addresses that it is valid for. */
  readonly names: readonly string[];
  /** Whether it is valid for the host of the URL. */
  readonly isForHost: boolean;
  readonly validTo: Date;
}

/**
 * The result of a TLS handshake. *trusted*: requests with these options are sent. *untrusted*: the options do not
 * accept the server's certificate; `reason` says why. *failed*: there was no handshake.
 */
export type TlsInspection =
  | { readonly kind: "trusted"; readonly protocol: string; readonly certificate: ServerCertificateInfo }
  | {
      readonly kind: "untrusted";
      readonly reason: string;
      /** Code of the handshake's error. */
      readonly code: string;
      readonly certificate: ServerCertificateInfo;
    }
  | { readonly kind: "failed"; readonly reason: string };

/**
 * Connects to an appliance over TLS and reads its certificate. Writes no byte of HTTP, so that no credential can reach
 * a server that is not trusted. Only for https URLs without a proxy.
 */
export async function inspectTls(options: ConnectionOptions): Promise<TlsInspection> {
  const url = parseBaseUrl(options.url);
  const milliseconds = options.timeouts?.connect ?? limits.connect;
  const policy = tlsPolicy(options);
  const { socket, error } = await handshake(url, policy, milliseconds);
  if (socket !== undefined) {
    const protocol = socket.getProtocol() ?? "TLS";
    const certificate = certificateOf(socket, url);
    if (certificate === undefined) return { kind: "failed", reason: "the server has shown no certificate" };
    if (policy.refuse(certificate.fingerprint) === undefined) return { kind: "trusted", protocol, certificate };
    const reason = "it has none of the fingerprints in certFingerprints";
    return { kind: "untrusted", reason, code: PIN_MISMATCH, certificate };
  }
  const certificate = await shownCertificate(options);
  const { message: reason, code = "" } = error as NodeJS.ErrnoException;
  return certificate === undefined ? { kind: "failed", reason } : { kind: "untrusted", reason, code, certificate };
}

/** The certificate that a server presents, accepted or not; undefined if there was no handshake. */
export async function shownCertificate(options: ConnectionOptions): Promise<ServerCertificateInfo | undefined> {
  const milliseconds = options.timeouts?.connect ?? limits.connect;
  const url = parseBaseUrl(options.url);
  const { socket } = await handshake(url, tlsPolicy({ insecureSkipVerify: true }), milliseconds);
  return socket === undefined ? undefined : certificateOf(socket, url);
}

/** Reads the certificate and closes the connection. */
function certificateOf(socket: TLSSocket, url: URL): ServerCertificateInfo | undefined {
  // Node 20 returns it only once.
  const certificate = socket.getPeerX509Certificate();
  socket.destroy();
  if (certificate === undefined) return undefined;
  const host = hostOf(url);
  const { subject, issuer, subjectAltName = "", fingerprint256: fingerprint, validTo } = certificate;
  return {
    name: /^CN=(.+)$/mu.exec(subject)?.[1],
    fingerprint,
    issuer: issuer.trim().replaceAll("\n", ", "),
    names: [...subjectAltName.matchAll(/(?:DNS|IP Address):([^,]+)/gu)].map(([, name = ""]) => name),
    isForHost: (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined,
    validTo: new Date(validTo),
  };
}

/** A connection after its handshake, or the reason why there is none. */
type Handshake = { socket: TLSSocket; error?: undefined } | { socket?: undefined; error: Error };

function handshake(url: URL, { options }: TlsPolicy, milliseconds: number): Promise<Handshake> {
  const host = hostOf(url);
  const name = isIP(host) === 0 ? { servername: host } : {};
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(url.port === "" ? 443 : url.port), ...name, ...options });
    const timer = setTimeout(() => {
      socket.destroy(new Error(`no connection within ${milliseconds / 1000} s`));
    }, milliseconds);
    // The listener also handles errors of a connection that is no longer needed.
    socket.on("error", (error: Error) => {
      clearTimeout(timer);
      resolve({ error });
    });
    socket.once("secureConnect", () => {
      clearTimeout(timer);
      resolve({ socket });
    });
  });
}

/** Maximum number of names of a certificate that a message repeats: some have hundreds. */
const MOST_NAMES = 5;

/**
 * Describes a certificate, for a person to compare with what the appliance itself shows. Its texts come from the
 * server, so they are redacted.
 */
export function shownOf({ fingerprint, issuer, names }: ServerCertificateInfo): string {
  const valid = names.length === 0 ? "names no host" : `is for ${someOf(names, MOST_NAMES)}`;
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
  { validTo, names, isForHost }: Pick<ServerCertificateInfo, "validTo" | "names" | "isForHost">,
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
  const signer = caCert === undefined ? [] : ["caCert is set, but does not match this certificate."];
  const host = isForHost
    ? []
    : ["It is also for another host than that of the URL, which only its fingerprint excuses."];
  return { cure: "trust", why: [...signer, ...host].join(" ") };
}

/** The configuration key that trusts one certificate only. */
export const trustKey = "certFingerprints[0]";
