import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { inTime, steps, works } from "../../../../cli/commands/certify/verdict";
import { htmlOf, markdownOf, resultOf } from "../../../../cli/commands/certify";
import { defaultSwitches, type Simulator, type Switches, switchSpace } from "../../../../simulator";
import { switchesIn } from "../../../../simulator/like";
import { settingsFor } from "../../../support/switch-arrays";
import { failed, printed, siteForEach } from "../support";
import { addNeighbours, certified, failingKinds, hostsOf, linesOf, verdictsOf, type Certified } from "./support";

test("on appliances that answer as documented, every kind works, and both stores are as before byte for byte", async () => {
  const result = await certified({}, { before: addNeighbours });
  const { sim, certificate, falselyGreen, isJournalThere, before, after } = result;
  expect(certificate.outcomes.filter((one) => !works([one]))).toEqual([]);
  expect(new Set(certificate.outcomes.map(({ kind }) => kind)).size).toBe(13);
  for (const kind of new Set(certificate.outcomes.map((one) => one.kind))) {
    expect(Object.keys(verdictsOf(result, kind)).sort()).toEqual(Object.keys(steps).sort());
  }
  const { foreign, left, settings, ended } = certificate;
  expect([...foreign, ...left, ...settings, ...ended, ...falselyGreen]).toEqual([]);
  expect([after, isJournalThere]).toEqual([before, false]);
  expect(certificate.measures.filter(({ value }) => value === "refused" || value === "not shown")).toEqual([]);
  expect(certificate.measures).toContainEqual({
    about: "gateway",
    what: "rules of one request",
    value: "at least 2500",
  });

  // A request that names an object: others contain the number of one that the run created.
  const names = sim.requests
    .where({ kind: "write" })
    .filter(
      ({ appliance, verb }) => (appliance === "replicator" && verb !== "rebuild") || /save|create|del/u.test(verb),
    );
  expect(names.length).toBeGreaterThan(100);
  const own = /flowgate-certify-|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|^(?:groups? |rule )?\d/u;
  expect(names.flatMap(({ verb, detail }) => (own.test(detail) ? [] : [`${verb} ${detail}`]))).toEqual([]);
  expect(sim.traps).toEqual({});
});

describe("on appliances that differ from the documents", () => {
  test.each<[Partial<Switches>, kind: string, failing?: string[]]>([
    [{ treeList: "rootsOnly", groupNameStored: "first31", ruleIds: "changing", ruleForm: "range" }, "IpGroup"],
    [{ groupsVisibleAfterMs: 300 }, "IpGroup"],
    [{ rulesMaxRows: 2 }, "IpGroup", ["IpGroup"]],
    [{ refusalResult: "success" }, "Policy"],
    [{ changeAnswer: "empty" }, "Policy"],
    [{ pathEscapes: "literal" }, "Policy"],
  ])("with %j, no step of %s is green that the stores do not show, and nothing is left", async (...row) => {
    const [switches, kind, failing = []] = row;
    const { certificate, falselyGreen, before, after } = await certified(switches, { kinds: [kind] });
    expect([falselyGreen, certificate.foreign, certificate.left]).toEqual([[], [], []]);
    expect([failingKinds(certificate), after]).toEqual([failing, before]);
  });

  test("a removal by hand that a list of the appliance may hide is refused, with the reason of the provider", async () => {
    const result = await certified({ configUnknown: "listed" }, { kinds: ["Policy"] });
    expect(result.certificate.outcomes.filter((one) => !works([one]))).toEqual([
      expect.objectContaining({
        step: "removed",
        verdict: "refused",
        texts: [expect.stringContaining("It is not treated as removed.")],
      }),
    ]);
    expect(result.after).toBe(result.before);
  });

  test("where a user has only one session, the client gives way to the provider", async () => {
    const { certificate } = await certified({ singleSession: true }, { kinds: ["ReplicatorProfile"] });
    expect([certificate.ended, failingKinds(certificate)]).toEqual([[], []]);
  });

  test("a lost answer is a connection that ends after the request was sent, and the request arrives", async () => {
    const { sim, certificate } = await certified({}, { kinds: ["Policy", "Permission"] });
    // The clients saw no answer to five requests: an update of the policy, and a create and a delete of each.
    expect([sim.requests.count(), certificate.seen.length]).toEqual([certificate.requests, certificate.requests - 5]);
    expect(sim.requests.where({ kind: "write" }).filter(({ applied }) => !applied)).toEqual([]);
    expect(certificate.outcomes.filter((one) => !works([one]))).toEqual([]);
  });

  test("an appliance that refuses the login is not tested, and the report says why", async () => {
    const { certificate } = await certified({ passwordEncoding: "plain" }, { kinds: ["UserGroup", "Policy"] });
    expect([certificate.notRun, failingKinds(certificate)]).toEqual([["Policy"], ["Policy"]]);
    expect(certificate.ended).toEqual([expect.stringContaining("the login was refused")]);
  });

  // Every switch for whose positions a user sets something.
  test.each<[Partial<Switches>, string, string]>([
    [{ scriptPath: "/fcgi/product.fcgi" }, "Membership", "gateway.scriptPath' '<value>"],
    [{ staticPermissionType: "product" }, "Permission", "gateway.staticPermissionType' '<value>"],
    [{ passwordEncoding: "sha3-512" }, "Policy", "passwordEncoding sha3-512"],
    [{ passwordEncoding: "plain" }, "Policy", "passwordEncoding plain"],
    [{ commandMethod: "POST" }, "Policy", "commandMethod POST"],
    [{ commandMethod: "byKind" }, "Policy", "commandMethod GET/POST"],
    [{ expiredAnswer: "otherWords" }, "Policy", "sessionEnded[0]' '^Access not granted to this client$'"],
  ])("with %j, a setting of a first run makes the second run green", async (row, kind, line) => {
    const first = await certified(row, { kinds: [kind] });
    expect([failingKinds(first.certificate), first.after]).toEqual([[kind], first.before]);
    const pasted = linesOf(first.certificate).filter((one) => one.includes(line));
    expect(pasted).toHaveLength(1);
    const second = await certified(row, { kinds: [kind], pasted });
    expect([failingKinds(second.certificate), linesOf(second.certificate)]).toEqual([[], []]);
    expect(first.certificate.settings.filter((one) => one.includes("<"))).toEqual([]);
  });

  test("the rows above are all switches that need a setting", () => {
    const usual = settingsFor(defaultSwitches);
    const needed = Object.entries(switchSpace).flatMap(([name, positions]) =>
      positions.some((one) => !isDeepStrictEqual(settingsFor({ ...defaultSwitches, [name]: one }), usual))
        ? [name]
        : [],
    );
    expect(needed.sort()).toEqual([
      ...["commandMethod", "expiredAnswer", "passwordEncoding", "scriptPath", "staticPermissionType"],
    ]);
  });

  test("a step that does not end in time has an error that says how to clean up", async () => {
    const step = inTime("Policy, create", new Promise(() => undefined), 1);
    await expect(step).rejects.toThrow(/^Policy, create did not end within 0.001 seconds. flowgate certify --clean/u);
  });

  test("a simulator like a report is in the positions that the answers to changes show", async () => {
    // The sample shows all kinds; these show every position.
    const isSample = process.env["FLOWGATE_WRITE_SAMPLES"] !== undefined;
    const row = {
      ...({ saveReply: "idOnly", updateReply: "ids", deleteReply: "count" } as const),
      ...({ messageBlanks: "everywhere", resultWord: "done", successText: "reworded", textQuotes: "double" } as const),
      ...({ refusalStatus: 400, expiredAnswer: "403", noError: "null", writeStatus: 201 } as const),
    } satisfies Partial<Switches>;
    const { certificate } = await certified(row, isSample ? {} : { kinds: ["IpGroup", "Permission", "Collector"] });
    const text = JSON.stringify(resultOf(certificate, "journal", "0.1.0").data);
    if (isSample) writeFileSync(join(__dirname, "../../../reports/simulator.json"), text);
    expect(switchesIn("report", text)).toMatchObject(row);
  });
});

describe("the setting that --settings permits to change", () => {
  test("has a whole life, and is as before afterwards", async () => {
    const result = await certified({}, { about: "replicator", settings: true, kinds: ["Setting"] });
    const { certificate, falselyGreen, before, after, isJournalThere } = result;
    expect(certificate.outcomes.filter((one) => !works([one]))).toEqual([]);
    expect(verdictsOf(result, "Setting")).toMatchObject({ create: "works", change: "works", byHand: "works" });
    expect([falselyGreen, certificate.foreign, certificate.left, isJournalThere]).toEqual([[], [], [], false]);
    expect(after).toBe(before);
  });

  test("is not changed on a replicator that does not show it", async () => {
    const wanted = { settings: true, kinds: ["Setting"] } as const;
    const { sim, certificate, before, after } = await certified({ settingsGiven: "notFound" }, wanted);
    expect(certificate.outcomes.filter(({ step }) => step === "create")).toEqual([
      expect.objectContaining({ verdict: "refused", texts: [expect.stringContaining("could not be put back")] }),
    ]);
    expect([certificate.ended, sim.requests.count({ action: /\bsetting\//u })]).toEqual([[], 0]);
    expect(after).toBe(before);
  });
});

/** Objects with names and addresses of a user's own. The group gets another name while the run changes groups. */
function addOwn({ mutate, gateway, requests }: Simulator): void {
  mutate.addIpGroup("canary-group", [{ type: "ip", address: "10.77.66.55" }]);
  mutate.addProfile("Canary-Profile", 51_000, 51_001);
  mutate.setProfileDescription("Canary-Profile", "canary text");
  mutate.addCollector("10.77.66.44", "Canary-Profile");
  mutate.addExporter("10.77.66.55", "Canary-Profile");
  const renaming = setInterval(() => {
    if (requests.count({ kind: "write" }) < 4) return;
    if (gateway.store.ipGroupsNamed("canary-group").length > 0)
      mutate.renameIpGroup("canary-group", "canary-group renamed");
    clearInterval(renaming);
  }, 5);
}

test("a change of a foreign object ends the run, and a report for others has no name, address or credential", async () => {
  const own = ["canary-group", "Canary-Profile", "canary text", "10.77.66.55", "10.77.66.44"];
  const wanted = { kinds: ["IpGroup", "Permission", "Collector"], before: addOwn };
  const { sim, certificate, isJournalThere } = await certified({ strangeGroup: "nameless" }, wanted);
  // The changed name stands in the reason why the run ended.
  expect(certificate.foreign.join()).toContain("canary-group renamed");
  expect([certificate.notRun, isJournalThere]).toEqual([["Permission", "Collector"], true]);
  const named = {
    ...certificate,
    ended: [
      ...certificate.ended,
      ...own.map((one) => `"${one}" is in the way, says ${sim.replicator.user}@${sim.gateway.url}`),
    ],
  };
  const reports = [JSON.stringify(resultOf(named, "journal", "0.1.0").data), markdownOf(named), htmlOf(named)];
  for (const report of reports) expect(report).toContain("is in the way, says");
  const secrets = [sim.gateway.token, sim.replicator.password, new URL(sim.gateway.url).host];
  for (const report of reports) {
    expect([...own, ...secrets].filter((one) => report.toLowerCase().includes(one.toLowerCase()))).toEqual([]);
  }
});

describe("the command", () => {
  const site = siteForEach();

  test.each([
    [
      ["--yes", "gateway.example.net"],
      [0, 1],
    ],
    [["--yes", 0], [1]],
    [[], [0, 1]],
  ])("with the hosts %j, it names every host that is missing, and sends nothing", async (given, missing) => {
    const hosts = hostsOf(site);
    const words = given.map((one) => (typeof one === "number" ? (hosts[one] ?? "") : one));
    const those = missing.map((index) => `the ${["gateway", "replicator"][index] ?? ""} ${hosts[index] ?? ""}`);
    const use = `use flowgate certify --yes ${hosts.join(" ")}`;
    expect(await failed(site.run(["certify", ...words]), 8)).toBe(
      `error: Nothing was changed, because --yes does not name ${those.join(" or ")}: ${use}\n`,
    );
    expect(site.sim.requests.count()).toBe(0);
    expect(existsSync(site.path("flowgate-certify.journal"))).toBe(false);
  });

  test("at a terminal, it asks for each host, and goes on only after the last one", async () => {
    const [gateway = "", replicator = ""] = hostsOf(site);
    const stderr = await failed(site.run(["certify"], { terminal: true, typed: `${gateway}\nwrong\n` }), 8);
    expect(stderr).toContain(`"wrong" is not ${replicator}: nothing was changed`);
    expect(site.sim.requests.count()).toBe(0);
    expect(existsSync(site.path("flowgate-certify.journal"))).toBe(false);
  });

  test("prints a table, and as JSON a recording that the simulator can answer like", async () => {
    const args = ["certify", "--kinds", "Membership", "--yes", ...hostsOf(site)];
    const shown = await site.run(args);
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining(" works on this site.")]);
    expect(shown.stderr).toContain("After an interruption, flowgate certify --clean removes");
    const { recording, certificate } = (await site.json(args)) as Record<string, unknown>;
    expect(recording).toBe("flowgate doctor");
    expect(JSON.stringify(certificate)).not.toContain(hostsOf(site)[0]);
  });

  test("repeats after a report only the kinds that did not work, and the report names no host", async () => {
    site.sim.switches.staticPermissionType = "product";
    const args = ["certify", "gateway", "--yes", ...hostsOf(site), "--json"];
    const report = await printed(site.run([...args, "--kinds", "UserGroup", "Permission"]), 9);
    expect(report).toContain("flowgate:gateway.staticPermissionType");
    for (const host of hostsOf(site)) expect(report).not.toContain(host);
    site.write("report.json", report);
    const { stdout } = await site.run([...args, "--after", "report.json"]);
    const { certificate } = JSON.parse(stdout) as { certificate: Certified["certificate"] };
    expect([...new Set(certificate.outcomes.map(({ kind }) => kind))]).toEqual(["Permission"]);
  });

  test("offers two lines for one key as alternatives, and lists what was not tested once", async () => {
    site.sim.switches.passwordEncoding = "plain";
    const { stdout } = await site.run(["certify", "replicator", "--yes", ...hostsOf(site).slice(1)]);
    const [before, after] = stdout.split("Settings for this site: try one line after the other\n");
    expect(after).toMatch(/passwordEncoding sha3-512\n.*passwordEncoding plain\n/u);
    expect(before).not.toContain("passwordEncoding");
    expect(stdout.match(/Exporter/gu)).toHaveLength(1);
    expect(stdout).toContain(" Setting was not tested: --settings includes it. ");
  });
});
