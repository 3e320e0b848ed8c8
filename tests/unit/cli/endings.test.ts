import type { FaultSpec } from "../../../simulator";
import { configFor } from "../../support/configuration";
import { closeAll, flowgate, startSite } from "./support";

afterEach(closeAll);

interface Case {
  readonly what: string;
  readonly fault: Omit<FaultSpec, "match">;
  readonly code: number;
  readonly type: string;
}

const faults: Case[] = [
  { what: "a refusal", fault: { kind: { refuse: "No" } }, code: 6, type: "RefusedError" },
  {
    what: "an appliance that stays busy",
    fault: { kind: { status: 503, headers: { "retry-after": "86400" } } },
    code: 6,
    type: "BusyError",
  },
  { what: "a connection that is reset", fault: { kind: "resetBeforeApply" }, code: 7, type: "UnknownOutcomeError" },
  { what: "an answer that is not JSON", fault: { kind: "invalidJson" }, code: 7, type: "ReplyError" },
  {
    what: "an answer with an unexpected structure",
    fault: { kind: { rewrite: () => ({ noprofile: 1 }) } },
    code: 7,
    type: "ReplyError",
  },
  {
    what: "a redirect",
    fault: { kind: { status: 302, headers: { location: "http://elsewhere.example.net/" } } },
    code: 6,
    type: "RefusedError",
  },
];

test.each(faults)(
  "$what ends with $code, one sentence on stderr and nothing on stdout",
  async ({ fault, code, type }) => {
    const site = await startSite();
    site.sim.faults.add({ match: "exporter/noprofile", ...fault });
    const run = await site.run(["unassigned"]);
    expect([run.code, run.stdout]).toEqual([code, ""]);
    expect(run.stderr).toMatch(
      /^error: listing the exporters without a profile on 127\.0\.0\.1:\d+ failed: [^\n]+[.]\n$/u,
    );

    const asJson = await site.run(["unassigned", "--json"]);
    expect([asJson.code, asJson.stdout]).toEqual([code, ""]);
    const { error } = JSON.parse(asJson.stderr) as { error: Record<string, unknown> };
    expect(error).toMatchObject({
      class: type,
      appliance: "replicator",
      action: "/exporter/noprofile/[filter]",
      exitCode: code,
    });
    expect(error["message"]).toBe(run.stderr.replace(/^error: /u, "").trimEnd());
  },
);

test("a refused connection ends with 4", async () => {
  const site = await startSite();
  await site.sim.replicator.disconnect();
  const { code, stderr } = await site.run(["unassigned"]);
  expect(code).toBe(4);
  expect(stderr).toMatch(/^error: .* failed: connection refused\. .*\n$/u);
});

test("an untrusted certificate ends with 4 and an error that names caCert, and no request is sent", async () => {
  const site = await startSite({ https: true }, (sim) => {
    const { url, user, password } = sim.replicator;
    return { replicator: { url, user, password } };
  });
  const { code, stderr } = await site.run(["unassigned"]);
  expect([code, site.sim.requests.count()]).toEqual([4, 0]);
  expect(stderr).toContain("caCert");
});

test("a wrong password ends with 5, and is tried once", async () => {
  const site = await startSite({}, (sim) => ({ replicator: { ...configFor(sim)["replicator"], password: "wrong" } }));
  const { code, stderr } = await site.run(["show", "collectors"]);
  expect([code, site.sim.requests.count()]).toEqual([5, 1]);
  expect(stderr).toContain("the login was refused");
  expect(stderr).toContain("FLOWGATE_REPLICATOR_PASSWORD");
});

test("missing settings end with 3, and are named with the command and the variable that set them", async () => {
  const { code, stderr } = await flowgate(["unassigned"], {
    env: { FLOWGATE_REPLICATOR_URL: "https://r.example.net" },
  });
  expect(code).toBe(3);
  expect(stderr).toContain("missing\n  flowgate:replicator.user");
  expect(stderr).toContain("pulumi config set --path --secret flowgate:replicator.password");
  expect(stderr).toContain("FLOWGATE_REPLICATOR_PASSWORD");
  expect(stderr).not.toContain("FLOWGATE_REPLICATOR_URL");
});

test("insecureSkipVerify and legacyLogin each print a warning", async () => {
  const site = await startSite({ https: true }, (sim) => {
    const { url, user, password } = sim.replicator;
    return { replicator: { url, user, password, insecureSkipVerify: true, legacyLogin: true } };
  });
  const { stderr } = await site.run(["unassigned"]);
  expect(stderr).toContain("warning: insecureSkipVerify is on for the replicator");
  expect(stderr).toContain("warning: legacyLogin is on for 127.0.0.1");
});

test("no credential appears in any output, not even when an appliance sends it back", async () => {
  const site = await startSite({
    gateway: { token: "canary-token-4711" },
    replicator: { user: "admin", password: "canary-password-4711" },
  });
  const { mutate, faults: added } = site.sim;
  mutate.addIpGroup("canary-token-4711");
  mutate.setProfileDescription("legacy-netops", "it is canary-password-4711");
  const runs = [
    await site.run(["ip-groups", "list"]),
    await site.run(["ip-groups", "list", "--json"]),
    await site.run(["show", "config", "--json"]),
    await site.run(["show", "profile"]),
  ];
  added.add({ kind: { refuse: "token canary-token-4711, password canary-password-4711" } });
  runs.push(await site.run(["ip-groups", "list"]), await site.run(["unassigned", "--json"]));
  const text = runs.map(({ stdout, stderr }) => stdout + stderr).join("\n");
  expect(text).toContain("[secret]");
  expect(text).not.toContain("canary");
});
