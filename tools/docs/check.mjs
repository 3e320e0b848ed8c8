// Checks whether generated pages match the sources. This needs the compiler's knowledge of all sources, so a passed check
// is cached by the digest of its inputs.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { argv, execPath } from "node:process";
import { hasCode, runMain, SetupError } from "../lib/errors.mjs";
import { filesBelow, readIfPresent } from "../lib/files.mjs";
import { root } from "../lib/paths.mjs";
import { capture } from "../lib/run.mjs";

/** All inputs of the generators. */
const read = [
  ...["lib", "provider", "sdk", "simulator", "cli", "docs", "tools"],
  ...[
    "README.md",
    "package.json",
    "package-lock.json",
    "schema.json",
    "tsconfig.json",
    "tsconfig.build.json",
    ".prettierrc.json",
  ],
];

runMain(async () => {
  const [memory] = argv.slice(2);
  const current = await digest();
  if (memory !== undefined && (await readIfPresent(memory)) === current) return;
  const { code, stderr } = await capture(execPath, [join(root, "tools/docs/main.mjs"), "--check"], { cwd: root });
  if (code !== 0) throw new SetupError(stderr.trimEnd());
  if (memory === undefined) return;
  await mkdir(dirname(memory), { recursive: true });
  await writeFile(memory, current);
});

async function digest() {
  const hash = createHash("sha256");
  for (const name of (await Promise.all(read.map(filesOf))).flat()) {
    hash
      .update(`${name}\0`)
      .update(await readFile(join(root, name)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** @param {string} name of a file or folder */
async function filesOf(name) {
  try {
    return (await filesBelow(join(root, name))).map((file) => relative(root, file));
  } catch (error) {
    if (hasCode(error, "ENOTDIR")) return [name];
    throw error;
  }
}
