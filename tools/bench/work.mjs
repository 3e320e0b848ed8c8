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
/** @typedef {Series & { job: Job; milliseconds: number; requests: number }} Sample */

/** Operations that the engine runs at once (its default), and calls that an appliance gets at once. */
const parallel = 4 * cpus().length;

const unasked = ["--skip-preview", "--yes"];
/** @type {Readonly<Record<Job, readonly string[]>>} */
const commands = {
  preview: ["preview"],
  create: ["up", ...unasked],
  unchanged: ["up", "--expect-no-changes", ...unasked],
  refresh: ["refresh", ...unasked],
  change: ["up", ...unasked],
  destroy: ["destroy", ...unasked],
};

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
    plugins: { providers: [{ name: "flowgate", path: "node_modules/pulumi-flowgate/plugin" }] },
    config: { "flowgate:gateway": { value }, "flowgate:replicator": { value }, "flowgate:plugin": { value: plugin } },
  };
  await writeFile(join(folder, "Pulumi.yaml"), JSON.stringify(project));
  const env = {
    ...engineEnvironment(engine, `file://${join(folder, "state")}`, join(folder, "home"), "bench"),
    // Runs the program like a released engine would, since it is in JavaScript.
    NODE_OPTIONS: `--require=${JSON.stringify(join(root, "tools/pulumi/typescript-option.cjs"))}`,
  };
  /** @param {readonly string[]} args @param {NodeJS.ProcessEnv} [more] */
  const pulumi = (args, more) =>
    capture(join(engine, "pulumi"), [...args, "--non-interactive"], { cwd: folder, env: { ...env, ...more } });
  await pulumi(["stack", "init", "bench"]);
  return pulumi;
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
    const pulumi = await makeStack(folder, engine, contestant === "plugin");
    for (const job of contestants[contestant].filter((one) => only === undefined || one === only)) {
      requests.clear();
      const task = { BENCH_CONTESTANT: contestant, BENCH_KIND: kind, BENCH_N: String(n), BENCH_JOB: job };
      const env = { ...appliancesEnvironment(simulator), ...task, BENCH_WIDTH: String(parallel) };
      const startedAt = performance.now();
      const printed =
        contestant === "script"
          ? await capture(execPath, [join(root, "tools/bench/script.cjs")], { env: { ...process.env, ...env } })
          : await pulumi([...commands[job], "--parallel", String(parallel)], env);
      const milliseconds = contestant === "script" ? Number(printed) : performance.now() - startedAt;
      const expected = contestant === "engine" || job === "destroy" || job === "preview" ? 0 : n;
      const refused = requests.count({ result: "error" });
      if (held() - factory !== expected || refused > 0) {
        const words = `hold ${held() - factory} objects and not ${expected}, and refused ${refused} requests`;
        throw new SetupError(`After ${job} by ${contestant} the appliances ${words}. This measurement does not count.`);
      }
      samples.push({ ...series, job, milliseconds, requests: requests.count() });
    }
  } finally {
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  }
  return samples;
}
