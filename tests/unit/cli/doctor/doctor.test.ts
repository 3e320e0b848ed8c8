import { createServer } from "node:http";
import { type AddressInfo, connect, createServer as createTunnel } from "node:net";
import type { FaultKind } from "../../../../simulator";
import { configFor, environmentOf } from "../../../support/configuration";
import { flowgate, printed, siteForEach, stackOf, startSite } from "../support";
import { examined, examinedWith, findingOf, type Report, withoutTrust, wrongOf } from "./support";

const site = siteForEach({ https: true });

test("two healthy appliances end with 0; nothing is changed", async () => {
  const before = site.sim.snapshot();
  const stdout = await printed(site.run(["doctor"]));
  expect(stdout).toContain("Nothing needs attention.");
  expect(stdout).not.toContain("!!");
  expect(site.sim.snapshot()).toBe(before);
  expect(site.sim.requests.verbs({ kind: "write" })).toEqual([]);
  expect(site.sim.requests.count()).toBe(13);
});

/** An address that forwards what it receives, which it keeps, to another one. */
async function recording(url: string): Promise<{ readonly url: string; received(): string }> {
  const chunks: Buffer[] = [];
  const server = createTunnel((client) => {
    const target = connect(Number(new URL(url).port), "127.0.0.1");
    client.on("data", (chunk) => chunks.push(chunk));
    for (const socket of [client, target]) socket.on("error", () => undefined);
    client.pipe(target).pipe(client);
  }).unref();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received: () => Buffer.concat(chunks).toString("latin1") };
}

test("swapped URLs are found without a credential that the configuration does not have for the URL", async () => {
  const { sim } = await startSite();
  const gateway = await recording(sim.gateway.url);
  const replicator = await recording(sim.replicator.url);
  await examinedWith(configFor(sim, { gateway: { url: replicator.url }, replicator: { url: gateway.url } }), 9);
  expect(gateway.received()).toContain(`"user":"${sim.replicator.user}"`);
  expect(gateway.received()).not.toContain(sim.gateway.token);
  expect(replicator.received()).toContain(sim.gateway.token);
  expect(replicator.received()).not.toContain(`"user":"${sim.replicator.user}"`);
});

test("swapped URLs are reported with both appliances' names", async () => {
  const { gateway, replicator } = site.sim;
  const swapped = { gateway: { url: replicator.url }, replicator: { url: gateway.url } };
  const report = await examinedWith(configFor(site.sim, swapped), 9);
  const text = JSON.stringify(report);
  expect(wrongOf(report)).toEqual(["gateway appliance", "replicator appliance"]);
  expect(text).toContain(`At ${new URL(replicator.url).host} a replicator answers, not a gateway.`);
  expect(text).toContain(`At ${new URL(gateway.url).host} a gateway answers, not a replicator.`);
  expect(report.settings).toEqual([
    `pulumi config set --path flowgate:gateway.url ${gateway.url}`,
    `pulumi config set --path flowgate:replicator.url ${replicator.url}`,
  ]);
});

test("another path of the script is named only if there is none at the usual path, and never as a line to paste", async () => {
  Object.assign(site.sim.switches, { scriptPath: "/fcgi/product.fcgi", wrongPath: "html404" });
  const report = await examined(site, 9);
  const api = findingOf(report, "api");
  expect(api?.why).toBe("There is a server, but no script of the API at its usual path.");
  expect(api?.fix).toEqual(["Look up the path of the script on the appliance, and set scriptPath to it."]);
  expect(report.settings).toEqual([]);
  const paged = await startSite({ https: true });
  paged.sim.faults.add({ match: "ipgroups", kind: { status: 200, body: "<html>Log in</html>" } });
  expect((await paged.run(["doctor", "--json"])).stdout).not.toContain("scriptPath");
});

test("http:// is reported with the commands that use https:// or allow http://, and no sentence ends twice", async () => {
  const plain = await startSite({}, (sim) => ({ gateway: { url: sim.gateway.url, token: "a token" } }));
  const { stdout } = await plain.run(["doctor"]);
  const url = plain.sim.gateway.url.replace("http:", "https:");
  expect(stdout).toContain(
    `Use https with \`pulumi config set --path flowgate:gateway.url ${url}\`, ` +
      "or allow http with `pulumi config set --path flowgate:gateway.allowHttp true`.\n",
  );
  expect(stdout).not.toContain("..\n");
  await printed(flowgate(["status", "--no-stack"], { env: environmentOf(plain.sim) }));
});

/** Answers to actions of the appliances, the checks that then need attention, and words of their findings. */
const total = { rewrite: (answer: unknown) => ({ ...(answer as object), total: 7 }) };
const license = { daysLeft: "4", expiration: "2027-01-01", licensedType: "t", licensedVersion: "19", machineID: "m" };
const noPermission = { refuse: "No permission" };
const oddAnswers: Record<string, [Record<string, FaultKind>, string[], ...RegExp[]]> = {
  "totals, rules and profiles that do not agree": [
    {
      "ipgroups/loadTreeRootFast": total,
      "ipgroups/loadRules": total,
      "show/profile": {
        rewrite: (answer) => {
          const { profile } = answer as { profile: Record<string, object> };
          return { ...(answer as object), profile: { other: profile["legacy-netops"] ?? {} } };
        },
      },
    },
    ["gateway total", "gateway total", "replicator profiles"],
    /^The list of IP groups shows 3 of 7 IP groups\.$/mu,
    /^The list of rules of ".+" shows \d of 7 rules\.$/mu,
    /legacy-netops is only in config; other is only in profile/u,
  ],
  "rules of an unknown form": [
    {
      "ipgroups/loadRules": {
        rewrite: (answer) => JSON.parse(JSON.stringify(answer).replaceAll('"network"', '"hexagon"')) as unknown,
      },
    },
    ["gateway rules"],
    /rules of "Private networks" cannot be read/u,
  ],
  "unexpected answers": [
    {
      "license/check": { rewrite: () => ({ ...license, role: "secondary" }) },
      "show/status": { rewrite: () => ({ result: "success", monitor: "failed" }) },
      "ipgroups/loadRules": noPermission,
      "show/settings": { refuse: "No such entity" },
    },
    ["gateway rules", "replicator license", "replicator role", "replicator components", "replicator settings"],
  ],
};

test.each(Object.entries(oddAnswers))("%s need attention", async (_what, [answers, wrong, ...words]) => {
  for (const [match, kind] of Object.entries(answers)) site.sim.faults.add({ match, kind });
  const report = await examined(site, 9);
  expect(wrongOf(report)).toEqual(wrong);
  const what = report.findings.map((one) => one.what).join("\n");
  for (const one of words) expect(what).toMatch(one);
});

test("a name that does not resolve and a port on which nothing listens need attention", async () => {
  await site.sim.replicator.disconnect();
  const report = await examinedWith(configFor(site.sim, { gateway: { url: "https://no-such-host.invalid" } }), 9);
  expect(wrongOf(report)).toEqual(["gateway name", "replicator connection"]);
});

test("refused credentials need attention, and each is tried only once", async () => {
  const wrong = { gateway: { token: "wrong-token-1" }, replicator: { password: "wrong-word-1" } };
  const report = await examinedWith(configFor(site.sim, wrong), 9);
  expect(wrongOf(report)).toEqual(["gateway token", "replicator login"]);
  expect(site.sim.requests.count()).toBe(2);
  expect(report.settings).toEqual([]);
  const commands = ["sha3-512", "plain"].map(
    (form) => `pulumi config set --path flowgate:replicator.passwordEncoding ${form}`,
  );
  expect(findingOf(report, "login")).toMatchObject({ isChoice: true, fix: commands, commands });
  expect(JSON.stringify(report)).not.toMatch(/wrong-token-1|wrong-word-1/u);
});

test("the proposed command for a site sets the key of that site", async () => {
  const sites = { paris: withoutTrust(site.sim) };
  const stdout = await printed(flowgate(["doctor", "--site", "paris"], stackOf({ sites })), 9);
  // A line to paste has nothing before the command.
  expect(stdout).toMatch(/^ +pulumi config set --path 'flowgate:sites\.paris\.gateway\.certFingerprints\[0\]' /mu);
});

test("mistakes in the configuration are findings, and an appliance that is not configured is not examined", async () => {
  const report = await examinedWith({ gateway: { urll: "https://g.example.net" } }, 9);
  expect(wrongOf(report)).toEqual(["configuration configuration"]);
  expect(report.findings[0]?.what).toContain('did you mean "url"?');

  const half = await examinedWith({ replicator: configFor(site.sim)["replicator"] });
  expect(wrongOf(half)).toEqual([]);
  expect(half.findings).toContainEqual(expect.objectContaining({ about: "gateway", status: "note" }));
});

test("without any configuration, the doctor says what to set", async () => {
  const json = await printed(flowgate(["doctor", "--json", "--no-stack"], { env: {} }), 9);
  expect(wrongOf(JSON.parse(json) as Report)).toEqual(["gateway configuration", "replicator configuration"]);
  expect(json).toContain("FLOWGATE_GATEWAY_URL");
  expect(await printed(flowgate(["doctor", "--no-stack"], { env: {} }), 9)).toContain("\nGateway\n");
});

describe("the settings that the doctor proposes for an appliance", () => {
  test.each([
    ["the field of loadRules", { loadRulesField: "id" }, "flowgate:gateway.rulesField id", 0],
    ["the method of requests", { commandMethod: "POST" }, "flowgate:replicator.commandMethod POST", 9],
  ] as const)("include %s", async (_what, switches, line, ends) => {
    Object.assign(site.sim.switches, switches);
    site.sim.mutate.addIpGroup("Aaa", [{ type: "ip", address: "203.0.113.77" }]);
    const before = site.sim.snapshot();
    expect((await examined(site, ends)).settings).toContain(`pulumi config set --path ${line}`);
    expect(site.sim.snapshot()).toBe(before);
    const [path = "", value] = line.split(" ");
    const [appliance = "", key = ""] = path.replace("flowgate:", "").split(".");
    const again = await examinedWith(configFor(site.sim, { [appliance]: { [key]: value } }));
    expect([again.settings, wrongOf(again)]).toEqual([[], []]);
  });

  test("include the URL that a redirect leads to", async () => {
    const plain = await startSite({ switches: { plainHttp: "redirect" } });
    const { settings } = await examined(plain, 9);
    const url = plain.sim.gateway.url.replace("http:", "https:");
    expect(settings).toContain(`pulumi config set --path flowgate:gateway.url ${url}`);
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
    const { settings } = await examinedWith({ replicator }, 9);
    server.close();
    expect(settings).toContain("pulumi config set --path flowgate:replicator.sessionHeader x-ticket");
  });

  test("exclude those that reads cannot detect, which a finding for maintainers lists", async () => {
    expect(await printed(site.run(["doctor"]))).not.toMatch(
      /other-settings|staticPermissionType|API documents leave it open/u,
    );
    expect(await printed(site.run(["doctor", "--verbose"]))).toMatch(/API documents leave it open/u);
    const { findings } = await examined(site, 0, "--verbose");
    expect(findings.flatMap(({ check, what }) => (check === "other-settings" ? [what] : []))).toEqual([
      expect.stringContaining("staticPermissionType, tokenUser, rulesPerRequest, wording or sessionEnded"),
      expect.stringContaining("sessionEnded, or a commandMethod of its own for changes"),
    ]);
  });
});

test("an empty list of IP groups leaves the token's permission unknown", async () => {
  site.sim.switches.tokenRights = "none";
  const { findings } = await examined(site);
  expect(findings).toContainEqual(expect.objectContaining({ about: "gateway", check: "ip-groups", status: "unknown" }));
});
