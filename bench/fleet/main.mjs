// Measures a fleet over simulated sites, for some numbers of workers: sites per minute, memory, and the backend's share
// of the time.
// Each number of workers gets an equal share of the sites of one fleet, in one backend.
//   node bench/fleet/main.mjs --sites 60 --resources 40 --workers 1,2,4 --backend postgres
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { engineEnvironment } from "../../tools/lib/engine-environment.mjs";
import { runMain } from "../../tools/lib/errors.mjs";
import { root } from "../../tools/lib/paths.mjs";
import { requireEngine } from "../../tools/prepare.mjs";
import { startDatabase } from "./database.mjs";
import { MemoryWatch } from "./memory.mjs";
import { manifest, programText, project, siteNames } from "./program.mjs";
import { usageOfChildren } from "./usage.mjs";

const { startSimulator } = createRequire(import.meta.url)(join(root, "dist/simulator/index.js"));
const [token, password] = ["token-of-all-sites", "password-of-all-sites"];

const { values } = parseArgs({
  options: {
    sites: { type: "string", default: "60" },
    resources: { type: "string", default: "40" },
    workers: { type: "string", default: "1,2,4" },
    parallel: { type: "string", default: "1" },
    backend: { type: "string", default: "postgres" },
    keep: { type: "string", default: "provider" },
    out: { type: "string" },
  },
});

/** @param {string} backend @param {string} folder @param {string} engine */
function environment(backend, folder, engine) {
  return {
    ...process.env,
    ...engineEnvironment(engine, backend, join(folder, "home"), "scale"),
    // Runs the program like a released engine would, since it is in JavaScript.
    NODE_OPTIONS: `--require=${JSON.stringify(join(root, "tools/pulumi/typescript-option.cjs"))}`,
    FLOWGATE_GATEWAY_TOKEN: token,
    FLOWGATE_REPLICATOR_PASSWORD: password,
    CI: "true",
  };
}

/** @param {readonly string[]} sites @param {number} resources @param {string} folder */
async function prepare(sites, resources, folder) {
  const program = join(folder, "program");
  for (const name of ["home", "state", "program/node_modules/@pulumi"])
    mkdirSync(join(folder, name), { recursive: true });
  symlinkSync(root, join(program, "node_modules/pulumi-flowgate"), "dir");
  symlinkSync(join(root, "node_modules/@pulumi/pulumi"), join(program, "node_modules/@pulumi/pulumi"), "dir");
  const write = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    writeFileSync(join(program, name), typeof value === "string" ? value : JSON.stringify(value));
  write("package.json", manifest);
  write("Pulumi.yaml", project);
  write("fleet.yaml", { name: "scale", canary: [], waves: [sites.length], sites, timeout: "1h", keep: values.keep });
  write("index.js", programText(resources));
  const sims = new Map();
  for (const site of sites) {
    const sim = await startSimulator({ https: false, gateway: { token }, replicator: { password } });
    sims.set(site, sim);
    const { gateway, replicator } = sim;
    const config = {
      "flowgate:gateway": { url: gateway.url, allowHttp: true },
      "flowgate:replicator": { url: replicator.url, user: replicator.user, allowHttp: true },
    };
    write(`Pulumi.${site}.yaml`, { config });
  }
  return { program, sims };
}

/** @param {string} program @param {NodeJS.ProcessEnv} env @param {readonly string[]} args */
function worker(program, env, args) {
  const script = join(root, "dist/cli/main.js");
  const child = spawn(process.execPath, [script, "fleet", ...args], {
    cwd: program,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (/** @type {string} */ text) => (said += text));
  /** @type {Promise<void>} */
  const ended = new Promise((resolve, reject) => {
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}:\n${said}`))));
  });
  return { pid: child.pid ?? 0, ended };
}

/**
 * The first `up` of some sites of the fleet, by this number of workers.
 *
 * @param {number} workers
 * @param {readonly string[]} names
 * @param {Awaited<ReturnType<typeof prepare>>} fleet
 * @param {{ env: NodeJS.ProcessEnv; database: Awaited<ReturnType<typeof startDatabase>> | undefined }} backend
 */
async function measure(workers, names, { program, sims }, { env, database }) {
  const watch = new MemoryWatch();
  const before = await database?.counters();
  const { cpuSeconds: cpuBefore } = usageOfChildren();
  const began = performance.now();
  const args = ["up", "--yes", "--parallel", values.parallel, "--sites", ...names];
  const running = Array.from({ length: workers }, () => worker(program, env, args));
  watch.start(running.map(({ pid }) => pid));
  await Promise.all(running.map(({ ended }) => ended));
  const seconds = (performance.now() - began) / 1000;
  watch.stop();
  const cpuSeconds = usageOfChildren().cpuSeconds - cpuBefore;
  const after = await database?.counters();
  const requests = names.reduce((sum, name) => sum + Number(sims.get(name)?.requests.count()), 0);
  return {
    workers,
    sites: names.length,
    seconds: Math.round(seconds * 10) / 10,
    sitesPerMinute: Math.round((names.length / seconds) * 600) / 10,
    cpuSecondsPerSite: Math.round((cpuSeconds / names.length) * 100) / 100,
    workerMegabytes: watch.worker,
    engineMegabytes: watch.engine,
    requestsPerSite: Math.round(requests / names.length),
    ...(before === undefined || after === undefined
      ? {}
      : {
          backendMsPerSite: Math.round((after.activeMs - before.activeMs) / names.length),
          transactionsPerSite: Math.round((after.transactions - before.transactions) / names.length),
        }),
  };
}

runMain(async () => {
  const engine = await requireEngine(console.error);
  const names = siteNames(Number(values.sites));
  const counts = values.workers.split(",").map(Number);
  const folder = mkdtempSync(join(tmpdir(), "flowgate-scale-"));
  const fleet = await prepare(names, Number(values.resources), folder);
  const database = values.backend === "postgres" ? await startDatabase() : undefined;
  const env = environment(database?.url ?? `file://${join(folder, "state")}`, folder, engine.folder);
  const results = [];
  for (const [index, workers] of counts.entries()) {
    const share = names.filter((_, at) => at % counts.length === index);
    results.push(await measure(workers, share, fleet, { env, database }));
    console.error(JSON.stringify(results.at(-1)));
  }
  await Promise.all([...fleet.sims.values()].map((sim) => sim.close()));
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
  const machine = {
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
  };
  const { sites, resources, parallel, backend, keep } = values;
  const report = JSON.stringify(
    {
      machine,
      engine: engine.version,
      date: new Date().toISOString().slice(0, 10),
      sites,
      resources,
      parallel,
      backend,
      keep,
      results,
    },
    null,
    2,
  );
  if (values.out === undefined) console.log(report);
  else writeFileSync(values.out, `${report}\n`);
});
