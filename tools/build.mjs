import { chmod, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv, execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { runMain } from "./lib/errors.mjs";
import { filesBelow, readIfPresent } from "./lib/files.mjs";
import { root } from "./lib/paths.mjs";
import { capture } from "./lib/run.mjs";

/** The folders that tools/tsconfig.build.json compiles, the generator of the type files, and the examples in these. */
const folders = ["provider", "sdk", "simulator", "cli", "tools/declarations", "docs/reference/resources"];
const settings = ["tsconfig.json", "tools/tsconfig.build.json", "package-lock.json"];
const dist = join(root, "dist");
/** What a build was made from: one line per file with its size and modification time. */
const stamp = ".sources";

/**
 * Compiles the package to dist/ if a source has changed since the last build. Types are checked by tools/checks.mjs. The
 * result takes the place of dist/ when it is complete, so that nothing is left of sources that were removed.
 *
 * @param {(message: string) => void} say
 */
export async function build(say) {
  const sources = await inventory();
  if ((await readIfPresent(join(dist, stamp))) === sources) return;
  say("Building dist");
  const made = await mkdtemp(`${dist}-`);
  try {
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    await Promise.all([
      capture(execPath, [tsc, "-p", "tools/tsconfig.build.json", "--outDir", made], { cwd: root }),
      capture(execPath, [join(root, "tools/declarations/main.mjs"), join(made, "types")], { cwd: root }),
      bundleZod(made),
    ]);
    // Stacks of a fault name the sources of the provider. Nothing else needs a map.
    const maps = (await filesBelow(made)).filter((file) => file.endsWith(".map"));
    for (const map of maps) if (!map.startsWith(join(made, "provider"))) await rm(map);
    await writeFile(join(made, stamp), sources);
    for (const path of [made, join(made, "cli/main.js")]) await chmod(path, 0o755);
    await rm(dist, { recursive: true, force: true });
    await rename(made, dist);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/**
 * Makes one file of zod, without the texts of its languages, which nothing here uses: it loads in a third of the time.
 * See docs/internals/decisions/0013-zod-in-one-file.md. The file and THIRD-PARTY.md name its version.
 *
 * @param {string} folder
 */
async function bundleZod(folder) {
  // The command that builds may just have installed it.
  const { rollup } = await import("rollup");
  const source = join(root, "node_modules/zod");
  const withoutLanguages = {
    name: "without-languages",
    load: (/** @type {string} */ id) => (id === join(source, "v4/locales/index.js") ? "export {};" : undefined),
    // A default export beside names means another value to some bundlers.
    transform: (/** @type {string} */ code) => code.replace(", z as default }", " }"),
  };
  // Its warnings concern comments and import cycles of zod. A failure throws.
  const bundle = await rollup({ input: join(source, "index.js"), plugins: [withoutLanguages], logLevel: "silent" });
  const license = await readFile(join(source, "LICENSE"), "utf8");
  const { version } = JSON.parse(await readFile(join(source, "package.json"), "utf8"));
  const file = join(folder, "zod.js");
  await bundle.write({ file, format: "cjs", exports: "named", banner: `/*\nzod ${version}\n\n${license}*/` });
  const page = `# Third parties\n\n\`zod.js\` holds [zod](https://zod.dev) ${version}:\n\n${license}`;
  await writeFile(join(folder, "THIRD-PARTY.md"), page);
}

async function inventory() {
  const below = await Promise.all(folders.map((folder) => filesBelow(join(root, folder))));
  const lines = [...settings.map((name) => join(root, name)), ...below.flat()].map(async (file) => {
    const { size, mtimeMs } = await stat(file);
    return `${file} ${size} ${mtimeMs}`;
  });
  return (await Promise.all(lines)).join("\n");
}

if (argv[1] === fileURLToPath(import.meta.url)) runMain(() => build(console.log));
