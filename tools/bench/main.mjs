// Measures the provider with the real engine, beside the engine alone, scripts and curl (docs/internals/measurements.md).
//   npm run bench -- [full|quick|bulk|plugin|smoke] [--out <folder>] [--parallel <p>]
import { mkdir, writeFile } from "node:fs/promises";
import { arch, cpus, platform } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runMain, SetupError } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";
import { prepare } from "../prepare.mjs";
import { jobs, plans } from "./plans.mjs";

/** @import { Block } from "./plans.mjs" */

/** The series of a block, round by round: the engine alone, then each contestant in turn. @param {Block} block */
function seriesOf({ kind, n, rounds, latencies, contestants, capacity }) {
  return Array.from({ length: rounds }, (_, round) => [
    { series: { contestant: /** @type {const} */ ("B0"), kind, n, latencyMs: 0, capacity: undefined, round }, jobs },
    ...latencies.flatMap((latencyMs) =>
      contestants.map(([contestant, own = jobs]) => ({
        series: { contestant, kind, n, latencyMs, capacity, round },
        jobs: own,
      })),
    ),
  ]).flat();
}

runMain(async () => {
  const options = /** @type {const} */ ({ out: { type: "string" }, parallel: { type: "string" } });
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [name = "full"] = positionals;
  const plan = plans[name];
  if (plan === undefined) throw new SetupError(`There is no form ${name}: write ${Object.keys(plans).join(", ")}.`);
  const engine = await prepare(console.error);
  const { measure } = await import("./work.mjs");
  const { plotOf, reportText } = await import("./report.mjs");
  const parallel = Number(values.parallel ?? 4 * cpus().length);
  const all = plan.flatMap(seriesOf);
  const samples = [];
  for (const [index, { series, jobs: own }] of all.entries()) {
    console.error(`${index + 1} of ${all.length}: ${series.contestant}, ${series.n} x ${series.kind}`);
    samples.push(...(await measure(series, own, { engine: engine.folder, parallel })));
  }
  const folder = values.out ?? join(root, "tools/bench/results", name);
  await mkdir(folder, { recursive: true });
  const facts = [
    `Date: ${new Date().toISOString().slice(0, 10)}`,
    `Machine: ${platform()} ${arch()}, ${cpus().length} cores (${cpus()[0]?.model.trim()})`,
    `Versions: engine ${engine.version}, Node.js ${process.versions.node}; p = ${parallel}`,
  ];
  await writeFile(join(folder, "results.md"), reportText(samples, facts));
  for (const axis of /** @type {const} */ (["n", "latencyMs"])) {
    await writeFile(join(folder, `time-over-${axis === "n" ? "n" : "l"}.svg`), plotOf(samples, axis));
  }
  console.log(join(folder, "results.md"));
});
