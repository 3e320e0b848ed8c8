import { mkdtemp, rm, statfs } from "node:fs/promises";
import { homedir, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { startProgress } from "../lib/progress.mjs";
import { capture } from "../lib/run.mjs";
import { atLeast } from "../lib/versions.mjs";
import { addToCache, fromCache } from "./from-cache.mjs";
import { modules } from "./versions.mjs";

/** @import { Way, Wanted } from "./engine.mjs" */

const OLDEST_GO = "1.26";
/** Bytes of disk and of memory that a first build needs. */
const NEEDED = 4 * 1024 ** 3;
const TAGS = "osusergo,grpcnotrace";

/** A build from Go modules: takes some minutes the first time, and works if only a module proxy is reachable. */
export const fromGo = /** @satisfies {Way} */ ({
  name: "go",
  async find({ wanted, say }) {
    const { code, stdout } = await capture("go", ["version"], { env: goEnvironment() });
    if (code !== 0) return { missing: "there is no `go` on PATH to build it with" };
    if (!atLeast(stdout.replace(/^go version go/u, ""), OLDEST_GO)) {
      return { missing: `a build needs Go ${OLDEST_GO} or later, and \`go version\` says: ${stdout.trim()}` };
    }
    await warnAboutSpace(say);
    try {
      await addToCache(wanted, { language: wanted.language, made: "built from Go modules" }, (staging) =>
        buildBoth(staging, wanted),
      );
    } catch (error) {
      return { missing: `the build from Go modules failed: ${error instanceof Error ? error.message : String(error)}` };
    }
    return fromCache.find({ wanted, say });
  },
});

/**
 * @param {string} staging
 * @param {Wanted} wanted
 */
async function buildBoth(staging, wanted) {
  const version = `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v`;
  // The Automation API refuses a binary without a version.
  await compile(
    modules.engine,
    join(staging, "pulumi"),
    `Building Pulumi ${wanted.engine}`,
    `${version}${wanted.engine}`,
  );
  const title = `Building its language host for Node.js ${wanted.language}`;
  await compile(modules.language, join(staging, "pulumi-language-nodejs"), title, `${version}${wanted.language}`);
}

/**
 * @param {{ folder: string; package: string }} module
 * @param {string} output
 * @param {string} title
 * @param {string} linkerFlags
 */
async function compile(module, output, title, linkerFlags) {
  const progress = startProgress(`${title} from Go modules`);
  const work = await mkdtemp(join(tmpdir(), "engine-build-"));
  try {
    const total = await countPackages(module, progress.update);
    let compiled = 0;
    const flags = ["-v", "-mod=readonly", "-buildvcs=false", "-tags", TAGS];
    const args = ["build", ...flags, "-ldflags", `-s -w ${linkerFlags}`, "-o", output, module.package];
    await go(module.folder, args, { ...goEnvironment(), GOTMPDIR: work }, (line) => {
      compiled += 1;
      progress.update(`${compiled} packages compiled of ${total} (those in Go's cache are skipped), now ${line}`);
    });
    progress.done();
  } catch (error) {
    progress.failed();
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Counts the packages to compile. Listing them downloads missing modules.
 *
 * @param {{ folder: string; package: string }} module
 * @param {(text: string) => void} report
 */
async function countPackages(module, report) {
  report("looking up its modules");
  let fetched = 0;
  const args = ["list", "-deps", "-mod=readonly", "-tags", TAGS, "-f", "{{.ImportPath}}", module.package];
  const listed = await go(module.folder, args, goEnvironment(), (line) => {
    fetched += 1;
    report(`${fetched} modules fetched, now ${line.replace("go: downloading ", "")}`);
  });
  return listed.trim().split("\n").length;
}

/**
 * @param {string} cwd
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {(line: string) => void} onStderr
 */
async function go(cwd, args, env, onStderr) {
  const { code, stdout, stderr } = await capture("go", args, { cwd, env, onStderr });
  if (code === 0) return stdout;
  const lines = stderr.trim().split("\n");
  throw new Error(`\`go ${args[0] ?? ""}\` ended with ${code}: ${lines.slice(-8).join("\n  ")}`);
}

/** Go derives its cache folders from HOME, which is missing in some containers. */
function goEnvironment() {
  const { HOME = homedir(), ...rest } = process.env;
  return { ...rest, HOME, CGO_ENABLED: "0" };
}

/** @param {(message: string) => void} say */
async function warnAboutSpace(say) {
  const { bavail, bsize } = await statfs(homedir());
  if (bavail * bsize < NEEDED) say("warning: the build needs about 4 GB of disk, and less is free");
  if (totalmem() < NEEDED) say("warning: the build needs about 4 GB of memory, and this machine has less");
}
