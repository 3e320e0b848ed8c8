// Measures the provider with the real engine, beside the engine alone (docs/internals/measurements.md).
//   npm run bench -- [full|quick|slopes] [--out <folder>]
import { mkdir, writeFile } from "node:fs/promises";
import { arch, cpus, platform } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runMain, SetupError } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";
import { prepare } from "../prepare.mjs";
import { plans } from "./plans.mjs";

runMain(async () => {
  const { values, positionals } = parseArgs({ options: { out: { type: "string" } }, allowPositionals: true });
  const [name = "full"] = positionals;
  const plan = plans[name];
  if (plan === undefined) throw new SetupError(`There is no form ${name}: write ${Object.keys(plans).join(", ")}.`);
  const engine = await prepare(console.error);
  const { measure } = await import("./work.mjs");
  const { reportText } = await import("./report.mjs");
  const samples = [];
  for (const { kind, n, rounds, latencies, contestants, only, isAlone } of plan) {
    for (let round = 1; round <= rounds; round += 1) {
      console.error(`Round ${round} of ${rounds}: ${n} x ${kind}`);
      const floorOf = async (/** @type {"engine" | "idle"} */ contestant) =>
        isAlone ? [] : await measure({ contestant, kind, n, latencyMs: 0, only }, engine.folder);
      const floor = await floorOf("engine");
      const idle = contestants.includes("plugin") ? await floorOf("idle") : [];
      for (const latencyMs of latencies) {
        for (const contestant of contestants) {
          const measured = await measure({ contestant, kind, n, latencyMs, only }, engine.folder);
          const own = contestant === "plugin" ? idle : floor;
          samples.push(...measured.map((one) => ({ ...one, floor: own.find(({ job }) => job === one.job) })));
        }
      }
    }
  }
  const folder = values.out ?? join(root, "tools/bench/results", name);
  await mkdir(folder, { recursive: true });
  const facts = [
    `Date: ${new Date().toISOString().slice(0, 10)}`,
    `Machine: ${platform()} ${arch()}, ${cpus().length} cores (${cpus()[0]?.model.trim()})`,
    `Versions: engine ${engine.version}, Node.js ${process.versions.node}`,
  ];
  await writeFile(join(folder, "results.md"), reportText(samples, facts));
  console.log(join(folder, "results.md"));
});
