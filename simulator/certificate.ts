import { X509Certificate } from "node:crypto";
import { isIPv4 } from "node:net";
import type { generate as Generate } from "selfsigned";

/** Settings of the server certificate. */
export interface CertificateOptions {
  /** Names and IPv4 addresses that the certificate is valid for. Default `localhost` and `127.0.0.1`. */
  readonly names?: readonly string[];
  /** Sign it with its own key instead of a CA's, as appliances are delivered. Default false. */
  readonly selfSigned?: boolean;
  /** Start of its validity. Default: yesterday, so that a clock that is slightly slow does not matter. */
  readonly notBefore?: Date;
  /** End of its validity. Default: a year from now. */
  readonly notAfter?: Date;
}

/** Key and certificate of a server, with what a client needs to trust it. */
export interface ServerCertificate {
  /** PEM. */
  readonly key: string;
  /** PEM. */
  readonly cert: string;
  /** PEM of the certificate for clients to trust: the CA's, or the server's own if it is self-signed. */
  readonly caCert: string;
  /** SHA-256 of the server certificate, upper-case hex pairs with colons. */
  readonly fingerprint: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates a new CA and a server certificate signed by it, or a self-signed server certificate. */
export async function makeCertificate(options: CertificateOptions = {}): Promise<ServerCertificate> {
  const { names = ["localhost", "127.0.0.1"], selfSigned = false } = options;
  const authority = [
    { name: "basicConstraints", cA: true, critical: true },
    { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
  ] as const;
  const ca = selfSigned ? undefined : await generated("Flowgate simulator CA", authority, {});
  const extensions = [
    { name: "basicConstraints", cA: false },
    { name: "keyUsage", digitalSignature: true, critical: true },
    { name: "extKeyUsage", serverAuth: true },
    {
      name: "subjectAltName",
      altNames: names.map((name) =>
        isIPv4(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name },
      ),
    },
  ] as const;
  const server = await generated(names[0] ?? "localhost", extensions, options, ca);
  return {
    key: server.private,
    cert: server.cert,
    caCert: (ca ?? server).cert,
    fingerprint: new X509Certificate(server.cert).fingerprint256,
  };
}

type Extensions = NonNullable<NonNullable<Parameters<typeof Generate>[1]>["extensions"]>;

/** Loads the library only when a certificate is created: it loads many modules, and simulators over HTTP need none. */
function generated(
  name: string,
  extensions: Readonly<Extensions>,
  { notBefore, notAfter }: CertificateOptions,
  ca?: { readonly private: string; readonly cert: string },
): ReturnType<typeof Generate> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports -- at this moment
  const { generate } = require("selfsigned") as typeof import("selfsigned");
  return generate([{ name: "commonName", value: name }], {
    notBeforeDate: notBefore ?? new Date(Date.now() - DAY_MS),
    notAfterDate: notAfter ?? new Date(Date.now() + 365 * DAY_MS),
    keyType: "ec",
    algorithm: "sha256",
    extensions: [...extensions],
    ...(ca === undefined ? {} : { ca: { key: ca.private, cert: ca.cert } }),
  });
}
