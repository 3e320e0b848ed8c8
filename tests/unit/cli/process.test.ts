import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type FaultKind, type Simulator, startSimulator } from "../../../simulator";
import { cleanEnvironment, root } from "../../support/clone";
import { configFor, environmentOf } from "../../support/configuration";
import {
  failed,
  fakeEngine,
  flowgate,
  flowgateProcess,
  printed,
  siteForEach,
  startFlowgate,
  startSite,
  temporaryFolder,
} from "./support";
import { has } from "../../support/has";

const site = siteForEach();

describe("the process of a command", () => {
  let sim: Simulator;
  let env: Record<string, string>;

  beforeAll(async () => {
    sim = await startSimulator();
  });
  afterAll(() => sim.close());
  beforeEach(() => {
    const caFile = join(temporaryFolder(), "ca.pem");
    writeFileSync(caFile, sim.caCert ?? "");
    env = { ...environmentOf(sim), NODE_EXTRA_CA_CERTS: caFile };
  });
  test("results go to stdout, the exit code is 0, and the process ends as soon as its command is done", async () => {
    const started = Date.now();
    await flowgateProcess(["--version"], env);
    const began = Date.now();
    expect(await printed(flowgateProcess(["unassigned"], env))).toContain("192.0.2.99");
    // Besides the time that a process takes to start on this machine.
    expect(Date.now() - began - (began - started)).toBeLessThan(5000);
  });

  test("a reader that closes the pipe early causes no error", async () => {
    for (let number = 1; number <= 3000; number += 1) sim.mutate.addIpGroup(`Branch ${number}`);
    const line = `"${process.execPath}" dist/cli/main.js ip-groups list; echo "code $?" >&2`;
    const { stdout, stderr } = await promisify(execFile)("sh", ["-c", `(${line}) | head -1`], {
      cwd: root,
      env: cleanEnvironment(env),
    });
    expect([stdout, stderr]).toEqual([has("IP group"), "code 0\n"]);
  });

  test("help does not load the clients or the simulator", async () => {
    const code = `
    process.argv = [process.execPath, "flowgate", "--help"];
    process.on("exit", () => {
      const heavy = /node_modules.(undici|zod)|dist.simulator/;
      process.stderr.write(Object.keys(require.cache).filter((file) => heavy.test(file)).join());
    });
    require("./dist/cli/main.js");`;
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ["-e", code], { cwd: root });
    expect(stdout).toContain("Usage: flowgate");
    expect(stderr).toBe("");
  });

  test("the package declares the flowgate command", () => {
    const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { bin: object };
    expect(bin).toEqual({ flowgate: "./dist/cli/main.js" });
  });

  test("Ctrl-C during a request ends the process at once", async () => {
    sim.setLatency(20_000);
    const { child, ended } = startFlowgate(["unassigned"], env);
    await new Promise((resolve) => setTimeout(resolve, 800));
    const began = Date.now();
    child.kill("SIGINT");
    await ended;
    sim.setLatency(0);
    expect(Date.now() - began).toBeLessThan(3000);
  });

  const importing = {
    form: 1,
    appliances: {},
    protect: false,
    resources: [{ kind: "IpGroup", name: "branch", id: "", inputs: { name: "Branch" } }],
  };

  // Cancelled, an import of the engine leaves the stack locked. So does an engine that cannot print any more.
  test.each([
    ["finishes an import", ["import", "import.json"], "finished"],
    ["cancels any other command", ["adopt"], "cancelled"],
  ])("Ctrl-C %s of the engine, ends the process only after that, and leaves no file", async (_what, args, result) => {
    const folder = temporaryFolder();
    const [id, temporary] = [sim.mutate.addIpGroup("Branch"), join(folder, "tmp")];
    mkdirSync(temporary);
    writeFileSync(join(folder, "Pulumi.yaml"), "name: program\nruntime: nodejs\n");
    writeFileSync(join(folder, "import.json"), JSON.stringify(importing).replace('"id":""', `"id":"${id}"`));
    const script = `[ $1 = config ] && echo {} && exit
[ $1 = stack ] && echo '{ "version": 3, "deployment": null }' && exit
trap 'echo cancelled > "${folder}/end"; exit 1' INT
echo > "${folder}/begun"; i=0; while [ $i -lt 10 ]; do sleep 0.1; i=$((i + 1)); done; echo finished > "${folder}/end"`;
    const PATH = `${fakeEngine(folder, script)}:${process.env["PATH"]}`;
    const child = spawn(process.execPath, [join(root, "dist/cli/main.js"), ...args], {
      cwd: folder,
      env: cleanEnvironment({ ...env, PATH, TMPDIR: temporary }),
      detached: true,
    });
    while (!existsSync(join(folder, "begun"))) await new Promise((next) => setTimeout(next, 20));
    // A terminal sends it to all processes in the foreground.
    process.kill(-(child.pid ?? 0), "SIGINT");
    expect(await once(child, "exit")).toEqual([null, "SIGINT"]);
    expect(readFileSync(join(folder, "end"), "utf8").trim()).toBe(result);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

test.each<[what: string, kind: FaultKind, code: number, type: string]>([
  ["a refusal", { refuse: "No" }, 6, "RefusedError"],
  ["an appliance that stays busy", { status: 503, headers: { "retry-after": "86400" } }, 6, "BusyError"],
  ["a connection that is reset", "resetBeforeApply", 7, "UnknownOutcomeError"],
  ["an answer that is not JSON", "invalidJson", 7, "ReplyError"],
  ["an answer with an unexpected structure", { rewrite: () => ({ noprofile: 1 }) }, 7, "ReplyError"],
  ["a redirect", { status: 302, headers: { location: "http://elsewhere.example.net/" } }, 6, "RefusedError"],
])("%s ends with one sentence on stderr and nothing on stdout", async (_what, kind, code, type) => {
  site.sim.faults.add({ match: "exporter/noprofile", kind });
  const said = await failed(site.run(["unassigned"]), code);
  expect(said).toMatch(/^error: listing the exporters without a profile on 127\.0\.0\.1:\d+ failed: [^\n]+[.]\n$/u);

  const message = said.replace(/^error: /u, "").trimEnd();
  const action = "/exporter/noprofile/[filter]";
  const error = { class: type, appliance: "replicator", action, exitCode: code, message };
  expect(JSON.parse(await failed(site.run(["unassigned", "--json"]), code))).toMatchObject({ error });
});

test("without a terminal FORCE_COLOR sets colors, and NO_COLOR takes precedence", async () => {
  const { options } = site;
  const shown = (more: Record<string, string>): Promise<string> =>
    printed(flowgate(["status"], { ...options, env: { ...options.env, ...more } }));
  // eslint-disable-next-line no-control-regex -- this test is about control characters
  const escape = /\u001b/u;
  expect(await shown({ FORCE_COLOR: "1" })).toMatch(escape);
  expect(await shown({ FORCE_COLOR: "1", NO_COLOR: "1" })).not.toMatch(escape);
});

test.each<[what: string, more: object, ends: object, requests: number]>([
  [
    "a wrong password",
    { allowHttp: true, password: "wrong" },
    { code: 5, stderr: has(/the login was refused[^]*FLOWGATE_REPLICATOR_PASSWORD/u) },
    1,
  ],
  ["an untrusted certificate", {}, { code: 4, stderr: has("caCert") }, 0],
  [
    "insecureSkipVerify and legacyLogin, each with a warning",
    { insecureSkipVerify: true, legacyLogin: true },
    {
      code: 0,
      stderr: has(
        /^warning: insecureSkipVerify is on for the replicator[^]*^warning: legacyLogin is on for 127\.0\.0\.1/mu,
      ),
    },
    2,
  ],
])("%s", async (_what, more, ends, requests) => {
  const replicator = { caCert: undefined, ...more };
  const site = await startSite({ https: !("allowHttp" in more) }, (sim) => configFor(sim, { replicator }));
  expect(await site.run(["unassigned"])).toMatchObject(ends);
  expect(site.sim.requests.count()).toBe(requests);
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
