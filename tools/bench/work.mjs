// Runs one contestant: appliances and a stack, both new, and its jobs one after the other.
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import { startSimulator } from "pulumi-flowgate/simulator";
import { appliancesEnvironment, engineEnvironment } from "../lib/engine-environment.mjs";
import { SetupError } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";
import { capture } from "../lib/run.mjs";
import { contestants } from "./plans.mjs";

/** @import { Block, Contestant, Job } from "./plans.mjs" */

/** @typedef {{ contestant: Contestant; kind: Block["kind"]; n: number; latencyMs: number; only?: Job | undefined }} Series */
/** @typedef {Series & { job: Job; milliseconds: number; processor: number; requests: number }} Sample */

/** Operations that the engine runs at once (its default), and calls that an appliance gets at once. */
const parallel = 4 * cpus().length;

const command = join(root, "dist/cli/main.js");
const SHARED_GROUPS = 200;

const unasked = ["--skip-preview", "--yes"];
/** The commands of this package. @type {Partial<Record<Job, readonly string[]>>} */
const ownCommands = {
  check: [command, "check"],
  comment: [command, "summary", "preview.json"],
  model: [command, "model", "check", "--sites", "sites.yaml"],
  drift: [command, "drift"],
};
/** The commands of the engine. @type {Partial<Record<Job, readonly string[]>>} */
const commands = {
  preview: ["preview"],
  create: ["up", ...unasked],
  unchanged: ["up", "--expect-no-changes", ...unasked],
  refresh: ["refresh", ...unasked],
  change: ["up", ...unasked],
  destroy: ["destroy", ...unasked],
};

/**
 * Runs a command, and measures the processor time of all its processes too: the shell has waited for them.
 *
 * @param {readonly string[]} args
 * @param {import("../lib/run.mjs").RunOptions} options
 */
async function timed(args, options) {
  const startedAt = performance.now();
  const lines = (await capture("sh", ["-c", '"$@" && times', "sh", ...args], options)).trim().split("\n");
  const milliseconds = performance.now() - startedAt;
  const spent = [...(lines.pop() ?? "").matchAll(/(\d+)m([\d.]+)s/gu)];
  const processor = spent.reduce(
    (sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000,
    0,
  );
  return { milliseconds, processor, printed: lines.slice(0, -1).join("\n") };
}

/** Prepares a program with a stack. @param {string} folder @param {string} engine @param {boolean} plugin */
async function makeStack(folder, engine, plugin) {
  await mkdir(join(folder, "state"));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  const program = join(root, "tools/bench/program.cjs");
  await writeFile(join(folder, "index.js"), `require(${JSON.stringify(program)}).declare();\n`);
  const value = { concurrency: parallel };
  const project = {
    name: "bench",
    runtime: { name: "nodejs", options: { typescript: false } },
    plugins: {
      providers: [
        { name: "flowgate", path: "node_modules/pulumi-flowgate/plugin" },
        { name: "idle", path: join(root, "tools/bench/idle") },
      ],
    },
    config: { "flowgate:gateway": { value }, "flowgate:replicator": { value }, "flowgate:plugin": { value: plugin } },
  };
  await writeFile(join(folder, "Pulumi.yaml"), JSON.stringify(project));
  const env = {
    ...engineEnvironment(engine, `file://${join(folder, "state")}`, join(folder, "home"), "bench"),
    // Runs the program like a released engine would, since it is in JavaScript.
    NODE_OPTIONS: `--require=${JSON.stringify(join(root, "tools/pulumi/typescript-option.cjs"))}`,
  };
  /** @param {readonly string[]} args @param {NodeJS.ProcessEnv} [more] */
  const run = (args, more) => timed(args, { cwd: folder, env: { ...env, ...more } });
  await run([join(engine, "pulumi"), "stack", "init", "bench", "--non-interactive"]);
  return run;
}

/** Writes what a command of this package reads. @param {string} folder @param {number} n @param {() => Promise<string>} preview */
async function writeInputs(folder, n, preview) {
  const groups = Array.from({ length: SHARED_GROUPS }, (_, index) => ({
    name: `group-${index}`,
    rules: ["10.0.0.0/8"],
  }));
  await writeFile(join(folder, "global.yaml"), JSON.stringify({ ipGroups: groups }));
  const sites = Array.from({ length: n }, (_, index) => [`s${index}`, ["global.yaml"]]);
  await writeFile(join(folder, "sites.yaml"), JSON.stringify({ sites: Object.fromEntries(sites) }));
  await writeFile(join(folder, "preview.json"), await preview());
}

/**
 * Measures the jobs of a contestant. A contestant that did not do its job would look fast, so what the appliances hold
 * is checked after each.
 *
 * @param {Series} series
 * @param {string} engine folder of the engine
 * @returns {Promise<Sample[]>}
 */
export async function measure(series, engine) {
  const { contestant, kind, n, latencyMs, only } = series;
  const simulator = await startSimulator({ https: false, foreign: false });
  const { gateway, replicator, requests } = simulator;
  simulator.setLatency(latencyMs);
  const held = () => gateway.store.ipGroups.size + replicator.store.profiles.size;
  const factory = held();
  const folder = await mkdtemp(join(tmpdir(), "flowgate-bench-"));
  const samples = [];
  try {
    const run = await makeStack(folder, engine, contestant === "plugin");
    for (const job of contestants[contestant].filter((one) => only === undefined || one === only)) {
      const task = { BENCH_CONTESTANT: contestant, BENCH_KIND: kind, BENCH_N: String(n), BENCH_JOB: job };
      const env = { ...appliancesEnvironment(simulator), ...task };
      const pulumi = (/** @type {readonly string[]} */ args) =>
        run([join(engine, "pulumi"), ...args, "--non-interactive", "--parallel", String(parallel)], env);
      if (job === "comment") await writeInputs(folder, n, async () => (await pulumi(["preview", "--json"])).printed);
      requests.clear();
      const own = ownCommands[job];
      const { printed: _, ...times } = await (own ? run([execPath, ...own], env) : pulumi(commands[job] ?? []));
      const isIdle = ["engine", "idle", "commands"].includes(contestant);
      const expected = isIdle || job === "destroy" || job === "preview" ? 0 : n;
      const refused = requests.count({ result: "error" });
      if (held() - factory !== expected || refused > 0) {
        const words = `hold ${held() - factory} objects and not ${expected}, and refused ${refused} requests`;
        throw new SetupError(`After ${job} by ${contestant} the appliances ${words}. This measurement does not count.`);
      }
      samples.push({ ...series, job, ...times, requests: requests.count() });
    }
  } finally {
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  }
  return samples;
}
