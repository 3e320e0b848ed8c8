import type { Simulator } from "../../../simulator";
import { cellsOf, failed, flowgate, printed, siteForEach, startInProcess, startSite } from "./support";
import { configFor, environmentOf } from "../../support/configuration";
import { has } from "../../support/has";

const site = siteForEach();

describe("IP groups", () => {
  describe("ip-groups list", () => {
    test("prints the id and the name of every group", async () => {
      const stdout = await printed(site.run(["ip-groups", "list"]));
      expect(stdout).toBe(" Id  IP group\n101  Private networks\n102  Multicast\n103  Loopback\n");
      expect(await site.json(["ip-groups", "list"])).toContainEqual({ fc_id: 102, fc_name: "Multicast" });
    });

    test("needs attention if it is empty, because a gateway is delivered with groups", async () => {
      site.sim.switches.tokenRights = "none";
      const stdout = await printed(site.run(["ip-groups", "list"]), 9);
      expect(stdout).toContain("the token lacks the permission IPGroups");
      expect(await site.json(["ip-groups", "list"], 9)).toEqual([]);
    });
  });

  describe("ip-groups search", () => {
    test("lists the groups whose name contains the text, or with --not does not, from all pages", async () => {
      expect(await site.json(["ip-groups", "search", "oo"])).toEqual([{ fc_id: 103, fc_name: "Loopback" }]);
      expect(await site.json(["ip-groups", "search", "o", "--not"])).toEqual([{ fc_id: 102, fc_name: "Multicast" }]);
      for (let number = 1; number <= 25; number += 1) site.sim.mutate.addIpGroup(`Branch ${number}`);
      expect(await site.json(["ip-groups", "search", "Branch"])).toHaveLength(25);
    });

    test("says that nothing matches", async () => {
      const stdout = await printed(site.run(["ip-groups", "search", "nowhere"]), 9);
      expect(stdout).toBe('Nothing in the IP groups matches "nowhere".\n');
      const not = await printed(site.run(["ip-groups", "search", "", "--not"]), 9);
      expect(not).toBe('Nothing in the IP groups matches "not ".\n');
    });
  });

  describe("ip-groups show", () => {
    test("prints rules of every type in readable form, and child groups by name", async () => {
      const child = site.sim.mutate.addIpGroup("Paris");
      site.sim.mutate.addIpGroup("France", [
        { type: "ip", address: "10.1.0.1" },
        { type: "range", sip: "10.1.0.10", eip: "10.1.0.20" },
        { type: "network", address: "10.2.0.0", mask: "16" },
        { type: "ipall", all: 1 },
        { type: "wildcard", address: "10.0.0.9", mask: "0.255.255.0" },
        { type: "child", child_id: child },
      ]);
      const { stdout } = await site.run(["ip-groups", "show", "France"]);
      const rules = cellsOf(stdout.split("Rules\n")[1] ?? "").map((cells) => cells.slice(1));
      expect(rules.slice(1, 7)).toEqual([
        ["ip", "10.1.0.1"],
        ["range", "10.1.0.10 - 10.1.0.20"],
        ["network", "10.2.0.0/16"],
        ["ipall", "all"],
        ["wildcard", "10.0.0.9 0.255.255.0"],
        ["child", `IP group Paris (id ${child})`],
      ]);
    });

    test("takes the id or the name, and prints the rules in the gateway's form with --json", async () => {
      expect(await site.json(["ip-groups", "show", "103"])).toEqual(await site.json(["ip-groups", "show", "Loopback"]));
      expect(await site.json(["ip-groups", "show", "103"])).toMatchObject({
        fc_id: 103,
        fc_name: "Loopback",
        rules: [{ type: "ip", address: "127.0.0.1" }],
      });
    });

    test("suggests the nearest name", async () => {
      expect(await failed(site.run(["ip-groups", "show", "loopbak"]), 9)).toBe(
        'error: There is no IP group "loopbak". Did you mean "Loopback"? `flowgate ip-groups list` lists all.\n',
      );
    });

    test("refuses a text that matches two groups, and names both", async () => {
      const id = site.sim.mutate.addIpGroup("103");
      expect(await failed(site.run(["ip-groups", "show", "103"]), 2)).toContain(`Loopback (id 103), 103 (id ${id})`);
    });

    test("says that a group has no rules", async () => {
      site.sim.mutate.addIpGroup("Empty");
      expect((await site.run(["ip-groups", "show", "Empty"])).stdout).toContain("\nRules\nIt has no rules.\n");
    });
  });
});

test("status shows both appliances, and the replicator's components", async () => {
  const stdout = await printed(site.run(["status"]));
  const lines = cellsOf(stdout);
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

test.each<[what: string, change: (sim: Simulator) => unknown, code: number, shows: RegExp]>([
  [
    "a gateway that does not answer, and the replicator",
    (sim) => sim.gateway.disconnect(),
    4,
    /^gateway +http:\S+ +.*connection refused[^]*^replicator .*all components run/mu,
  ],
  [
    "a component of the replicator that does not run",
    ({ faults }) =>
      faults.add({
        match: "show/status",
        kind: { rewrite: (answer) => ({ ...(answer as object), monitor: "inactive" }) },
      }),
    9,
    /1 of \d+ components do not run/u,
  ],
  [
    "a token that may not list IP groups",
    ({ switches }) => (switches.tokenRights = "none"),
    9,
    /the token lacks the permission IPGroups/u,
  ],
  ["a wrong token", ({ gateway }) => gateway.setToken("rotated-token"), 5, /^gateway +http:\S+ .*token/mu],
])("status shows %s, and its exit code says so", async (_what, change, code, shows) => {
  await change(site.sim);
  expect(await site.run(["status"])).toMatchObject({ code, stdout: has(shows) });
});

test("status succeeds with only one appliance configured, and shows the other as not configured", async () => {
  const site = await startSite({}, (sim) => ({ replicator: configFor(sim)["replicator"] }));
  expect(await printed(site.run(["status"]))).toMatch(/^gateway +- +not configured$/mu);
  expect(await site.json(["status"])).toMatchObject({ gateway: { configured: false } });
});

test("status asks only the appliances of the site that --site names", async () => {
  const both = await startSite({}, (sim) => configFor(sim, { sites: { lyon: configFor(site.sim) } }));
  expect(await both.json(["status", "--site", "lyon"])).toMatchObject({ gateway: { url: site.sim.gateway.url } });
  expect([both.sim.requests.count(), site.sim.requests.count()]).toEqual([0, 3]);
});

test("status shows where each setting comes from, but not its value", async () => {
  const site = await startSite({}, (sim) => {
    const { gateway, replicator } = configFor(sim);
    return { gateway, sites: { paris: { gateway: { timeouts: { connect: 5000 } }, replicator } } };
  });
  const { token } = site.sim.gateway;
  const env = { ...site.options.env, FLOWGATE_SITE_PARIS_GATEWAY_TOKEN: token, FLOWGATE_GATEWAY_URL: "https://other" };
  const { stdout } = await flowgate(["status", "--site", "paris"], { ...site.options, env });
  const lines = cellsOf(stdout);
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

test("show --watch reads repeatedly until it is interrupted, and then exits with 0", async () => {
  const watching = startInProcess(["show", "realtime", "--watch", "0.5", "--json"], environmentOf(site.sim));
  const text = await watching.until(/^(?:\{.*\}\n){3}/u);
  for (const line of text.trimEnd().split("\n")) expect(JSON.parse(line)).toHaveProperty("exporter");
  expect(await watching.end()).toBe(0);
});

test("show --watch overwrites the previous answer on a terminal, and sends no control codes to a pipe", async () => {
  const stdout = await printed(site.run(["show", "status", "--watch"], { terminal: true }));
  expect(stdout.startsWith("\u001B[1;1H\u001B[0J")).toBe(true);
  const piped = await site.run(["show", "status", "--watch"]);
  expect(piped.stdout).not.toContain("\u001B");
});

test("show --watch ends with an error when the appliance cannot be reached", async () => {
  await site.sim.replicator.disconnect();
  expect(await site.run(["show", "status", "--watch"])).toMatchObject({ code: 4, stdout: "" });
});

test.each(["0", "soon", "0.1", "100000"])("--watch %s is refused before any request", async (value) => {
  expect(await flowgate(["show", "realtime", "--watch", value])).toMatchObject({ code: 2, stdout: "" });
});
