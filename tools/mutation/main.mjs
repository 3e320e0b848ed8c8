// Mutation testing of a sample: lines of provider, sdk and cli that a seed chooses, the same ones each time.
//   node tools/mutation/main.mjs [--lines 300] [--seed 1] [--in provider/http]
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { parseArgs } from "node:util";
import { runMain, SetupError } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";
import { capture, show } from "../lib/run.mjs";

/** A line that may hold a decision: no blank line, import, comment, bracket or declaration of a type. */
const worthwhile = /^(?!\s*(?:import|export type|\/\*|\*|\/\/|[})\]]|$)).*(?:[?&|<>=!+]|return|true|false|")/u;

runMain(async () => {
  const { values } = parseArgs({
    options: {
      lines: { type: "string", default: "300" },
      seed: { type: "string", default: "1" },
      in: { type: "string", multiple: true, default: ["provider", "sdk", "cli"] },
    },
  });
  const { stdout } = await capture("git", ["ls-files", ...values.in.map((folder) => `${folder}/**.ts`)], { cwd: root });
  /** @type {string[]} */
  const places = [];
  for (const file of stdout.trim().split("\n")) {
    const lines = (await readFile(join(root, file), "utf8")).split("\n");
    places.push(
      ...lines.flatMap((line, index) => (worthwhile.test(line) ? [`${file}:${index + 1}-${index + 1}`] : [])),
    );
  }
  // Equal distances, from a start that depends on the seed.
  const step = places.length / Number(values.lines);
  const start = (Number(values.seed) * 0.618) % 1;
  const chosen = Array.from({ length: Number(values.lines) }, (_, index) => places[Math.floor((index + start) * step)]);
  const mutate = [...new Set(chosen)].filter((one) => one !== undefined).join(",");
  const stryker = join(root, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const args = [stryker, "run", "tools/mutation/stryker.config.json", "--mutate", mutate];
  const code = await show(execPath, args, { cwd: root });
  if (code !== 0) throw new SetupError(`Mutation testing ended with ${code}; what it printed is above.`);
});
