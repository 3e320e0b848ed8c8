import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from "node:crypto";
import { isIPv4 } from "node:net";

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
export function makeCertificate(options: CertificateOptions = {}): ServerCertificate {
  const { names = ["localhost", "127.0.0.1"], selfSigned = false } = options;
  const ca = selfSigned ? undefined : certified("Flowgate simulator CA", forAuthority, {});
  const server = certified(names[0] ?? "localhost", forServer(names), options, ca);
  return {
    key: server.keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: server.cert.toString(),
    caCert: (ca ?? server).cert.toString(),
    fingerprint: server.cert.fingerprint256,
  };
}

/** A value in ASN.1's encoding DER: its type, its length, its content. */
function der(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
  const { length } = content;
  const digits = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...digits]), content]);
}

const list = (...items: readonly Buffer[]): Buffer => der(0x30, ...items);
const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));
const bits = (bytes: Buffer, unused = 0): Buffer => der(0x03, Buffer.from([unused]), bytes);
const TRUE = Buffer.from([0x01, 0x01, 0xff]);

/** An extension: the last part of its identifier 2.5.29, its value, whether a client must understand it. */
const extension = (last: number, value: Buffer, isCritical: boolean): Buffer =>
  list(der(0x06, Buffer.from([0x55, 0x1d, last])), ...(isCritical ? [TRUE] : []), der(0x04, value));

const [KEY_USAGE, NAMES, CONSTRAINTS, EXTENDED_USAGE] = [15, 17, 19, 37];
const ECDSA_WITH_SHA256 = list(identifier("2a8648ce3d040302"));

/** It signs certificates and lists of revoked ones. */
const keySigning = extension(KEY_USAGE, bits(Buffer.from([0b0000_0110]), 1), true);
const forAuthority = [extension(CONSTRAINTS, list(TRUE), true), keySigning];

/** It signs connections of these hosts. */
function forServer(names: readonly string[]): Buffer[] {
  const hosts = names.map((name) =>
    isIPv4(name) ? der(0x87, Buffer.from(name.split(".").map(Number))) : der(0x82, name),
  );
  return [
    extension(CONSTRAINTS, list(), false),
    extension(KEY_USAGE, bits(Buffer.from([0b1000_0000]), 7), true),
    // The use `serverAuth`.
    extension(EXTENDED_USAGE, list(identifier("2b06010505070301")), false),
    extension(NAMES, list(...hosts), false),
  ];
}

/** Who a certificate is about, and its key. */
interface Certified {
  readonly name: Buffer;
  readonly keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
  readonly cert: X509Certificate;
}

/** A certificate as RFC 5280 describes it, signed by `ca` or by its own key. */
function certified(
  commonName: string,
  extensions: readonly Buffer[],
  { notBefore = new Date(Date.now() - DAY_MS), notAfter = new Date(Date.now() + 365 * DAY_MS) }: CertificateOptions,
  ca?: Certified,
): Certified {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = list(der(0x31, list(identifier("550403"), der(0x0c, commonName))));
  const content = list(
    der(0xa0, der(0x02, Buffer.from([2]))),
    // A positive number of its own.
    der(0x02, Buffer.from([1]), randomBytes(8)),
    ECDSA_WITH_SHA256,
    ca?.name ?? name,
    list(time(notBefore), time(notAfter)),
    name,
    keys.publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, list(...extensions)),
  );
  const signature = sign("sha256", content, ca?.keys.privateKey ?? keys.privateKey);
  return { name, keys, cert: new X509Certificate(list(content, ECDSA_WITH_SHA256, bits(signature))) };
}

/** A time: with two digits of the year up to 2049, with four from then on. */
function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/[-:T]|\.\d+Z/gu, "")}Z`;
  return date.getUTCFullYear() < 2050 ? der(0x17, digits.slice(2)) : der(0x18, digits);
}
