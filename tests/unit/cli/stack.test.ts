import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { oneStage } from "../../engine/support";
import { type Simulator, startSimulator } from "../../../simulator";
import { configFor } from "../../support/configuration";
import { closeAll, fakeEngine, flowgate, type Site, stackOf, startSite, temporaryFolder } from "./support";
import { has } from "../../support/has";

afterEach(closeAll);

describe("the stack of the current folder, read by the real engine", () => {
  const stage = oneStage({ simulator: { https: true }, engine: { passphrase: "test" } });

  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = stage.engine.folder) =>
    flowgate(args, { cwd, env: { ...stage.engine.env, ...env } });

  test("gives URL, certificate and secrets, from any folder of the project", async () => {
    const below = join(stage.engine.folder, "src", "deep");
    mkdirSync(below, { recursive: true });
    expect(await run(["unassigned"], {}, below)).toMatchObject({ code: 0, stderr: "" });
  });

  test("is replaced by the stack that --stack names", async () => {
    await stage.engine.pulumi(["stack", "init", "empty", "--no-select"]);
    const { code, stderr } = await run(["unassigned", "--stack", "empty"]);
    expect(code).toBe(3);
    expect(stderr).toContain("the replicator is not configured");
    const missing = await run(["unassigned", "--stack", "nowhere"]);
    expect(missing.code).toBe(3);
    expect(missing.stderr).toContain("no stack named 'nowhere' found");
  });

  test("is an error when it cannot be read, even if the environment sets a URL", async () => {
    const env = { PULUMI_CONFIG_PASSPHRASE: "wrong", FLOWGATE_REPLICATOR_URL: "https://127.0.0.1:1" };
    const { code, stderr } = await run(["unassigned"], env);
    expect(code).toBe(3);
    expect(stderr).toContain('pulumi says "incorrect passphrase"');
    expect(stderr).toContain("--no-stack");
  });

  test("is wrong, and not an appliance, if its program cannot run", async () => {
    writeFileSync(join(stage.engine.folder, "index.js"), 'throw new Error("no such program");');
    expect(await run(["adopt"])).toMatchObject({ code: 3, stderr: has(/The preview failed: pulumi says ".+"/u) });
  });

  test("is not read when no stack is selected, and the error message says so", async () => {
    await stage.engine.pulumi(["stack", "unselect"]);
    const stderr = has("The stack was not read: no stack is selected.");
    expect(await run(["unassigned"])).toMatchObject({ code: 3, stderr });
  });
});

describe("without a stack", () => {
  test("in a project on a machine without the engine, the error says why the stack was not read", async () => {
    const { cwd } = stackOf({});
    const { code, stderr } = await flowgate(["unassigned"], { cwd, env: { PATH: "/nowhere" } });
    expect(code).toBe(3);
    expect(stderr).toMatch(/The stack was not read: there is no `pulumi` on the PATH\.\n$/u);
    const named = await flowgate(["unassigned", "--stack", "dev"], { cwd, env: { PATH: "/nowhere" } });
    expect([named.code, named.stderr]).toEqual([3, has("--stack names a stack, but")]);
  });

  test("a folder without a project reads no stack, and --stack is refused there", async () => {
    const cwd = temporaryFolder();
    const env = { PATH: fakeEngine(cwd, "echo 'error: called' >&2; exit 9") };
    expect((await flowgate(["unassigned"], { cwd, env })).stderr).not.toContain("stack was not read");
    const { code, stderr } = await flowgate(["unassigned", "--stack", "dev"], { cwd, env });
    expect([code, stderr]).toEqual([3, has("there is no Pulumi project in this folder")]);
  });
});

test("configuration keys of other packages are ignored", async () => {
  const { cwd, env } = stackOf({});
  const foreign = { "other:token": { value: "not-json{", secret: true }, "flowgate:gateway": { value: "{}" } };
  const bin = fakeEngine(cwd, `echo '${JSON.stringify(foreign)}'`);
  const { code, stderr } = await flowgate(["ip-groups", "list"], {
    cwd,
    env: { PATH: `${bin}:${String(env["PATH"])}` },
  });
  expect(code).toBe(3);
  expect(stderr).not.toContain("not-json");
});

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
    expect(await site.run(["snapshot"])).toMatchObject({ code: 4, stdout: "" });
    expect(readdirSync(cwd)).toEqual(before);
  });

  test("reports the missing setting if no appliance is configured, and refuses an unknown site", async () => {
    const site = await startSite({}, () => ({}));
    expect(await site.run(["snapshot"])).toMatchObject({ code: 3, stderr: has("flowgate:gateway.url") });
    const { site: sites } = await twoSites();
    expect(await sites.run(["--site", "lyno", "snapshot"])).toMatchObject({ code: 3, stderr: has('"lyon"?') });
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
