import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inTime, steps, works } from "../../../../cli/certify/verdict";
import { Journal, resultOf } from "../../../../cli/certify";
import { startSimulator, type Switches } from "../../../../simulator";
import { switchesIn } from "../../../../simulator/like";
import { closeAll, startSite } from "../support";
import { certified, certifiedOn, failingKinds, type Certified } from "./support";

afterEach(closeAll);

const hostsOf = ({ sim }: Awaited<ReturnType<typeof startSite>>): string[] =>
  [sim.gateway.url, sim.replicator.url].map((url) => new URL(url).host);

function verdictsOf({ certificate: { outcomes } }: Certified, kind: string): Record<string, string> {
  return Object.fromEntries(outcomes.filter((one) => one.kind === kind).map(({ step, verdict }) => [step, verdict]));
}

describe("on appliances that answer as documented", () => {
  test("every kind works, and both stores are as before byte for byte", async () => {
    const result = await certified();
    const { certificate, falselyGreen, isJournalThere, before, after } = result;
    expect(certificate.outcomes.filter((one) => !works([one]))).toEqual([]);
    expect(new Set(certificate.outcomes.map(({ kind }) => kind)).size).toBe(13);
    for (const kind of new Set(certificate.outcomes.map((one) => one.kind))) {
      expect(Object.keys(verdictsOf(result, kind)).sort()).toEqual(Object.keys(steps).sort());
    }
    expect([certificate.foreign, certificate.left, certificate.settings, certificate.ended, falselyGreen]).toEqual([
      ...[[], [], [], [], []],
    ]);
    expect(after).toBe(before);
    expect(isJournalThere).toBe(false);
  });

  test("the run touches only objects with its own names, and addresses for documentation", async () => {
    const sim = await startSimulator({ https: false });
    await certifiedOn(sim, { kinds: ["Collector", "Policy"] });
    const written = sim.requests.where({ kind: "write" }).filter(({ verb }) => verb !== "rebuild");
    expect(written.length).toBeGreaterThan(20);
    expect(
      written.filter(({ detail }) => !/flowgate-certify-|192\.0\.2\.|198\.51\.100\.|203\.0\.113\./u.test(detail)),
    ).toEqual([]);
    expect(sim.traps).toEqual({});
    await sim.close();
  });
});

describe("on appliances that differ from the documents", () => {
  test.each<[string, Partial<Switches>, string, string]>([
    [
      "a gateway that calls the static permissions otherwise",
      { staticPermissionType: "product" },
      "Permission",
      "create",
    ],
  ])("%s: the kind does not count as working", async (_, switches, kind, step) => {
    const result = await certified(switches, { kinds: [kind] });
    expect(verdictsOf(result, kind)[step]).toBe("refused");
    expect(result.falselyGreen).toEqual([]);
    expect(result.after).toBe(result.before);
  });

  test.each<Partial<Switches>>([
    { treeList: "rootsOnly" },
    { accountNameStored: "first31" },
    { groupsVisibleAfterMs: 300 },
    { ruleIds: "changing", ruleForm: "range" },
  ])("with %j, no step is green that the stores do not show, and nothing is left", async (switches) => {
    const { certificate, falselyGreen, before, after } = await certified(switches, {
      kinds: ["IpGroup", "User", "UserGroup"],
    });
    expect([falselyGreen, certificate.foreign, certificate.left]).toEqual([[], [], []]);
    expect(after).toBe(before);
  });

  test("a lost answer is a connection that ends after the request was sent, and the request arrives", async () => {
    const sim = await startSimulator({ https: false, latencyMs: 20 });
    const { certificate } = await certifiedOn(sim, { kinds: ["Policy", "Permission"] });
    const cut = sim.requests.where({ kind: "write" }).filter(({ status }) => status === 0);
    expect(cut.map(({ applied }) => applied)).toEqual([true, true, true, true, true]);
    expect(certificate.outcomes.filter((one) => !works([one]))).toEqual([]);
    await sim.close();
  });

  test("an appliance that refuses the login is not tested, and the report says which settings may help", async () => {
    const { certificate } = await certified({ passwordEncoding: "plain" }, { kinds: ["UserGroup", "Policy"] });
    expect(certificate.notRun).toEqual(["Policy"]);
    expect(certificate.ended).toEqual([expect.stringContaining("the login was refused")]);
    expect(certificate.settings).toContain("pulumi config set --path flowgate:replicator.passwordEncoding plain");
    const { settings: pasted } = certificate;
    const second = await certified({ passwordEncoding: "plain" }, { kinds: ["Policy"], pasted });
    expect(failingKinds(second.certificate)).toEqual([]);
  });

  test.each<[Partial<Switches>, string]>([
    [{ commandMethod: "byKind" }, "commandMethod GET/POST"],
    [{ expiredAnswer: "otherWords" }, "sessionEnded[0]' '^Access not granted to this client$'"],
  ])("with %j, the settings of a first run make the second run green", async (row, line) => {
    const wanted = { about: "replicator", kinds: ["Policy"] } as const;
    const first = await certified(row, wanted);
    expect(failingKinds(first.certificate)).toEqual(["Policy"]);
    expect(first.certificate.settings).toEqual([expect.stringContaining(line)]);
    const second = await certified(row, { ...wanted, pasted: first.certificate.settings });
    expect(failingKinds(second.certificate)).toEqual([]);
  });

  test("a step that does not end in time has an error that says how to clean up", async () => {
    await expect(inTime("Policy, create", new Promise(() => undefined), 1)).rejects.toThrow(
      /^Policy, create did not end within 0.001 seconds. flowgate certify --clean/u,
    );
  });

  test("a simulator like a report is in the positions that the answers to changes show", async () => {
    // The sample shows all kinds; these show every position.
    const isSample = process.env["FLOWGATE_WRITE_SAMPLES"] !== undefined;
    const row = {
      ...({ saveReply: "idOnly", updateReply: "ids", deleteReply: "count" } as const),
      ...({ messageBlanks: "everywhere", resultWord: "done", successText: "reworded", textQuotes: "double" } as const),
      ...({ refusalStatus: 400, expiredAnswer: "403", noError: "null", writeStatus: 201 } as const),
    } satisfies Partial<Switches>;
    const { certificate } = await certified(
      row,
      isSample ? {} : { kinds: ["IpGroup", "User", "UserGroup", "Permission", "Policy", "Collector"] },
    );
    const text = JSON.stringify(resultOf(certificate, "journal", "0.1.0").data);
    if (isSample) writeFileSync(join(__dirname, "../../../reports/simulator.json"), text);
    expect(switchesIn("report", text)).toMatchObject(row);
  });

  test("a change of a foreign object stops the run, and nothing more is sent", async () => {
    const sim = await startSimulator({ https: false });
    const group = [...sim.gateway.store.ipGroups.values()][0];
    const renamed = setInterval(() => {
      if (sim.requests.count({ kind: "write" }) > 3)
        sim.mutate.renameIpGroup(group?.name ?? "", "Renamed by an operator");
    }, 5);
    const { certificate, isJournalThere } = await certifiedOn(sim, { kinds: ["IpGroup", "IpGroupRule", "Permission"] });
    clearInterval(renamed);
    expect(certificate.foreign.join()).toContain("Renamed by an operator");
    expect(certificate.notRun).toEqual(["IpGroupRule", "Permission"]);
    expect(isJournalThere).toBe(true);
    await sim.close();
  });
});

describe("the command", () => {
  test("asks for the host, and sends nothing if another one is typed", async () => {
    const site = await startSite();
    const { code, stderr } = await site.run(["certify", "gateway", "--yes", "gateway.example.net"]);
    expect([code, stderr]).toEqual([8, expect.stringContaining("nothing was changed")]);
    expect(site.sim.requests.count()).toBe(0);
    expect(existsSync(join(site.options.cwd, "flowgate-certify.journal"))).toBe(false);
  });

  test("prints a table, and as JSON a recording that the simulator can answer like", async () => {
    const site = await startSite();
    const args = ["certify", "--kinds", "Membership", "--yes", ...hostsOf(site)];
    const shown = await site.run(args);
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining("1 kind works on this site.")]);
    const { recording, certificate } = (await site.json(args)) as Record<string, unknown>;
    expect(recording).toBe("flowgate doctor");
    expect(JSON.stringify(certificate)).not.toContain(hostsOf(site)[0]);
  });

  test("--clean removes exactly what the journal names", async () => {
    const site = await startSite();
    const before = site.sim.snapshot();
    const name = "flowgate-certify-0123abcd-g";
    site.sim.mutate.addIpGroup(name, []);
    site.sim.mutate.addIpGroup(`${name}2`, []);
    site.sim.mutate.replicator(({ profiles }) => {
      const own = { listeningPort: 41_000, sendingPort: 41_001, enabled: true, singularity: false };
      const members = { collectors: new Set(["192.0.2.30"]), exporters: new Set(["192.0.2.31"]), policies: new Map() };
      profiles.set(name, { name, ...own, description: undefined, ...members });
    });
    const journal = new Journal(join(site.options.cwd, "flowgate-certify.journal"));
    journal.add({ what: "appliance", about: "gateway", url: site.sim.gateway.url });
    journal.add({ what: "appliance", about: "replicator", url: site.sim.replicator.url });
    journal.add({ what: "group", name });
    journal.add({ what: "profile", name });
    const refused = await site.run(["certify", "gateway", "--yes", ...hostsOf(site)]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("flowgate certify --clean")]);
    const { code, stdout } = await site.run(["certify", "--clean"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("Nothing of the run is left.")]);
    expect(site.sim.gateway.store.ipGroupsNamed(name)).toEqual([]);
    expect([...site.sim.replicator.store.profiles.keys()]).toEqual(["legacy-netops"]);
    expect(site.sim.gateway.store.ipGroupsNamed(`${name}2`)).toHaveLength(1);
    expect(existsSync(journal.path)).toBe(false);
    expect(site.sim.snapshot()).not.toBe(before);
  });

  test("repeats after a report only the kinds that did not work, and the report names no host", async () => {
    const site = await startSite({ switches: { staticPermissionType: "product" } });
    const args = ["certify", "gateway", "--yes", ...hostsOf(site), "--json"];
    const first = await site.run([...args, "--kinds", "UserGroup", "Permission"]);
    expect([first.code, first.stderr]).toEqual([9, ""]);
    expect(first.stdout).toContain("staticPermissionType <word>");
    for (const host of hostsOf(site)) expect(first.stdout).not.toContain(host);
    const file = join(site.options.cwd, "report.json");
    writeFileSync(file, first.stdout);
    const { stdout } = await site.run([...args, "--after", file]);
    const { certificate } = JSON.parse(stdout) as { certificate: Certified["certificate"] };
    expect([...new Set(certificate.outcomes.map(({ kind }) => kind))]).toEqual(["Permission"]);
  });

  test("a damaged journal is refused with its line", async () => {
    const site = await startSite();
    const path = join(site.options.cwd, "flowgate-certify.journal");
    new Journal(path).add({ what: "group", name: "x" });
    expect(readFileSync(path, "utf8")).toBe('{"what":"group","name":"x"}\n');
    const { code, stderr } = await site.run(["certify", "--clean", "--journal", "Pulumi.yaml"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("is not a journal")]);
  });
});
