import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { configFor } from "../../support/configuration";
import { closeAll, startSite, type Site } from "./support";
import { startSimulator, type Simulator } from "../../../simulator";

afterEach(closeAll);

const others: Simulator[] = [];
afterEach(async () => {
  await Promise.all(others.splice(0).map((sim) => sim.close()));
});

/** A stack with both appliances at the top level and at the site lyon. */
async function twoSites(): Promise<{ site: Site; lyon: Simulator }> {
  const lyon = await startSimulator({ https: false });
  others.push(lyon);
  const site = await startSite({}, (sim) => ({ ...configFor(sim), sites: { lyon: configFor(lyon) } }));
  return { site, lyon };
}

interface File {
  appliances: { kind: string; url: string; recorded: string; answers: { fields: Record<string, string> }[] }[];
}
const fileIn = ({ options }: Site, name = "flowgate.snapshot.json"): File =>
  JSON.parse(readFileSync(join(options.cwd, name), "utf8")) as File;
const urlsIn = (file: File): string[] => file.appliances.map(({ kind, url }) => `${kind} ${url}`).sort();
const urlsOf = (...sims: Simulator[]): string[] =>
  sims.flatMap(({ gateway, replicator }) => [`gateway ${gateway.url}/`, `replicator ${replicator.url}/`]).sort();

describe("flowgate snapshot", () => {
  test("records all sites, or one site while it keeps the others, with read requests only", async () => {
    const { site, lyon } = await twoSites();
    const { code, stdout, stderr } = await site.run(["snapshot"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /answers are kept in .*flowgate\.snapshot\.json, without credentials\.\nNext: pulumi preview --config flowgate:snapshot=flowgate\.snapshot\.json\n/u,
    );
    const whole = fileIn(site);
    expect(urlsIn(whole)).toEqual(urlsOf(site.sim, lyon));
    for (const sim of [site.sim, lyon]) expect(sim.requests.count({ kind: "write" })).toBe(0);

    site.sim.requests.clear();
    const again = await site.run(["--site", "lyon", "snapshot"]);
    expect(again.stdout).toContain("2 of other sites are kept as they were.");
    const file = fileIn(site);
    expect(urlsIn(file)).toEqual(urlsOf(site.sim, lyon));
    const kept = (one: File): object[] => one.appliances.filter(({ url }) => url.startsWith(site.sim.gateway.url));
    expect(kept(file)).toEqual(kept(whole));
    expect(site.sim.requests.count()).toBe(0);
  });

  test("repeats the additional queries of an earlier run into the same file", async () => {
    const site = await startSite();
    await site.run(["snapshot", "a.json", "--filter", "10.1", "--address", "192.0.2.1", "--search", "Lo"]);
    await site.run(["snapshot", "a.json", "--filter", "10.2"]);
    const text = JSON.stringify(fileIn(site, "a.json"));
    for (const part of ["exporters/10.1", "exporters/10.2", "dnscheck/192.0.2.1", '"name":"Lo"'])
      expect(text).toContain(part);
  });

  test("replaces no file of another kind, and writes nothing if an appliance does not answer", async () => {
    const site = await startSite();
    const { cwd } = site.options;
    writeFileSync(join(cwd, "package.json"), "{}");
    const other = await site.run(["snapshot", "package.json"]);
    expect([other.code, other.stderr]).toEqual([
      2,
      "error: package.json is not a file that flowgate snapshot wrote. Nothing was recorded: name another file, or remove this one.\n",
    ]);
    expect(readFileSync(join(cwd, "package.json"), "utf8")).toBe("{}");
    expect(site.sim.requests.count()).toBe(0);
    const before = readdirSync(cwd);
    await site.sim.close();
    const off = await site.run(["snapshot"]);
    expect([off.code, off.stdout]).toEqual([4, ""]);
    expect(readdirSync(cwd)).toEqual(before);
  });

  test("reports the missing setting if no appliance is configured, and refuses an unknown site", async () => {
    const site = await startSite({}, () => ({}));
    const { code, stderr } = await site.run(["snapshot"]);
    expect([code, stderr]).toEqual([3, expect.stringContaining("flowgate:gateway.url") as string]);
    const { site: sites } = await twoSites();
    const unknown = await sites.run(["--site", "lyno", "snapshot"]);
    expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringContaining('"lyon"?') as string]);
  });
});

describe("a stack that is previewed from a snapshot", () => {
  test.each(["ack collector 192.0.2.10:9996", "rebuild", "settings set flowStopAlert 45", "import import.json"])(
    "is not changed by any command: %s",
    async (command) => {
      const site = await startSite({}, (sim) => ({ ...configFor(sim), snapshot: "nowhere.json" }));
      const { code, stdout, stderr } = await site.run(command.split(" "));
      expect([code, stdout, stderr]).toEqual([
        3,
        "",
        "error: flowgate:snapshot is set, so this stack can only be previewed from a snapshot: nothing was read or changed. " +
          "Remove it first: pulumi config rm flowgate:snapshot.\n",
      ]);
      expect(site.sim.requests.count()).toBe(0);
    },
  );

  test("is still read live by commands, including flowgate snapshot", async () => {
    const site = await startSite({}, (sim) => ({ ...configFor(sim), snapshot: "flowgate.snapshot.json" }));
    expect((await site.run(["snapshot"])).code).toBe(0);
    site.sim.requests.clear();
    expect((await site.run(["ip-groups", "list"])).code).toBe(0);
    expect(site.sim.requests.count()).toBeGreaterThan(0);
  });
});
