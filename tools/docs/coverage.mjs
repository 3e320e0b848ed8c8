// Writes docs/internals/api-coverage.md: each action, path and field of the two API documents, with the code that covers it.
// Exits with 1 if something is missing. With --check it writes nothing, and also exits with 1 if the file is outdated.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv } from "node:process";
import { format, resolveConfig } from "prettier";
import { build } from "../build.mjs";
import { runMain, SetupError } from "../lib/errors.mjs";
import { readIfPresent } from "../lib/files.mjs";
import { root } from "../lib/paths.mjs";
import { pageOf } from "./coverage-table/page.mjs";
import { readRows } from "./coverage-table/rows.mjs";

const page = "docs/internals/api-coverage.md";

runMain(async () => {
  await build(console.log);
  const { rows, faults } = await readRows();
  if (faults.length > 0) throw new SetupError(`The API is not covered:\n${faults.join("\n")}`);
  const file = join(root, page);
  const fresh = await format(pageOf(rows), { ...(await resolveConfig(file)), filepath: file });
  if (fresh === (await readIfPresent(file))) return;
  if (argv.includes("--check")) {
    throw new SetupError(`Run \`node tools/docs/coverage.mjs\`: not up to date is ${page}.`);
  }
  await writeFile(file, fresh);
  console.log(`Updated ${page}`);
});
