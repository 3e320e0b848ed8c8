import { mkdtemp, rm, statfs } from "node:fs/promises";
import { homedir, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { startProgress } from "../lib/progress.mjs";
import { capture } from "../lib/run.mjs";
import { atLeast } from "../lib/versions.mjs";
import { addToCache, fromCache } from "./from-cache.ts";
import type { Way, Wanted } from "./engine.ts";
import { go, goBuild, goEnvironment, flags } from "./go.ts";
import { modules, versionVariable } from "./versions.ts";

const OLDEST_GO = "1.26";
/** Bytes of disk and of memory that a first build needs. */
const NEEDED = 4 * 1024 ** 3;

/** A build from Go modules: takes some minutes the first time, and works if only a module proxy is reachable. */
export const fromGo: Way = {
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
};

async function buildBoth(staging: string, wanted: Wanted) {
  await compile(modules.engine, join(staging, "pulumi"), `Pulumi ${wanted.engine}`, wanted.engine);
  const title = `its language host for Node.js ${wanted.language}`;
  await compile(modules.language, join(staging, "pulumi-language-nodejs"), title, wanted.language);
}

/** @param version the Automation API refuses a binary without one */
async function compile(module: { folder: string; package: string }, output: string, title: string, version: string) {
  const progress = startProgress(`Building ${title} from Go modules`);
  const work = await mkdtemp(join(tmpdir(), "engine-build-"));
  try {
    const total = await countPackages(module, progress.update);
    let compiled = 0;
    await goBuild(
      module,
      output,
      { variable: versionVariable, version },
      {
        env: { GOTMPDIR: work },
        onStderr: (line) => {
          compiled += 1;
          progress.update(`${compiled} packages compiled of ${total} (those in Go's cache are skipped), now ${line}`);
        },
      },
    );
    progress.done();
  } catch (error) {
    progress.failed();
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Counts the packages to compile. Listing them downloads missing modules. */
async function countPackages(module: { folder: string; package: string }, report: (text: string) => void) {
  report("looking up its modules");
  let fetched = 0;
  const listed = await go(module.folder, ["list", "-deps", ...flags, "-f", "{{.ImportPath}}", module.package], {
    onStderr: (line) => {
      fetched += 1;
      report(`${fetched} modules fetched, now ${line.replace("go: downloading ", "")}`);
    },
  });
  return listed.trim().split("\n").length;
}

async function warnAboutSpace(say: (message: string) => void) {
  const { bavail, bsize } = await statfs(homedir());
  if (bavail * bsize < NEEDED) say("warning: the build needs about 4 GB of disk, and less is free");
  if (totalmem() < NEEDED) say("warning: the build needs about 4 GB of memory, and this machine has less");
}
