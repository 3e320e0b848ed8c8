import { X509Certificate } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createServer } from "node:tls";
import { makeCertificate } from "../../../../simulator";
import { closeAll, flowgate, stackOf, startSite } from "../support";
import { examined, examinedWith, findingOf, withoutTrust, wrongOf } from "./support";

afterEach(closeAll);

test("an unknown certificate is shown with a command that trusts it and works, and no request is sent", async () => {
  const site = await startSite({ https: true }, withoutTrust);
  const { report, code } = await examined(site);
  expect(code).toBe(9);
  expect(site.sim.requests.count()).toBe(0);
  const fingerprint = site.sim.caFingerprint ?? "";
  expect(report.findings.filter(({ check }) => check === "tls").map(({ isChoice, fix }) => [isChoice, fix])).toEqual(
    ["gateway", "replicator"].map((appliance) => [
      true,
      [
        `pulumi config set --path 'flowgate:${appliance}.certFingerprints[0]' ${fingerprint}`,
        "Set caCert to the certificate (PEM) that signed it.",
      ],
    ]),
  );
  const trusting = stackOf(withoutTrust(site.sim, { certFingerprints: [fingerprint] }));
  expect((await flowgate(["doctor"], trusting)).code).toBe(0);
});

test("a certificate that does not match caCert is shown with issuer, names, fingerprint and a note about caCert", async () => {
  const { caCert } = await makeCertificate();
  const site = await startSite({ https: true }, (sim) => withoutTrust(sim, { caCert }));
  const { report, code } = await examined(site);
  const tls = findingOf(report, "tls");
  expect([code, tls?.what]).toEqual([
    9,
    expect.stringContaining(
      "It is for localhost, 127.0.0.1; its issuer is CN=Flowgate simulator CA; its SHA-256 fingerprint is " +
        `${String(site.sim.caFingerprint)}.`,
    ),
  ]);
  expect(JSON.stringify(tls)).toContain("caCert is set, but does not match this certificate.");
  expect(site.sim.requests.count()).toBe(0);
});

test("a pinned fingerprint of another certificate is not trusted", async () => {
  const site = await startSite({ https: true }, (sim) => withoutTrust(sim, { certFingerprints: ["ab".repeat(32)] }));
  expect(wrongOf((await examined(site)).report)).toEqual(["gateway tls", "replicator tls"]);
  expect(site.sim.requests.count()).toBe(0);
});

test("insecureSkipVerify needs attention, and the doctor proposes to pin the certificate instead", async () => {
  const site = await startSite({ https: true }, (sim) => withoutTrust(sim, { insecureSkipVerify: true }));
  const { report } = await examined(site);
  expect(wrongOf(report)).toEqual(["gateway tls", "replicator tls"]);
  expect(report.settings).toContain(
    `pulumi config set --path 'flowgate:gateway.certFingerprints[0]' ${site.sim.caFingerprint ?? ""}`,
  );
});

/** What a server that is no appliance answers. */
const NO_API = "HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

describe("a certificate", () => {
  const day = 24 * 60 * 60 * 1000;
  const former = { notBefore: new Date(Date.now() - 9 * day), notAfter: new Date(Date.now() - day) };
  test.each([
    [
      "of a trusted signer that has expired",
      { ...former },
      /certificate has expired\. It is for/u,
      /^It expired on \S+: renew it/u,
      undefined,
    ],
    [
      "of a trusted signer that is for another host",
      { names: ["gateway.example.net", "10.1.1.1"] },
      /is for gateway\.example\.net, 10\.1\.1\.1/u,
      /Its signer is trusted, but it is for another host/u,
      ["gateway.example.net", "10.1.1.1"],
    ],
  ])("%s is never proposed to be pinned", async (_what, options, what, why, hosts) => {
    const certificate = await makeCertificate(options);
    const { port, report } = await examinedOn(certificate, { caCert: certificate.caCert });
    const tls = findingOf(report, "tls");
    expect([tls?.what, tls?.why]).toEqual([expect.stringMatching(what), expect.stringMatching(why)]);
    expect(tls?.fix).toEqual(
      hosts && [
        ...hosts.map((host) => `pulumi config set --path flowgate:gateway.url https://${host}:${port}`),
        "Give the appliance a certificate for 127.0.0.1.",
      ],
    );
    expect([report.settings, JSON.stringify(report)]).toEqual([[], expect.not.stringContaining("certFingerprints")]);
  });

  test("whose signer is unknown and that is for another host names both, and pins or asks for another URL", async () => {
    const { report } = await examinedOn(await makeCertificate({ names: ["gateway.example.net"] }));
    const tls = findingOf(report, "tls");
    expect(tls?.why).toContain("It is also for another host than that of the URL");
    expect(tls?.fix).toEqual([
      expect.stringContaining("certFingerprints[0]"),
      "Set caCert to the certificate (PEM) that signed it, and use a name of the certificate in the URL.",
    ]);
  });

  test("that has expired and is pinned is called expired", async () => {
    const certificate = await makeCertificate(former);
    const certFingerprints = [new X509Certificate(certificate.cert).fingerprint256];
    const { report } = await examinedOn(certificate, { certFingerprints });
    const end = former.notAfter.toISOString().slice(0, 10);
    expect(findingOf(report, "certificate")?.what).toBe(`The certificate expired on ${end}.`);
  });

  /** Examines a server with this certificate, as a gateway with this trust. */
  async function examinedOn({ key, cert }: { key: string; cert: string }, trust: object = {}) {
    const server = createServer({ key, cert }, (socket) => void socket.end(NO_API));
    server.on("tlsClientError", () => undefined);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const report = await examinedWith({ gateway: { url: `https://127.0.0.1:${port}`, token: "a token", ...trust } });
    server.close();
    return { port, report };
  }
});
