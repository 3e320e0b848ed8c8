// Shows for each guard of tools/guards/ that a test notices when it is gone: in a copy of the sources, one guard at a
// time is removed and its test run, which must fail, and must pass with the guard in place. Then writes docs/guards.md.
// Texts narrow it to the guards or files that hold one of them (then no page is written). With --check nothing is run: each
// guard must stand in its file, its test must exist, and the page must be up to date.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv } from "node:process";
import { namedTests } from "./docs/fault-names.mjs";
import { without } from "./guards/guard.mjs";
import { guardsPage, page } from "./guards/page.mjs";
import { makeScratch, runTests } from "./guards/scratch.mjs";
import { guards } from "./guards/table.mjs";
import { runMain, SetupError } from "./lib/errors.mjs";
import { root } from "./lib/paths.mjs";
import { elapsed } from "./lib/progress.mjs";

/** @typedef {import("./guards/guard.mjs").Guard} Guard */
/** @typedef {import("./guards/scratch.mjs").Scratch} Scratch */

const all = Object.values(guards).flat();

runMain(async () => {
  const texts = argv.slice(2);
  if (texts.includes("--check")) {
    await check();
    return;
  }
  const isMeant = (/** @type {Guard} */ { guard, file }) => texts.some((text) => `${guard} ${file}`.includes(text));
  const chosen = texts.length === 0 ? all : all.filter(isMeant);
  if (chosen.length === 0) throw new SetupError(`No guard or file holds "${texts.join('" or "')}".`);
  const scratch = await makeScratch();
  const began = Date.now();
  /** @type {string[]} */
  const faults = [];
  try {
    await assertPassing(scratch, chosen);
    for (const [index, one] of chosen.entries()) {
      const fault = await faultOf(scratch, one);
      if (fault !== undefined) faults.push(`${one.guard} (${one.file}): ${fault}`);
      console.log(`${index + 1}/${chosen.length} ${fault ?? "noticed"}: ${one.guard}`);
    }
  } finally {
    await scratch.remove();
  }
  if (faults.length > 0) throw new SetupError(`Not every guard has a test that notices:\n${faults.join("\n")}`);
  console.log(`Each of ${chosen.length} guards was removed, and its test failed. It took ${elapsed(began)}.`);
  if (chosen.length === all.length) await writeFile(page, await guardsPage(guards));
});

async function check() {
  for (const one of all) {
    without(one, await readFile(join(root, one.file), "utf8"));
    const known = await namedTests(one.test.file);
    if (!known.some(({ name }) => name === one.test.name)) {
      throw new SetupError(`${one.guard}: there is no test "${one.test.name}" in ${one.test.file}.`);
    }
  }
  if ((await readFile(page, "utf8")) !== (await guardsPage(guards))) {
    throw new SetupError("docs/guards.md is not up to date. Run: npm run test:guards");
  }
}

/**
 * The tests pass while every guard is in place: one that fails anyway would show nothing.
 *
 * @param {Scratch} scratch
 * @param {readonly Guard[]} chosen
 */
async function assertPassing({ folder }, chosen) {
  const tests = chosen.map(({ test }) => test);
  const resultOf = await runTests(folder, tests);
  const bad = tests.filter((test) => resultOf(test).passed === 0 || resultOf(test).failed.length > 0);
  if (bad.length === 0) return;
  const lines = bad.map(({ file, name }) => `${file}: ${name}`);
  throw new SetupError(`These tests do not pass, or do not exist, with all guards in place:\n${lines.join("\n")}`);
}

/**
 * Takes a guard away; gives what is wrong where its test does not fail then.
 *
 * @param {Scratch} scratch
 * @param {Guard} guard
 * @returns {Promise<string | undefined>}
 */
async function faultOf({ folder, changed }, guard) {
  const resultOf = await changed(
    guard.file,
    (source) => without(guard, source),
    () => runTests(folder, [guard.test]),
  );
  return resultOf(guard.test).failed.length > 0 ? undefined : "its test passes without it too";
}
