import { readFileSync, statSync } from "node:fs";
import { X509Certificate } from "node:crypto";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:tls";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { makeCertificate, startSimulator, switchSpace, unservedPositions, type Switches } from "../../../simulator";
import { clues } from "../../../simulator/clues";
import { switchesLike } from "../../../simulator/like";
import { configFor, environmentOf } from "../../support/configuration";
import { closeAll, flowgate, stackOf, startSite, temporaryFolder, type Site } from "./support";

afterEach(closeAll);

interface Finding {
  readonly about: string;
  readonly check: string;
  readonly status: string;
  readonly what: string;
  readonly why?: string;
  readonly fix?: readonly string[];
  readonly isChoice?: true;
}
interface Report {
  readonly findings: readonly Finding[];
  readonly openPoints: readonly unknown[];
  readonly settings: readonly string[];
}

test("two healthy appliances end with 0; nothing is changed", async () => {
  const site = await startSite({ https: true });
  const before = site.sim.snapshot();
  const { code, stdout, stderr } = await site.run(["doctor"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("Nothing needs attention.");
  expect(stdout).not.toContain("!!");
  expect(site.sim.snapshot()).toBe(before);
  expect(site.sim.requests.verbs({ kind: "write" })).toEqual([]);
  expect(site.sim.requests.count()).toBe(13);
});

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
  const other = await makeCertificate();
  const site = await startSite({ https: true }, (sim) => withoutTrust(sim, { caCert: other.caCert }));
  const { report, code } = await examined(site);
  expect(code).toBe(9);
  const [tls] = report.findings.filter(({ check }) => check === "tls");
  expect(tls?.what).toContain(
    "It is for localhost, 127.0.0.1; its issuer is CN=Flowgate simulator CA; its SHA-256 fingerprint is " +
      `${String(site.sim.caFingerprint)}.`,
  );
  expect(JSON.stringify(tls)).toContain("caCert is set, but does not match this certificate.");
  expect(site.sim.requests.count()).toBe(0);
});

test("an appliance whose certificate does not match the pinned fingerprint is not trusted", async () => {
  const site = await startSite({ https: true }, (sim) => withoutTrust(sim, { certFingerprints: ["ab".repeat(32)] }));
  const { report } = await examined(site);
  expect(wrongOf(report)).toEqual(["gateway tls", "replicator tls"]);
  expect(site.sim.requests.count()).toBe(0);
});

test("insecureSkipVerify needs attention, and the doctor proposes to pin the certificate instead", async () => {
  const site = await startSite({ https: true }, (sim) => withoutTrust(sim, { insecureSkipVerify: true }));
  const { report } = await examined(site);
  expect(wrongOf(report)).toEqual(["gateway tls", "replicator tls"]);
  expect(report.settings).toContain(
    `pulumi config set --path flowgate:gateway.certFingerprints[0] ${site.sim.caFingerprint ?? ""}`.replace(
      "flowgate:gateway.certFingerprints[0]",
      "'flowgate:gateway.certFingerprints[0]'",
    ),
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
    const { url, close } = await tlsServer(certificate);
    const stack = stackOf({ gateway: { url, token: "a token", caCert: certificate.caCert } });
    const { stdout } = await flowgate(["doctor", "--json"], stack);
    close();
    const { findings, settings } = JSON.parse(stdout) as Report;
    const tls = findings.find(({ check }) => check === "tls");
    expect([tls?.what, tls?.why]).toEqual([expect.stringMatching(what), expect.stringMatching(why)]);
    const port = new URL(url).port;
    expect(tls?.fix).toEqual(
      hosts && [
        ...hosts.map((host) => `pulumi config set --path flowgate:gateway.url https://${host}:${port}`),
        "Give the appliance a certificate for 127.0.0.1.",
      ],
    );
    expect([settings, stdout]).toEqual([[], expect.not.stringContaining("certFingerprints")]);
  });

  test("whose signer is unknown and that is for another host names both, and pins or asks for another URL", async () => {
    const certificate = await makeCertificate({ names: ["gateway.example.net"] });
    const { url, close } = await tlsServer(certificate);
    const { stdout } = await flowgate(["doctor", "--json"], stackOf({ gateway: { url, token: "a token" } }));
    close();
    const tls = (JSON.parse(stdout) as Report).findings.find(({ check }) => check === "tls");
    expect(tls?.why).toContain("It is also for another host than that of the URL");
    expect(tls?.fix).toEqual([
      expect.stringContaining("certFingerprints[0]"),
      "Set caCert to the certificate (PEM) that signed it, and use a name of the certificate in the URL.",
    ]);
  });

  test("that has expired and is pinned is called expired", async () => {
    const certificate = await makeCertificate(former);
    const { url, close } = await tlsServer(certificate);
    const pins = { url, token: "a token", certFingerprints: [new X509Certificate(certificate.cert).fingerprint256] };
    const { stdout } = await flowgate(["doctor", "--json"], stackOf({ gateway: pins }));
    close();
    const { findings } = JSON.parse(stdout) as Report;
    const end = former.notAfter.toISOString().slice(0, 10);
    expect(findings.find(({ check }) => check === "certificate")?.what).toBe(`The certificate expired on ${end}.`);
  });

  async function tlsServer({ key, cert }: { key: string; cert: string }): Promise<{ url: string; close(): void }> {
    const server = createTlsServer({ key, cert }, (socket) => void socket.end(NO_API));
    server.on("tlsClientError", () => undefined);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
  }
});

test("swapped URLs are reported with both appliances' names, and no credential reaches the other appliance", async () => {
  const site = await startSite({ https: true }, (sim) => {
    const { gateway, replicator } = configFor(sim);
    return { gateway: { ...gateway, url: sim.replicator.url }, replicator: { ...replicator, url: sim.gateway.url } };
  });
  const { report, text } = await examined(site);
  const { gateway, replicator } = site.sim;
  expect(wrongOf(report)).toEqual(["gateway appliance", "replicator appliance"]);
  expect(text).toContain(`At ${new URL(replicator.url).host} a replicator answers, not a gateway.`);
  expect(text).toContain(`At ${new URL(gateway.url).host} a gateway answers, not a replicator.`);
  expect(report.settings).toEqual([
    `pulumi config set --path flowgate:gateway.url ${gateway.url}`,
    `pulumi config set --path flowgate:replicator.url ${replicator.url}`,
  ]);
});

test("another path of the script is named only if there is none at the usual path, and never as a line to paste", async () => {
  const site = await startSite({ https: true, switches: { scriptPath: "/fcgi/product.fcgi", wrongPath: "html404" } });
  const { report } = await examined(site);
  const api = report.findings.find(({ check }) => check === "api");
  expect(api?.why).toBe("There is a server, but no script of the API at its usual path.");
  expect(api?.fix).toEqual(["Look up the path of the script on the appliance, and set scriptPath to it."]);
  expect(report.settings).toEqual([]);
  const paged = await startSite({ https: true });
  paged.sim.faults.add({ match: "ipgroups", kind: { status: 200, body: "<html>Log in</html>" } });
  expect((await examined(paged)).text).not.toContain("scriptPath");
});

test("http:// is reported with the commands that use https:// or allow http://, and no sentence ends twice", async () => {
  const site = await startSite({}, (sim) => ({ gateway: { url: sim.gateway.url, token: "a token" } }));
  const { stdout } = await site.run(["doctor"]);
  const url = site.sim.gateway.url.replace("http:", "https:");
  expect(stdout).toContain(
    `Use https with \`pulumi config set --path flowgate:gateway.url ${url}\`, ` +
      "or allow http with `pulumi config set --path flowgate:gateway.allowHttp true`.\n",
  );
  expect(stdout).not.toContain("..\n");
  expect((await flowgate(["status", "--no-stack"], { env: environmentOf(site.sim) })).code).toBe(0);
});

test("totals, rules and profiles that do not agree need attention", async () => {
  const site = await startSite({ https: true });
  const { faults } = site.sim;
  const more = (answer: unknown): unknown => ({ ...(answer as object), total: 7 });
  faults.add({ match: "ipgroups/loadTreeRootFast", kind: { rewrite: more } });
  faults.add({ match: "ipgroups/loadRules", kind: { rewrite: more } });
  faults.add({
    match: "show/profile",
    kind: {
      rewrite: (answer) => {
        const { profile } = answer as { profile: Record<string, object> };
        return { ...(answer as object), profile: { other: profile["legacy-netops"] ?? {} } };
      },
    },
  });
  const { report } = await examined(site);
  expect(wrongOf(report)).toEqual(["gateway total", "gateway total", "replicator profiles"]);
  expect(report.findings.filter(({ check }) => check === "total").map(({ what }) => what)).toEqual([
    "The list of IP groups shows 3 of 7 IP groups.",
    expect.stringMatching(/^The list of rules of ".+" shows \d of 7 rules\.$/u),
  ]);
  expect(report.findings.find(({ check }) => check === "profiles")?.what).toContain(
    "legacy-netops is only in config; other is only in profile",
  );
});

test("rules of an unknown form need attention", async () => {
  const site = await startSite({ https: true });
  site.sim.faults.add({
    match: "ipgroups/loadRules",
    kind: { rewrite: (answer) => JSON.parse(JSON.stringify(answer).replaceAll('"network"', '"hexagon"')) as unknown },
  });
  const { report } = await examined(site);
  expect(report.findings.find(({ check }) => check === "rules")?.what).toMatch(
    /rules of "Private networks" cannot be read/u,
  );
});

test("a name that does not resolve and a port on which nothing listens need attention", async () => {
  const site = await startSite({ https: true }, (sim) => ({
    ...configFor(sim),
    gateway: { url: "https://no-such-host.invalid", token: "a token" },
  }));
  await site.sim.replicator.disconnect();
  const { report, code } = await examined(site);
  expect([code, wrongOf(report)]).toEqual([9, ["gateway name", "replicator connection"]]);
});

test("refused credentials need attention, and each is tried only once", async () => {
  const site = await startSite({ https: true }, (sim) => {
    const { gateway, replicator } = configFor(sim);
    return { gateway: { ...gateway, token: "wrong-token-1" }, replicator: { ...replicator, password: "wrong-word-1" } };
  });
  const { report, text } = await examined(site);
  expect(wrongOf(report)).toEqual(["gateway token", "replicator login"]);
  expect(site.sim.requests.count()).toBe(2);
  expect(report.settings).toEqual([]);
  expect(report.findings.find(({ check }) => check === "login")).toMatchObject({
    isChoice: true,
    fix: [
      "pulumi config set --path flowgate:replicator.passwordEncoding sha3-512",
      "pulumi config set --path flowgate:replicator.passwordEncoding plain",
    ],
  });
  expect(text).not.toContain("wrong-token-1");
  expect(text).not.toContain("wrong-word-1");
});

test("the proposed command for a site sets the key of that site", async () => {
  const site = await startSite({ https: true }, (sim) => ({ sites: { paris: withoutTrust(sim) } }));
  const { stdout, code } = await site.run(["doctor", "--site", "paris"]);
  expect(code).toBe(9);
  // A line to paste has nothing before the command.
  expect(stdout).toMatch(/^ +pulumi config set --path 'flowgate:sites\.paris\.gateway\.certFingerprints\[0\]' /mu);
});

test("mistakes in the configuration are findings, and an appliance that is not configured is not examined", async () => {
  const { stdout, code } = await flowgate(
    ["doctor", "--json"],
    stackOf({ gateway: { urll: "https://g.example.net" } }),
  );
  expect(code).toBe(9);
  const report = JSON.parse(stdout) as Report;
  expect(wrongOf(report)).toEqual(["configuration configuration"]);
  expect(report.findings[0]?.what).toContain('did you mean "url"?');

  const one = await startSite({ https: true }, (sim) => ({ replicator: configFor(sim)["replicator"] }));
  const { report: half, code: ofHalf } = await examined(one);
  expect([ofHalf, wrongOf(half)]).toEqual([0, []]);
  expect(half.findings).toContainEqual(expect.objectContaining({ about: "gateway", status: "note" }));
});

test("without any configuration, the doctor says what to set", async () => {
  const { stdout, code } = await flowgate(["doctor", "--json", "--no-stack"], { env: {} });
  const report = JSON.parse(stdout) as Report;
  expect([code, wrongOf(report)]).toEqual([9, ["gateway configuration", "replicator configuration"]]);
  expect(stdout).toContain("FLOWGATE_GATEWAY_URL");
  const { stdout: text } = await flowgate(["doctor", "--no-stack"], { env: {} });
  expect(text).toContain("\nGateway\n");
});

test("unexpected answers of an appliance need attention", async () => {
  const site = await startSite({ https: true });
  const { faults } = site.sim;
  const license = { daysLeft: "4", expiration: "2027-01-01", licensedType: "t", licensedVersion: "19", machineID: "m" };
  faults.add({ match: "license/check", kind: { rewrite: () => ({ ...license, role: "secondary" }) } });
  faults.add({ match: "show/status", kind: { rewrite: () => ({ result: "success", monitor: "failed" }) } });
  faults.add({ match: "ipgroups/loadRules", kind: { refuse: "No permission" } });
  faults.add({ match: "show/settings", kind: { refuse: "No such entity" } });
  const { report, code } = await examined(site);
  expect([code, wrongOf(report)]).toEqual([
    9,
    ["gateway rules", "replicator license", "replicator role", "replicator components", "replicator settings"],
  ]);
});

describe("the settings that the doctor proposes for an appliance", () => {
  test.each([
    ["the field of loadRules", { loadRulesField: "id" }, "flowgate:gateway.rulesField id", 0],
    ["the field of loadRules as JSON", { loadRulesField: "json" }, "flowgate:gateway.rulesField json", 0],
    ["the method of requests", { commandMethod: "POST" }, "flowgate:replicator.commandMethod POST", 9],
    ["fewer concurrent requests", { tooMany: "seconds" }, "flowgate:replicator.concurrency 1", 0],
  ] as const)("include %s", async (_what, switches, line, ends) => {
    const site = await startSite({ https: true, switches });
    site.sim.mutate.addIpGroup("Aaa", [{ type: "ip", address: "203.0.113.77" }]);
    const before = site.sim.snapshot();
    const { report, code } = await examined(site);
    expect(report.settings).toContain(`pulumi config set --path ${line}`);
    expect([code, site.sim.snapshot()]).toEqual([ends, before]);
    const [path = "", value] = line.split(" ");
    const [appliance = "", key = ""] = path.replace("flowgate:", "").split(".");
    if (key === "concurrency") return;
    const { gateway, replicator } = configFor(site.sim);
    const config = { gateway: { ...gateway }, replicator: { ...replicator } } as Record<string, object>;
    const set = stackOf({ ...config, [appliance]: { ...config[appliance], [key]: value } });
    const again = JSON.parse((await flowgate(["doctor", "--json"], set)).stdout) as Report;
    expect([again.settings, wrongOf(again)]).toEqual([[], []]);
  });

  test("include the URL that a redirect leads to", async () => {
    const site = await startSite({ https: false, switches: { plainHttp: "redirect" } });
    const { report } = await examined(site);
    expect(report.settings).toContain(
      `pulumi config set --path flowgate:gateway.url ${site.sim.gateway.url.replace("http:", "https:")}`,
    );
  });

  test("include the header that carries the session", async () => {
    const server = createServer((request, response) => {
      const isLogin = request.url === "/api/1/login/";
      if (isLogin) response.setHeader("x-ticket", "ticket-1");
      if (!isLogin && request.headers["x-ticket"] !== "ticket-1") response.statusCode = 401;
      response.end('{"result":"success","apiversion":1,"build":"1","copyright":"c","name":"n"}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const replicator = { url: `http://127.0.0.1:${port}`, user: "admin", password: "a password", allowHttp: true };
    const { stdout } = await flowgate(["doctor", "--json"], stackOf({ replicator }));
    server.close();
    expect((JSON.parse(stdout) as Report).settings).toContain(
      "pulumi config set --path flowgate:replicator.sessionHeader x-ticket",
    );
  });

  test("exclude those that reads cannot detect, which a finding for maintainers lists", async () => {
    const site = await startSite({ https: true });
    const quiet = await site.run(["doctor"]);
    expect(quiet.stdout).not.toMatch(/other-settings|staticPermissionType|API documents leave it open/u);
    expect((await site.run(["doctor", "--verbose"])).stdout).toMatch(/API documents leave it open/u);
    const { report } = await examined(site, "--verbose");
    const said = report.findings.filter(({ check }) => check === "other-settings").map(({ what }) => what);
    expect(said).toEqual([
      expect.stringContaining("staticPermissionType, tokenUser, rulesPerRequest, wording or sessionEnded"),
      expect.stringContaining("sessionEnded, or a commandMethod of its own for changes"),
    ]);
  });
});

test("an empty list of IP groups leaves the token's permission unknown", async () => {
  const site = await startSite({ https: true, switches: { tokenRights: "none" } });
  const { report } = await examined(site);
  expect(report.findings).toContainEqual(
    expect.objectContaining({ about: "gateway", check: "ip-groups", status: "unknown" }),
  );
});

describe("a recording", () => {
  const canaries = [
    "canary-group",
    "canaryprofile",
    "203.0.113.77",
    "198.51.100.33",
    "canary.example.net",
    "Straße 4711",
  ];

  test("contains no credentials, names or addresses, keeps references consistent, and only its owner can read it", async () => {
    const site = await startSite({
      https: true,
      gateway: { token: "canary-token-1" },
      replicator: { user: "admin", password: "canary-password-1" },
    });
    const { mutate } = site.sim;
    mutate.addIpGroup("canary-group canary-token-1", [{ type: "ip", address: "203.0.113.77" }]);
    mutate.addIpGroup("Straße 4711");
    mutate.addProfile("canaryprofile", 2055, 2056);
    mutate.addCollector("198.51.100.33", "canaryprofile");
    mutate.setNote("198.51.100.33", "ask canary.example.net, canary-password-1");
    const file = join(temporaryFolder(), "recording.json");
    const { code, stderr } = await site.run(["doctor", "--record", file]);
    expect(code).toBe(0);
    expect(stderr).toContain("13 answers are in ");
    const text = readFileSync(file, "utf8");
    for (const canary of [...canaries, "canary-token", "canary-password"]) expect(text).not.toContain(canary);
    expect(statSync(file).mode & 0o777).toBe(0o600);
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

  const shown = Object.keys(clues) as (keyof Switches)[];
  const positionsOf = (name: keyof Switches): readonly unknown[] =>
    switchSpace[name].filter((position) => position !== unservedPositions[name]);
  /** Some of their positions leave no place in an answer that shows another switch. */
  const hiding: readonly string[] = ["groupListShape", "sessionCarrier", "showShape"];
  const others = shown.filter((name) => !hiding.includes(name));
  const most = Math.max(...others.map((name) => positionsOf(name).length));
  /** Each position of each switch is in one of these. */
  const sets = [
    ...shown.flatMap((name) =>
      hiding.includes(name) ? positionsOf(name).map((position) => ({ [name]: position })) : [],
    ),
    ...Array.from({ length: most }, (_, index) =>
      Object.fromEntries(others.map((name) => [name, positionsOf(name)[index % positionsOf(name).length]])),
    ),
  ];

  test.each(sets)("of an appliance with %j sets the same in a simulator", async (switches) => {
    const site = await startSite({ https: false, switches });
    site.sim.mutate.addIpGroup("Aaa", [
      { type: "ip", address: "203.0.113.77" },
      { type: "network", address: "10.0.0.0", mask: "8" },
    ]);
    site.sim.mutate.gateway(({ ipGroups }) => {
      const others = [...ipGroups.values()].filter((group) => group.name !== "Aaa");
      for (const { id } of others) ipGroups.delete(id);
    });
    const file = join(temporaryFolder(), "recording.json");
    await site.run(["doctor", "--record", file]);
    expect(await switchesLike(file)).toMatchObject(switches);
    const like = await startSimulator({ https: false, like: file });
    expect(like.switches).toMatchObject(switches);
    await like.close();
  });

  test("that is missing or invalid is reported with a clear error", async () => {
    const file = join(temporaryFolder(), "recording.json");
    await expect(startSimulator({ like: file })).rejects.toThrow("The simulator cannot read ");
    const { code, stderr } = await flowgate(["simulate", "--like", join(__dirname, "support.ts")]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("is no recording of flowgate doctor")]);
  });
});

function withoutTrust(sim: Site["sim"], more: object = {}): Record<string, unknown> {
  const own = { caCert: undefined, ...more };
  return configFor(sim, { gateway: own, replicator: own });
}

async function examined(
  site: Site,
  ...more: readonly string[]
): Promise<{ report: Report; code: number; text: string }> {
  const { code, stdout, stderr } = await site.run(["doctor", "--json", ...more]);
  return { report: JSON.parse(stdout) as Report, code, text: stdout + stderr };
}

function wrongOf({ findings }: Report): string[] {
  return findings.filter(({ status }) => status === "attention").map(({ about, check }) => `${about} ${check}`);
}
