import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { oneStage } from "../../engine/support";
import type { Simulator } from "../../../simulator";
import { configFor } from "../../support/configuration";
import {
  failed,
  fakeEngine,
  flowgate,
  printed,
  siteForEach,
  stackOf,
  startSite,
  type Site,
  temporaryFolder,
} from "./support";

const site = siteForEach();

describe("the stack of the current folder, read by the real engine", () => {
  const stage = oneStage({ simulator: { https: true }, engine: { passphrase: "test" } });

  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = stage.engine.folder) =>
    flowgate(args, { cwd, env: { ...stage.engine.env, ...env } });

  test("gives URL, certificate and secrets, from any folder of the project", async () => {
    const below = join(stage.engine.folder, "src", "deep");
    mkdirSync(below, { recursive: true });
    await printed(run(["unassigned"], {}, below));
  });

  test("is replaced by the stack that --stack names", async () => {
    await stage.engine.pulumi(["stack", "init", "empty", "--no-select"]);
    const empty = await failed(run(["unassigned", "--stack", "empty"]), 3);
    expect(empty).toContain("the replicator is not configured");
    const missing = await failed(run(["unassigned", "--stack", "nowhere"]), 3);
    expect(missing).toContain("no stack named 'nowhere' found");
  });

  test("is an error when it cannot be read, even if the environment sets a URL", async () => {
    const env = { PULUMI_CONFIG_PASSPHRASE: "wrong", FLOWGATE_REPLICATOR_URL: "https://127.0.0.1:1" };
    const stderr = await failed(run(["unassigned"], env), 3);
    expect(stderr).toContain('pulumi says "incorrect passphrase"');
    expect(stderr).toContain("--no-stack");
  });

  test("is wrong, and not an appliance, if its program cannot run", async () => {
    writeFileSync(join(stage.engine.folder, "index.js"), 'throw new Error("no such program");');
    expect(await failed(run(["adopt"]), 3)).toMatch(/The preview failed: pulumi says ".+"/u);
  });

  test("is not read when no stack is selected, and the error message says so", async () => {
    await stage.engine.pulumi(["stack", "unselect"]);
    expect(await failed(run(["unassigned"]), 3)).toContain("The stack was not read: no stack is selected.");
  });
});

describe("without a stack", () => {
  test("in a project on a machine without the engine, the error says why the stack was not read", async () => {
    const { cwd } = stackOf({});
    const stderr = await failed(flowgate(["unassigned"], { cwd, env: { PATH: "/nowhere" } }), 3);
    expect(stderr).toMatch(/The stack was not read: there is no `pulumi` on the PATH\.\n$/u);
    const named = await failed(flowgate(["unassigned", "--stack", "dev"], { cwd, env: { PATH: "/nowhere" } }), 3);
    expect(named).toContain("--stack names a stack, but");
  });

  test("a folder without a project reads no stack, and --stack is refused there", async () => {
    const cwd = temporaryFolder();
    const env = { PATH: fakeEngine(cwd, "echo 'error: called' >&2; exit 9") };
    expect((await flowgate(["unassigned"], { cwd, env })).stderr).not.toContain("stack was not read");
    const stderr = await failed(flowgate(["unassigned", "--stack", "dev"], { cwd, env }), 3);
    expect(stderr).toContain("there is no Pulumi project in this folder");
  });
});

test("configuration keys of other packages are ignored", async () => {
  const { cwd } = stackOf({});
  const foreign = { "other:token": { value: "not-json{", secret: true }, "flowgate:gateway": { value: "{}" } };
  const PATH = `${fakeEngine(cwd, `echo '${JSON.stringify(foreign)}'`)}:${process.env["PATH"]}`;
  const stderr = await failed(flowgate(["ip-groups", "list"], { cwd, env: { PATH } }), 3);
  expect(stderr).not.toContain("not-json");
});

/** A stack with other appliances at the top level, and those of the test at the site lyon. */
const twoSites = (): Promise<Site> => startSite({}, (sim) => configFor(sim, { sites: { lyon: configFor(site.sim) } }));

interface File {
  appliances: { kind: string; url: string; recorded: string; answers: { fields: Record<string, string> }[] }[];
}
const fileIn = ({ text }: Site, name = "flowgate.snapshot.json"): File => JSON.parse(text(name)) as File;
const urlsIn = (file: File): string[] => file.appliances.map(({ kind, url }) => `${kind} ${url}`).sort();
const urlsOf = (...sims: Simulator[]): string[] =>
  sims.flatMap(({ gateway, replicator }) => [`gateway ${gateway.url}/`, `replicator ${replicator.url}/`]).sort();

describe("flowgate snapshot", () => {
  test("records all sites, or one site while it keeps the others, with read requests only", async () => {
    const both = await twoSites();
    expect(await printed(both.run(["snapshot"]))).toMatch(
      /answers are kept in .*flowgate\.snapshot\.json, without credentials\.\nNext: pulumi preview --config flowgate:snapshot=flowgate\.snapshot\.json\n/u,
    );
    const whole = fileIn(both);
    expect(urlsIn(whole)).toEqual(urlsOf(both.sim, site.sim));
    for (const { requests } of [both.sim, site.sim]) expect(requests.count({ kind: "write" })).toBe(0);

    both.sim.requests.clear();
    const again = await printed(both.run(["--site", "lyon", "snapshot"]));
    expect(again).toContain("2 of other sites are kept as they were.");
    const file = fileIn(both);
    expect(urlsIn(file)).toEqual(urlsOf(both.sim, site.sim));
    const kept = (one: File): object[] => one.appliances.filter(({ url }) => url.startsWith(both.sim.gateway.url));
    expect(kept(file)).toEqual(kept(whole));
    expect(both.sim.requests.count()).toBe(0);
  });

  test("repeats the additional queries of an earlier run into the same file", async () => {
    await site.run(["snapshot", "a.json", "--filter", "10.1", "--address", "192.0.2.1", "--search", "Lo"]);
    await site.run(["snapshot", "a.json", "--filter", "10.2"]);
    const text = JSON.stringify(fileIn(site, "a.json"));
    for (const part of ["exporters/10.1", "exporters/10.2", "dnscheck/192.0.2.1", '"name":"Lo"'])
      expect(text).toContain(part);
  });

  test("replaces no file of another kind, and writes nothing if an appliance does not answer", async () => {
    site.write("package.json", "{}");
    expect(await failed(site.run(["snapshot", "package.json"]), 2)).toBe(
      "error: package.json is not a file that flowgate snapshot wrote. Nothing was recorded: name another file, or remove this one.\n",
    );
    expect(site.text("package.json")).toBe("{}");
    expect(site.sim.requests.count()).toBe(0);
    const before = readdirSync(site.options.cwd);
    await site.sim.close();
    await failed(site.run(["snapshot"]), 4);
    expect(readdirSync(site.options.cwd)).toEqual(before);
  });

  test("reports the missing setting if no appliance is configured, and refuses an unknown site", async () => {
    expect(await failed(flowgate(["snapshot"], stackOf({})), 3)).toContain("flowgate:gateway.url");
    expect(await failed((await twoSites()).run(["--site", "lyno", "snapshot"]), 3)).toContain('"lyon"?');
  });
});

describe("a stack that is previewed from a snapshot", () => {
  const fromSnapshot = () => stackOf({ ...configFor(site.sim), snapshot: "flowgate.snapshot.json" });

  test.each(["ack collector 192.0.2.10:9996", "rebuild", "settings set flowStopAlert 45", "import import.json"])(
    "is not changed by any command: %s",
    async (command) => {
      expect(await failed(flowgate(command.split(" "), fromSnapshot()), 3)).toBe(
        "error: flowgate:snapshot is set, so this stack can only be previewed from a snapshot: nothing was read or changed. " +
          "Remove it first: pulumi config rm flowgate:snapshot.\n",
      );
      expect(site.sim.requests.count()).toBe(0);
    },
  );

  test("is still read live by commands, including flowgate snapshot", async () => {
    const stack = fromSnapshot();
    await printed(flowgate(["snapshot"], stack));
    site.sim.requests.clear();
    await printed(flowgate(["ip-groups", "list"], stack));
    expect(site.sim.requests.count()).toBeGreaterThan(0);
  });
});
