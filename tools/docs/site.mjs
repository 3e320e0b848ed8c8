// Builds the documentation site into tools/docs-site/.vitepress/dist, or serves it and follows changes of pages (`--dev`).
// Its generator has its own lock file in tools/docs-site/ and is installed on first use, so contributors who do not build the
// site need not wait for it.
import { watch } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv, execPath } from "node:process";
import { runMain, SetupError } from "../lib/errors.mjs";
import { readIfPresent } from "../lib/files.mjs";
import { root } from "../lib/paths.mjs";
import { show } from "../lib/run.mjs";
import { siteFolder, stage } from "./site/stage.mjs";

const generator = join(siteFolder, "node_modules/vitepress/bin/vitepress.js");

runMain(async () => {
  await install();
  await stage();
  const isDev = argv.includes("--dev");
  if (isDev) follow();
  const code = await show(execPath, [generator, isDev ? "dev" : "build", siteFolder], { cwd: siteFolder });
  if (code !== 0) throw new SetupError("The site was not built.");
});

/** Installs the packages in the lock file, unless they are installed already. */
async function install() {
  const lock = await readFile(join(siteFolder, "package-lock.json"), "utf8");
  const mark = join(siteFolder, "node_modules/.installed-lock.json");
  if ((await readIfPresent(mark)) === lock) return;
  const code = await show("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: siteFolder });
  if (code !== 0) throw new SetupError("The generator of the site could not be installed.");
  await writeFile(mark, lock);
}

/** Stages the pages again when a page changes. */
function follow() {
  /** @type {NodeJS.Timeout | undefined} */
  let waiting;
  for (const place of ["docs", "README.md", "SECURITY.md", "CHANGELOG.md"]) {
    watch(join(root, place), { recursive: place === "docs" }, () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => void stage().catch(console.error), 200);
    });
  }
}
