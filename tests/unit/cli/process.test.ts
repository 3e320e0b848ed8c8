import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { startSimulator, type Simulator } from "../../../simulator";
import { cleanEnvironment, root } from "../../support/clone";
import { environmentOf } from "../../support/configuration";
import { closeAll, fakeEngine, flowgateProcess, startFlowgate, temporaryFolder } from "./support";

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
afterEach(closeAll);

test("results go to stdout, the exit code is 0, and the process ends as soon as its command is done", async () => {
  const started = Date.now();
  await flowgateProcess(["--version"], env);
  const began = Date.now();
  const { code, stdout, stderr } = await flowgateProcess(["unassigned"], env);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("192.0.2.99");
  // Besides the time that a process takes to start on this machine.
  expect(Date.now() - began - (began - started)).toBeLessThan(5000);
});

test("errors go to stderr, and the exit code depends on their kind", async () => {
  const { code, stdout, stderr } = await flowgateProcess(["settings", "enable", "nope"], env);
  expect([code, stdout]).toEqual([6, ""]);
  expect(stderr).toMatch(/^error: .*Setting nope does not exist\.\n$/u);
});

test("without a terminal FORCE_COLOR sets colors, and NO_COLOR takes precedence", async () => {
  // eslint-disable-next-line no-control-regex -- this test is about control characters
  const escape = /\u001b/u;
  expect((await flowgateProcess(["status"], { ...env, FORCE_COLOR: "1" })).stdout).toMatch(escape);
  expect((await flowgateProcess(["status"], { ...env, FORCE_COLOR: "1", NO_COLOR: "1" })).stdout).not.toMatch(escape);
});

test("a reader that closes the pipe early causes no error", async () => {
  for (let number = 1; number <= 3000; number += 1) sim.mutate.addIpGroup(`Branch ${number}`);
  const line = `"${process.execPath}" dist/cli/main.js ip-groups list; echo "code $?" >&2`;
  const { stdout, stderr } = await promisify(execFile)("sh", ["-c", `(${line}) | head -1`], {
    cwd: root,
    env: cleanEnvironment(env),
  });
  expect([stdout, stderr]).toEqual([expect.stringContaining("IP group"), "code 0\n"]);
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

test("the package declares the flowgate command, whose file begins with the line that runs it with Node", async () => {
  const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { bin: Record<string, string> };
  expect(bin).toEqual({ flowgate: "./dist/cli/main.js" });
  expect(readFileSync(join(root, "dist/cli/main.js"), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/u);
});

test("Ctrl-C during a request ends the process at once", async () => {
  sim.setLatency(20_000);
  const running = await startFlowgate(["unassigned"], env);
  await new Promise((resolve) => setTimeout(resolve, 800));
  const began = Date.now();
  await running.end("SIGINT");
  sim.setLatency(0);
  expect(Date.now() - began).toBeLessThan(3000);
});

// Cancelled, an import of the engine leaves the stack locked. So does an engine that cannot print any more.
test.each([
  ["finishes an import", "interrupted: () => {}", "finished"],
  ["cancels any other command", "", "cancelled"],
])("Ctrl-C %s of the engine, and ends the process only after that", async (_what, option, result) => {
  const folder = temporaryFolder();
  const script = `trap 'echo cancelled > "${folder}/end"; exit 1' INT
echo > "${folder}/begun"; i=0; while [ $i -lt 10 ]; do sleep 0.1; i=$((i + 1)); done; echo finished > "${folder}/end"`;
  const code = `require("./dist/cli/engine/run.js")
    .pulumi({ env: process.env, cwd: ${JSON.stringify(folder)} }, ["up"], { deadlineMs: 60000, ${option} })
    .then(() => setTimeout(() => {}, 60000))`;
  const PATH = `${fakeEngine(folder, script)}:${process.env["PATH"]}`;
  const child = spawn(process.execPath, ["-e", code], { cwd: root, env: { ...process.env, PATH }, detached: true });
  while (!existsSync(join(folder, "begun"))) await new Promise((next) => setTimeout(next, 20));
  // A terminal sends it to all processes in the foreground.
  process.kill(-(child.pid ?? 0), "SIGINT");
  expect(await once(child, "exit")).toEqual([null, "SIGINT"]);
  expect(readFileSync(join(folder, "end"), "utf8").trim()).toBe(result);
});
