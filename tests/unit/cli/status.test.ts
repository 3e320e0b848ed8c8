import { configFor } from "../../support/configuration";
import { closeAll, flowgate, stackOf, startSite } from "./support";

afterEach(closeAll);

test("status shows both appliances, and the replicator's components", async () => {
  const site = await startSite();
  const { code, stdout } = await site.run(["status"]);
  expect(code).toBe(0);
  const lines = stdout.split("\n").map((line) => line.split(/ {2,}/u));
  expect(lines).toContainEqual(["gateway", site.sim.gateway.url, "answers, 3 IP groups"]);
  expect(lines).toContainEqual([
    "replicator",
    site.sim.replicator.url,
    "all components run, license valid for 300 days",
  ]);
  expect(lines).toContainEqual(["Components of the replicator (Flow Replicator 19.0)"]);
  expect(lines).toContainEqual(["vitalizer", "active"]);
});

test("status --json gives the same information as data", async () => {
  const site = await startSite();
  expect(await site.json(["status"])).toEqual({
    gateway: { url: site.sim.gateway.url, ipGroups: 3 },
    replicator: {
      url: site.sim.replicator.url,
      components: expect.objectContaining({ monitor: "active" }) as object,
      licenseDaysLeft: "300",
      version: "Flow Replicator 19.0",
    },
    settings: {
      gateway: expect.objectContaining({ token: "configuration flowgate:gateway.token" }) as object,
      replicator: expect.objectContaining({ url: "configuration flowgate:replicator.url" }) as object,
    },
  });
});

test("status still shows the replicator when the gateway does not answer", async () => {
  const site = await startSite();
  await site.sim.gateway.disconnect();
  const { code, stdout } = await site.run(["status"]);
  expect(code).toBe(4);
  expect(stdout).toMatch(/^gateway +http:\S+ +.*connection refused/mu);
  expect(stdout).toContain(`gateway     ${site.sim.gateway.url} `);
  expect(stdout).toMatch(/^replicator .*all components run/mu);
});

test("status exits with 9 when a component of the replicator does not run", async () => {
  const site = await startSite();
  const stop = (answer: unknown): unknown => ({ ...(answer as object), monitor: "inactive" });
  site.sim.faults.add({ match: "show/status", kind: { rewrite: stop } });
  const { code, stdout } = await site.run(["status"]);
  expect(code).toBe(9);
  expect(stdout).toMatch(/1 of \d+ components do not run/u);
});

test("status exits with 9 when the token may not list IP groups", async () => {
  const site = await startSite({ switches: { tokenRights: "none" } });
  const { code, stdout } = await site.run(["status"]);
  expect(code).toBe(9);
  expect(stdout).toContain("the token lacks the permission IPGroups");
});

test("status succeeds with only one appliance configured, and shows the other as not configured", async () => {
  const site = await startSite({}, (sim) => ({ replicator: configFor(sim)["replicator"] }));
  const { code, stdout } = await site.run(["status"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^gateway +- +not configured$/mu);
  expect(await site.json(["status"])).toMatchObject({ gateway: { configured: false } });
});

test("status reports a wrong token, and exits with 5", async () => {
  const site = await startSite();
  site.sim.gateway.setToken("rotated-token");
  const { code, stdout } = await site.run(["status", "--json"]);
  expect(code).toBe(5);
  expect(JSON.parse(stdout)).toMatchObject({ gateway: { error: { class: "CredentialsError", status: 200 } } });
});

test("status without any configuration exits with 3, and names what to set", async () => {
  const { code, stdout, stderr } = await flowgate(["status"]);
  expect([code, stdout]).toEqual([3, ""]);
  expect(stderr.split("\n")).toEqual([
    "error: the gateway is not configured: missing",
    "  flowgate:gateway.url (pulumi config set --path flowgate:gateway.url <value>, or FLOWGATE_GATEWAY_URL)",
    "  flowgate:gateway.token (pulumi config set --path --secret flowgate:gateway.token <value>, or " +
      "FLOWGATE_GATEWAY_TOKEN)",
    "",
  ]);
});

test("status asks only the appliances of the site that --site names, and suggests a name for an unknown site", async () => {
  const [paris, lyon] = [await startSite(), await startSite()];
  const sites = { paris: configFor(paris.sim), lyon: configFor(lyon.sim) };
  const run = await flowgate(["status", "--site", "lyon", "--json"], stackOf({ sites }));
  expect(run.code).toBe(0);
  expect(JSON.parse(run.stdout)).toMatchObject({ gateway: { url: lyon.sim.gateway.url } });
  expect([paris.sim.requests.count(), lyon.sim.requests.count()]).toEqual([0, 3]);

  const unknown = await flowgate(["--site", "pari", "status"], stackOf({ sites }));
  expect(unknown.code).toBe(3);
  expect(unknown.stderr).toContain('unknown site "pari", did you mean "paris"?');
});

test("status shows where each setting comes from, but not its value", async () => {
  const site = await startSite({}, (sim) => {
    const { gateway, replicator } = configFor(sim);
    return { gateway, sites: { paris: { gateway: { timeouts: { connect: 5000 } }, replicator } } };
  });
  const { token } = site.sim.gateway;
  const env = { ...site.options.env, FLOWGATE_SITE_PARIS_GATEWAY_TOKEN: token, FLOWGATE_GATEWAY_URL: "https://other" };
  const { stdout } = await flowgate(["status", "--site", "paris"], { ...site.options, env });
  const lines = stdout.split("\n").map((line) => line.split(/ {2,}/u));
  expect(lines).toContainEqual(["gateway url", "configuration flowgate:gateway.url"]);
  expect(lines).toContainEqual(["gateway token", "environment FLOWGATE_SITE_PARIS_GATEWAY_TOKEN"]);
  expect(lines).toContainEqual(["gateway timeouts", "configuration flowgate:sites.paris.gateway.timeouts"]);
  expect(lines).toContainEqual(["replicator user", "configuration flowgate:sites.paris.replicator.user"]);
  expect(stdout).not.toContain(token);
});

test("status says why the stack was not read", async () => {
  const site = await startSite({ https: true });
  const { url, token } = site.sim.gateway;
  const env = { FLOWGATE_GATEWAY_URL: url, FLOWGATE_GATEWAY_TOKEN: token };
  const { stdout } = await flowgate(["status", "--no-stack"], { ...site.options, env });
  expect(stdout).toContain("The stack was not read: --no-stack was given.");
});
