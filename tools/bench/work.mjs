// Runs one contestant: appliances and a stack, both new, and its jobs one after the other.
import { fork } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { engineEnvironment } from "../lib/engine-environment.mjs";
import { SetupError } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";
import { capture } from "../lib/run.mjs";

/** @import { Block, Contestant, Job } from "./plans.mjs" */

/**
 * @typedef {object} Sample
 * @property {Contestant} contestant
 * @property {Block["kind"]} kind
 * @property {number} n
 * @property {number} latencyMs
 * @property {number | undefined} capacity
 * @property {Job} job
 * @property {number} round
 * @property {number} milliseconds
 * @property {number | undefined} [requests]
 * @property {number | undefined} [stateBytes]
 *
 * @typedef {object} Machine
 * @property {string} engine folder of the engine
 * @property {number} parallel operations that the engine runs at once
 */

/** @type {Readonly<Record<Job, readonly string[]>>} */
const commands = {
  create: ["up", "--skip-preview"],
  unchanged: ["up", "--skip-preview", "--expect-no-changes"],
  refresh: ["refresh", "--skip-preview"],
  change: ["up", "--skip-preview"],
  destroy: ["destroy", "--skip-preview"],
};
const modules = { "@pulumi/pulumi": join(root, "node_modules/@pulumi/pulumi"), "pulumi-flowgate": root };

/** @param {string} command @param {readonly string[]} args @param {string} cwd @param {NodeJS.ProcessEnv} env */
async function run(command, args, cwd, env) {
  const startedAt = performance.now();
  const stdout = await capture(command, args, { cwd, env });
  return { stdout, milliseconds: performance.now() - startedAt };
}

/** The appliances in a process of their own, and their environment variables. */
async function startAppliances() {
  const child = fork(join(root, "tools/bench/simulator.cjs"), { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const answer = async () => (await once(child, "message"))[0];
  const environment = await answer();
  /** @param {object} question */
  const ask = async (question) => {
    const reply = answer();
    child.send(question);
    return reply;
  };
  return { environment, ask, close: () => child.disconnect() };
}

/** A program folder with a stack. @param {Machine} machine @param {boolean} plugin */
async function makeStack({ engine, parallel }, plugin) {
  const folder = await mkdtemp(join(tmpdir(), "flowgate-bench-"));
  const env = {
    ...engineEnvironment(engine, `file://${join(folder, "state")}`, join(folder, "home"), "bench"),
    // Runs the program like a released engine would, since it is in JavaScript.
    NODE_OPTIONS: `--require=${JSON.stringify(join(root, "tools/pulumi/typescript-option.cjs"))}`,
  };
  await mkdir(join(folder, "state"));
  for (const [name, target] of Object.entries(modules)) {
    await mkdir(dirname(join(folder, "node_modules", name)), { recursive: true });
    await symlink(target, join(folder, "node_modules", name), "dir");
  }
  // The program's modules are looked up beside it.
  for (const name of ["program.cjs", "objects.cjs"]) await cp(join(root, "tools/bench", name), join(folder, name));
  await writeFile(join(folder, "index.js"), 'require("./program.cjs").declare();\n');
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "bench", version: "1.0.0", private: true }));
  const plugins = { providers: [{ name: "flowgate", path: "node_modules/pulumi-flowgate/plugin" }] };
  const project = { name: "bench", runtime: { name: "nodejs", options: { typescript: false } }, plugins };
  await writeFile(join(folder, "Pulumi.yaml"), JSON.stringify(project));
  const pulumi = (/** @type {readonly string[]} */ args, more = {}) =>
    run(join(engine, "pulumi"), [...args, "--non-interactive"], folder, { ...env, ...more });
  await pulumi(["stack", "init", "bench"]);
  const file = join(folder, "Pulumi.bench.yaml");
  const settings = JSON.stringify({ allowHttp: true, concurrency: parallel });
  const config = `config:\n  flowgate:gateway: ${settings}\n  flowgate:replicator: ${settings}\n  flowgate:plugin: ${plugin}\n`;
  await writeFile(file, (await readFile(file, "utf8")) + config);
  return {
    /** @param {Job} job @param {object} more */
    run: (job, more) => pulumi([...commands[job], "--stack", "bench", "--yes", "--parallel", String(parallel)], more),
    state: async () => (await readFile(join(folder, "state/.pulumi/stacks/bench/bench.json"))).length,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Measures the jobs of a contestant. A contestant that did not do its job would look fast, so what the appliances hold
 * is checked after each.
 *
 * @param {Pick<Sample, "contestant" | "kind" | "n" | "latencyMs" | "capacity" | "round">} series
 * @param {readonly Job[]} jobs
 * @param {Machine} machine
 * @returns {Promise<Sample[]>}
 */
export async function measure(series, jobs, machine) {
  const { contestant, kind, n, latencyMs, capacity } = series;
  const isScript = contestant === "B1" || contestant === "B2";
  const width = contestant === "B1" ? 1 : Math.min(capacity ?? machine.parallel, machine.parallel);
  const appliances = await startAppliances();
  const stack = isScript ? undefined : await makeStack(machine, contestant === "B7");
  const samples = [];
  try {
    for (const job of jobs) {
      await appliances.ask({ latencyMs, capacity });
      const settings = { BENCH_CONTESTANT: contestant, BENCH_KIND: kind, BENCH_N: String(n), BENCH_JOB: job };
      const more = { BENCH_CHANGED: String(job === "change"), BENCH_WIDTH: String(width) };
      const env = { ...appliances.environment, ...settings, ...more };
      const milliseconds =
        stack === undefined
          ? Number((await run(process.execPath, ["tools/bench/script.cjs"], root, { ...process.env, ...env })).stdout)
          : (await stack.run(job, env)).milliseconds;
      const { objects, requests, refused } = await appliances.ask({});
      const expected = contestant === "B0" || job === "destroy" ? 0 : n;
      if (objects !== expected || refused > 0) {
        const words = `hold ${objects} objects and not ${expected}, and refused ${refused} requests`;
        throw new SetupError(`After ${job} by ${contestant} the appliances ${words}. This measurement does not count.`);
      }
      const stateBytes = job === "create" ? await stack?.state() : undefined;
      samples.push({ ...series, job, milliseconds, ...(contestant === "B0" ? {} : { requests, stateBytes }) });
    }
  } finally {
    appliances.close();
    await stack?.close();
  }
  return samples;
}
