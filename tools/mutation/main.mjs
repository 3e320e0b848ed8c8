// Mutation testing of a sample: lines of provider, sdk and cli at equal distances, the same ones each time.
//   node tools/mutation/main.mjs [--lines 300] [--in provider/http]
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { execPath } from "node:process";
import { parseArgs } from "node:util";
import { runMain } from "../lib/errors.mjs";
import { filesBelow } from "../lib/files.mjs";
import { root } from "../lib/paths.mjs";
import { show } from "../lib/run.mjs";

/** A line that may hold a decision: no blank line, import, comment, bracket or declaration of a type. */
const worthwhile = /^(?!\s*(?:import|export type|\/\*|\*|\/\/|[})\]]|$)).*(?:[?&|<>=!+]|return|true|false|")/u;

runMain(async () => {
  const { values } = parseArgs({
    options: {
      lines: { type: "string", default: "300" },
      in: { type: "string", multiple: true, default: ["provider", "sdk", "cli"] },
    },
  });
  /** @type {string[]} */
  const places = [];
  for (const path of (await Promise.all(values.in.map((name) => filesBelow(join(root, name))))).flat().sort()) {
    if (!path.endsWith(".ts")) continue;
    for (const [index, line] of (await readFile(path, "utf8")).split("\n").entries()) {
      if (worthwhile.test(line)) places.push(`${relative(root, path)}:${index + 1}-${index + 1}`);
    }
  }
  const step = places.length / Number(values.lines);
  const chosen = Array.from({ length: Number(values.lines) }, (_, index) => places[Math.floor((index + 0.618) * step)]);
  const mutate = [...new Set(chosen)].join(",");
  const stryker = join(root, "node_modules/@stryker-mutator/core/bin/stryker.js");
  await show(execPath, [stryker, "run", "tools/mutation/stryker.config.json", "--mutate", mutate], { cwd: root });
});
