import { X509Certificate } from "node:crypto";
import { statSync } from "node:fs";
import { makeCertificate } from "../../../../simulator";
import { flowgate, printed, siteForEach, stackOf, startSite } from "../support";
import { closeAll as closeServers, rawServer } from "../../http/support";
import { examinedWith, findingOf, type Report, withoutTrust, wrongOf } from "./support";
import { has } from "../../../support/has";

const site = siteForEach({ https: true });
afterEach(closeServers);

test("an unknown certificate is shown with a command that trusts it and works, and no request is sent", async () => {
  const report = await examinedWith(withoutTrust(site.sim), 9);
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
  await printed(flowgate(["doctor"], trusting));
});

test("a certificate that does not match caCert is shown with issuer, names, fingerprint and a note about caCert", async () => {
  const { caCert } = await makeCertificate();
  const tls = findingOf(await examinedWith(withoutTrust(site.sim, { caCert }), 9), "tls");
  expect(tls?.what).toContain(
    "It is for localhost, 127.0.0.1; its issuer is CN=Flowgate simulator CA; its SHA-256 fingerprint is " +
      `${String(site.sim.caFingerprint)}.`,
  );
  expect(JSON.stringify(tls)).toContain("caCert is set, but does not match this certificate.");
  expect(site.sim.requests.count()).toBe(0);
});

test("a pinned fingerprint of another certificate is not trusted", async () => {
  const report = await examinedWith(withoutTrust(site.sim, { certFingerprints: ["ab".repeat(32)] }), 9);
  expect(wrongOf(report)).toEqual(["gateway tls", "replicator tls"]);
  expect(site.sim.requests.count()).toBe(0);
});

test("insecureSkipVerify needs attention, and the doctor proposes to pin the certificate instead", async () => {
  const report = await examinedWith(withoutTrust(site.sim, { insecureSkipVerify: true }), 9);
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
    const { url, port } = await rawServer((socket) => void socket.end(NO_API), { key, cert });
    const report = await examinedWith({ gateway: { url, token: "a token", ...trust } }, 9);
    return { port, report };
  }
});

describe("a recording", () => {
  const hosts = ["203.0.113.77", "198.51.100.33", "canary.example.net"];
  const canaries = ["canary-group", "canaryprofile", "Straße 4711", "canary-token", "canary-password", ...hosts];

  test("contains no credentials, names or addresses, keeps references consistent, and only its owner can read it", async () => {
    const {
      sim,
      run,
      path,
      text: textOf,
    } = await startSite({
      https: true,
      gateway: { token: "canary-token-1" },
      replicator: { user: "admin", password: "canary-password-1" },
    });
    const { mutate } = sim;
    mutate.addIpGroup("canary-group canary-token-1", [{ type: "ip", address: "203.0.113.77" }]);
    mutate.addIpGroup("Straße 4711");
    mutate.addProfile("canaryprofile", 2055, 2056);
    mutate.addCollector("198.51.100.33", "canaryprofile");
    mutate.setNote("198.51.100.33", "ask canary.example.net, canary-password-1");
    const recorded = await run(["doctor", "--record", "recording.json"]);
    expect(recorded).toMatchObject({ code: 0, stderr: has("13 answers are in ") });
    const text = textOf("recording.json");
    for (const canary of canaries) expect(text).not.toContain(canary);
    expect(statSync(path("recording.json")).mode & 0o777).toBe(0o600);
    const { answers } = JSON.parse(text) as { answers: { action: string; body: Record<string, unknown> }[] };
    const config = answers.find(({ action }) => action === "/show/config")?.body as { api: { collector: string[] } };
    const collectors = answers.find(({ action }) => action === "/show/collectors/[filter]")?.body as {
      collector: Record<string, { ip: string }>;
    };
    for (const [address, { ip }] of Object.entries(collectors.collector)) {
      expect(ip).toBe(address);
      expect(config.api.collector.some((line) => line.includes(`/${address}/`))).toBe(true);
    }
  });
});

const groups = "ipgroups/loadTreeRootFast";
const lines = "/show/config";
const group = { fc_id: "7", fc_name: "One", rules: {} };

test.each<[action: string, point: string, body: unknown, answer: string | undefined]>([
  [groups, "fields of an IP group", { data: { page: { seven: group } } }, "fc_id, fc_name, rules"],
  [groups, "fields of an IP group", { a: { b: {} }, rows: { one: group } }, "fc_id, fc_name, rules"],
  [groups, "fields of an IP group", { data: { page: { results: [group] } } }, "fc_id, fc_name, rules"],
  [groups, "fields of an IP group", { results: [] }, undefined],
  [groups, "ids of IP groups", { data: { page: { results: [group] } } }, "text"],
  [groups, "ids of IP groups", [{ other: 1 }, { id: 7 }], "number"],
  [groups, "ids of IP groups", { id: null }, "nothing"],
  [groups, "ids of IP groups", { id: [7] }, "list"],
  [groups, "ids of IP groups", { id: { of: 7 } }, "object"],
  [groups, "members of an answer", {}, "none"],
  [groups, "members of an answer", [group], "list"],
  [lines, "a line of show/config", { api: { a: [], b: { c: ["https://r.example/api/1/profile"] } } }, "URL"],
  [lines, "a line of show/config", ["/api/1/profile/add/a/1/2"], "path from /api/"],
  [lines, "a line of show/config", "profile add a", "another text"],
  [lines, "a line of show/config", { api: { profile: [] } }, undefined],
])("of an answer to %s, doctor shows the %s in %j", async (action, point, body, answer) => {
  site.sim.faults.add({ match: action, kind: { rewrite: () => body } });
  const { stdout } = await site.run(["doctor", "--json", "--verbose"]);
  const { openPoints } = JSON.parse(stdout) as Report;
  expect(openPoints.find((one) => one.point === point)?.answer).toBe(answer);
});
