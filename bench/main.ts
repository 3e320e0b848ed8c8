// `npm run bench`. tools/bench.mjs starts it when everything is installed and built.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import type { Plan } from "./plan";
import { plans } from "./plans";
import { Progress } from "./progress";
import { machineText, machineWord } from "./report/machine";
import { plotsOf, svgOf } from "./report/plots";
import { reportText } from "./report/results";
import { View } from "./report/view";
import { runPlan } from "./run-plan";
import { OtherSubjectError, SampleFile, type Subject } from "./samples";
import { NotTheJobError } from "./series";

/** Forms with an option of their own. */
const forms = ["smoke", "plugin", "bulk", "quick", "all"] as const;

interface Options extends Readonly<Partial<Record<(typeof forms)[number], true>>> {
  readonly fresh?: true;
  readonly out?: string;
  readonly parallel: number;
}

/** The engine's own default. */
const PARALLEL_PER_CORE = 4;

const root = join(__dirname, "..");

async function main(options: Options): Promise<void> {
  const plan = withoutMissing(plans[forms.find((form) => options[form] === true) ?? "full"]);
  const folder =
    options.out ?? join(root, "bench/results", machineWord() + (plan.name === "full" ? "" : `-${plan.name}`));
  const subject = subjectOf();
  const file = new SampleFile(join(folder, "samples.jsonl"), subject, { fresh: options.fresh === true });
  const progress = new Progress(process.stderr);
  const engine = given("BENCH_ENGINE");
  await runPlan(plan, file, { root, engine, parallel: options.parallel }, (...step) => progress.step(...step));

  const plots = plotsOf(new View(file.all));
  for (const plot of plots) writeFileSync(join(folder, plot.file), svgOf(plot));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const report = reportText(file.all, {
    subject,
    plan,
    parallel: options.parallel,
    version,
    date: new Date().toISOString().slice(0, 10),
    plots: plots.map((plot) => plot.file),
    remarks: hasCurl() ? [] : ["B3: there is no curl on this machine"],
  });
  writeFileSync(join(folder, "results.md"), report);
  console.log(join(folder, "results.md"));
}

/** The plan without B3 and with a warning if curl is missing. */
function withoutMissing(plan: Plan): Plan {
  if (hasCurl()) return plan;
  console.error("There is no curl on this machine: B3 is not measured.");
  const blocks = plan.blocks.map((block) => ({
    ...block,
    cells: block.cells.map((cell) => ({
      ...cell,
      entries: cell.entries.filter(({ contestant }) => contestant !== "B3"),
    })),
  }));
  return { ...plan, blocks };
}

function hasCurl(): boolean {
  try {
    execFileSync("curl", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false; // It cannot be started or does not work: in both cases B3 cannot run.
  }
}

function subjectOf(): Subject {
  const hash = createHash("sha256");
  for (const folder of ["dist/provider", "dist/sdk", "dist/simulator", ".bench"]) {
    // Without the plans: they determine what is measured and not how, so samples stay valid for another plan.
    const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".js") && !name.endsWith("plans.js"),
    );
    for (const name of files.sort()) hash.update(name).update(readFileSync(join(root, folder, name)));
  }
  const build = hash.digest("hex").slice(0, 16);
  return { build, engine: given("BENCH_ENGINE_VERSION"), node: process.versions.node, machine: machineText() };
}

function given(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run npm run bench.`);
  return value;
}

function parallelism(text: string): number {
  if (/^\d{1,2}$/u.test(text) && Number(text) >= 1 && Number(text) <= 64) return Number(text);
  throw new InvalidArgumentError("Write a whole number from 1 to 64, the most that `concurrency` takes.");
}

new Command("bench")
  .description("Measures the provider with the real engine, beside the engine alone, scripts and curl")
  .option("--quick", "under 5 minutes: whether something is far off")
  .option("--bulk", "only IpGroups beside the engine alone")
  .option("--all", "the complete grid; takes most of a day")
  .option("--plugin", "a quarter of an hour: the provider plugin beside dynamic resources")
  .option("--smoke", "seconds: whether the bench itself works")
  .option("--fresh", "start over instead of measuring what is missing")
  .option(
    "--parallel <p>",
    "what the engine runs at once",
    parallelism,
    Math.min(64, PARALLEL_PER_CORE * cpus().length),
  )
  .option("--out <folder>", "where results go (default: bench/results/<machine>)")
  .action((options: Options) =>
    main(options).catch((error: unknown) => {
      const explained = error instanceof OtherSubjectError || error instanceof NotTheJobError;
      console.error(explained ? error.message : error);
      process.exitCode = 1;
    }),
  )
  .parse();
