import { isIP } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { hostOf, parseBaseUrl } from "./base-url";
import { PIN_MISMATCH } from "./certificate-words";
import { limits } from "./limits";
import type { ConnectionOptions } from "./options";
import { tlsPolicy, type TlsPolicy } from "./tls";

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
    const certificate = certificateOf(socket);
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
  const { socket } = await handshake(parseBaseUrl(options.url), tlsPolicy({ insecureSkipVerify: true }), milliseconds);
  return socket === undefined ? undefined : certificateOf(socket);
}

/** Reads the certificate and closes the connection. */
function certificateOf(socket: TLSSocket): ServerCertificateInfo | undefined {
  // Node 20 returns it only once.
  const certificate = socket.getPeerX509Certificate();
  socket.destroy();
  if (certificate === undefined) return undefined;
  const { subject, issuer, subjectAltName = "", fingerprint256: fingerprint, validTo } = certificate;
  return {
    name: /^CN=(.+)$/mu.exec(subject)?.[1],
    fingerprint,
    issuer: issuer.trim().replaceAll("\n", ", "),
    names: [...subjectAltName.matchAll(/(?:DNS|IP Address):([^,]+)/gu)].map(([, name = ""]) => name),
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
