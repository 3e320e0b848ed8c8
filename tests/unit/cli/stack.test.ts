import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openEngine, type EngineWorkspace } from "../../support/engine";
import { startSimulator, type Simulator } from "../../../simulator";
import { configFor } from "../../support/configuration";
import { closeAll, fakeEngine, flowgate, stackOf, startSite, temporaryFolder } from "./support";

afterEach(closeAll);

describe("the stack of the current folder, read by the real engine", () => {
  let engine: EngineWorkspace;
  let sim: Simulator;

  beforeAll(async () => {
    [engine, sim] = await Promise.all([openEngine({ passphrase: "test" }), startSimulator()]);
    await engine.config(configFor(sim));
    await engine.config({ sites: { paris: { replicator: { user: "nobody" } } } });
  });
  afterAll(() => Promise.all([engine.close(), sim.close()]));

  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = engine.folder) =>
    flowgate(args, { cwd, env: { ...engine.env, ...env } });

  test("gives URL, certificate and secrets, from any folder of the project", async () => {
    const below = join(engine.folder, "src", "deep");
    mkdirSync(below, { recursive: true });
    for (const cwd of [engine.folder, below]) {
      const { code, stderr } = await run(["unassigned"], {}, cwd);
      expect([code, stderr]).toEqual([0, ""]);
    }
  });

  test("has sites, whose keys override those of the top level", async () => {
    const { code, stderr } = await run(["unassigned", "--site", "paris"]);
    expect(code).toBe(5);
    expect(stderr).toContain("the login was refused");
  });

  test("is replaced by the stack that --stack names", async () => {
    await engine.pulumi(["stack", "init", "empty", "--no-select"]);
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

  test("is not read when no stack is selected, and the error message says so", async () => {
    await engine.pulumi(["stack", "unselect"]);
    const { code, stderr } = await run(["unassigned"]);
    expect(code).toBe(3);
    expect(stderr).toContain("The stack was not read: no stack is selected.");
    await engine.pulumi(["stack", "select", "test"]);
  });

  test("has a URL that overrides the environment's, and credentials that do not", async () => {
    const env = { FLOWGATE_REPLICATOR_URL: "https://127.0.0.1:1", FLOWGATE_REPLICATOR_PASSWORD: "rotated-password" };
    const { code, stderr } = await run(["unassigned"], env);
    expect([code, stderr]).toEqual([5, expect.stringContaining(new URL(sim.replicator.url).host)]);
  });

  test("is wrong, and not an appliance, if its program cannot run", async () => {
    writeFileSync(join(engine.folder, "index.js"), 'throw new Error("no such program");');
    const { code, stderr } = await run(["adopt"]);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/The preview failed: pulumi says ".+"/u)]);
  });
});

describe("without a stack", () => {
  test("in a project on a machine without the engine, the error says why the stack was not read", async () => {
    const { cwd } = stackOf({});
    const { code, stderr } = await flowgate(["unassigned"], { cwd, env: { PATH: "/nowhere" } });
    expect(code).toBe(3);
    expect(stderr).toMatch(/The stack was not read: there is no `pulumi` on the PATH\.\n$/u);
    const named = await flowgate(["unassigned", "--stack", "dev"], { cwd, env: { PATH: "/nowhere" } });
    expect([named.code, named.stderr]).toEqual([3, expect.stringContaining("--stack names a stack, but")]);
  });

  test("a folder without a project reads no stack, and --stack is refused there", async () => {
    const cwd = temporaryFolder();
    const env = { PATH: fakeEngine(cwd, "echo 'error: called' >&2; exit 9") };
    expect((await flowgate(["unassigned"], { cwd, env })).stderr).not.toContain("stack was not read");
    const { code, stderr } = await flowgate(["unassigned", "--stack", "dev"], { cwd, env });
    expect([code, stderr]).toEqual([3, expect.stringContaining("there is no Pulumi project in this folder")]);
  });

  test("environment variables are enough, for the top level and for a site", async () => {
    const site = await startSite();
    const { url, user, password } = site.sim.replicator;
    const folder = stackOf({ replicator: { allowHttp: true } });
    const env = {
      FLOWGATE_REPLICATOR_URL: url,
      FLOWGATE_REPLICATOR_USER: user,
      FLOWGATE_REPLICATOR_PASSWORD: password,
    };
    expect((await flowgate(["unassigned"], { cwd: folder.cwd, env: { ...folder.env, ...env } })).code).toBe(0);
    const ofSite = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name.replace("FLOWGATE_", "FLOWGATE_SITE_PARIS_"), value]),
    );
    const args = ["unassigned", "--site", "paris"];
    expect((await flowgate(args, { cwd: folder.cwd, env: { ...folder.env, ...ofSite } })).code).toBe(0);
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
