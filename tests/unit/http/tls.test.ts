import { X509Certificate } from "node:crypto";
import { createServer } from "node:net";
import type { TLSSocket } from "node:tls";
import { makeCertificate, type ServerCertificate } from "../../../simulator/certificate";
import type { ConnectionOptions } from "../../../provider/http/options";
import {
  isCertificate,
  parseCaCert,
  parseFingerprint,
  refusedCertificate,
  tlsPolicy,
} from "../../../provider/http/tls";
import { answer, listen, notSent, printedWith, rawServer, rejection, transportTo } from "./support";
import { type RawServer, unsent, write } from "./support";

const DAY_MS = 24 * 60 * 60 * 1000;
let own: ServerCertificate;
let signed: ServerCertificate;
let otherName: ServerCertificate;
let expired: ServerCertificate;

beforeAll(async () => {
  own = makeCertificate({ selfSigned: true });
  signed = makeCertificate();
  otherName = makeCertificate({ names: ["other.example"], selfSigned: true });
  expired = makeCertificate({ notBefore: new Date(Date.now() - 9 * DAY_MS), notAfter: new Date(Date.now() - DAY_MS) });
});
function serverWith({ key, cert }: ServerCertificate): Promise<RawServer> {
  return rawServer((socket) => socket.write(answer("ok")), { key, cert });
}

const pinned = (...certificates: readonly ServerCertificate[]): Partial<ConnectionOptions> => ({
  certFingerprints: certificates.map(({ fingerprint }) => fingerprint),
});

function send(server: RawServer, options: Partial<ConnectionOptions>): Promise<unknown> {
  return transportTo(server.url, options).send(write);
}

test.each<[string, () => ServerCertificate, () => Partial<ConnectionOptions>]>([
  ["is signed by the CA in caCert", () => signed, () => ({ caCert: signed.caCert })],
  ["is itself in caCert", () => own, () => ({ caCert: own.cert })],
  ["is signed by one of several in caCert", () => signed, () => ({ caCert: `${own.caCert}\n${signed.caCert}` })],
  ["has one of the certFingerprints", () => own, () => pinned(signed, own)],
  ["has one of the certFingerprints, whatever its name", () => otherName, () => pinned(otherName)],
  ["is for another name, with insecureSkipVerify", () => otherName, () => ({ insecureSkipVerify: true })],
])("a certificate is accepted if it %s", async (_name, certificate, options) => {
  const said: string[] = [];
  const warn = (text: string): void => void said.push(text);
  expect(await send(await serverWith(certificate()), { ...options(), warn })).toMatchObject({ text: "ok" });
  const risk = /^insecureSkipVerify is on for the \w+ 127\.0\.0\.1:\d+: anyone on the network path can read/u;
  expect(said).toEqual(options().insecureSkipVerify === true ? [expect.stringMatching(risk)] : []);
});

describe("a certificate that is not accepted", () => {
  test.each<[string, () => ServerCertificate, () => Partial<ConnectionOptions>, RegExp]>([
    ["self-signed, without a CA", () => own, () => ({}), /caCert.*certFingerprints/su],
    ["signed by an unknown CA", () => signed, () => ({}), /was not sent with it \(UNABLE_TO_VERIFY_LEAF.*caCert/su],
    ["for another name", () => otherName, () => ({ caCert: otherName.cert }), /certificate is not accepted/u],
    ["expired", () => expired, () => ({ caCert: expired.caCert }), /expired/iu],
    ["with none of the fingerprints", () => own, () => pinned(signed), /certFingerprints/u],
    [
      "with none of the fingerprints, although the CA is right",
      () => signed,
      () => ({ caCert: signed.caCert, ...pinned(own) }),
      /certFingerprints/u,
    ],
    [
      "with none of the fingerprints, although insecureSkipVerify is set",
      () => own,
      () => ({ insecureSkipVerify: true, ...pinned(signed) }),
      /certFingerprints/u,
    ],
  ])(
    "%s: is refused before any HTTP byte is sent, and is not retryable",
    async (_name, certificate, options, words) => {
      const server = await serverWith(certificate());
      await notSent(send(server, options()), false, words);
      expect(server.bytes()).toBe(0);
    },
  );

  test("fails every waiting request, with at most one connection for each", async () => {
    const server = await serverWith(own);
    const transport = transportTo(server.url, { concurrency: 2 });
    const errors = await Promise.all(Array.from({ length: 10 }, () => rejection(transport.send(write))));
    for (const error of errors) expect(error).toMatchObject(unsent);
    expect(server.connections()).toBeLessThanOrEqual(10);
  });

  test("is refused even if NODE_TLS_REJECT_UNAUTHORIZED=0 is in the environment", async () => {
    const server = await serverWith(own);
    // Node.js reads the variable itself, and not jest's copy.
    const { stdout, stderr } = await printedWith({ NODE_TLS_REJECT_UNAUTHORIZED: "0" }, { url: server.url });
    expect(stdout).toContain("the server's certificate is not accepted: it is self-signed");
    expect(stderr).toContain("NODE_TLS_REJECT_UNAUTHORIZED");
    expect(server.bytes()).toBe(0);
  });
});

describe("a port that does not speak TLS 1.2 or later", () => {
  test.each(["TLSv1", "TLSv1.1"] as const)(
    "is refused if it speaks only %s, and the error is not retryable",
    async (version) => {
      const { key, cert, caCert } = signed;
      const old = { minVersion: version, maxVersion: version, ciphers: "DEFAULT:@SECLEVEL=0" };
      const server = await rawServer((socket) => socket.write(answer("ok")), { key, cert, ...old });
      await notSent(send(server, { caCert }), false, "TLS 1.2 or later");
      expect(server.bytes()).toBe(0);
    },
  );

  test("is refused with advice to check the port if it speaks plain HTTP", async () => {
    const server = createServer((socket) =>
      socket.on("error", () => undefined).end("HTTP/1.1 400 Bad Request\r\n\r\n"),
    );
    const port = await listen(server);
    await notSent(transportTo(`https://127.0.0.1:${port}`).send(write), false, "Check that the port speaks HTTPS");
  });
});

describe("the trust options", () => {
  test("accept a fingerprint with or without colons, in upper or lower case, and with an algorithm prefix", () => {
    const plain = own.fingerprint.replaceAll(":", "").toLowerCase();
    for (const spelling of [
      own.fingerprint,
      plain,
      plain.toUpperCase(),
      `sha256:${plain}`,
      ` SHA-256=${own.fingerprint} `,
    ]) {
      expect(parseFingerprint(spelling)).toBe(plain);
    }
  });

  test.each(["", "abc", "zz".repeat(32), "ab".repeat(20)])("refuse %j as a fingerprint", (text) => {
    expect(() => parseFingerprint(text)).toThrow("64 hexadecimal digits");
  });

  test("say that the root is missing if caCert has an intermediate alone", () => {
    const peer = { authorized: false, authorizationError: "UNABLE_TO_GET_ISSUER_CERT" } as unknown as TLSSocket;
    const code = tlsPolicy({ caCert: signed.caCert }).refuse(peer, undefined) ?? "";
    expect(refusedCertificate(code, new X509Certificate(own.cert)).words).toContain("the root of its chain is missing");
  });

  test("refuse a caCert without a certificate or with a broken one", () => {
    expect(() => parseCaCert("/etc/ssl/ca.pem")).toThrow("holds no certificate");
    const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----";
    expect(() => parseCaCert(`${own.cert}\n${broken}`)).toThrow("Certificate 2 of caCert cannot be read");
    expect(() => parseCaCert(own.cert.replace(/-----END[^]*/u, ""))).toThrow("caCert ends without END CERTIFICATE");
  });

  const escaped = (pem: string): string => pem.replaceAll("\n", String.raw`\n`);
  const base64 = (pem: string): string => Buffer.from(pem).toString("base64");
  test.each<[form: string, formOf: (pem: string) => string, count: number]>([
    ["with \\n in two characters", escaped, 1],
    ["with blanks in place of line breaks", (pem) => pem.replaceAll("\n", " "), 1],
    ["without line breaks", (pem) => pem.replaceAll("\n", ""), 1],
    ["with CR LF", (pem) => pem.replaceAll("\n", "\r\n"), 1],
    ["in quotation marks", (pem) => `"${escaped(pem)}"`, 1],
    ["in base64", base64, 1],
    ["in base64 of several lines", (pem) => base64(pem).replaceAll(/.{76}/gu, "$&\n"), 1],
    ["as DER in base64", (pem) => pem.replaceAll(/-----.*-----|\s/gu, ""), 1],
    ["as a bundle with remarks", (pem) => `# Root\n${pem}\n# Issuing\n${pem}`, 2],
    ["as a bundle on one line", (pem) => escaped(pem + pem), 2],
  ])("take a caCert %s", (_, formOf, count) => {
    const text = formOf(own.cert);
    expect(isCertificate(text)).toBe(true);
    expect(parseCaCert(text)).toEqual(Array.from({ length: count }, () => `${own.cert.trim()}\n`));
  });
});
