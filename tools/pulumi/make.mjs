// Ways to make an engine that is not on this machine: Pulumi's installer, else a build from Go modules. Each fills a
// folder with `pulumi` and `pulumi-language-nodejs`.
import { readdir, rename } from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { SetupError } from "../lib/errors.mjs";
import { startProgress } from "../lib/progress.mjs";
import { capture } from "../lib/run.mjs";
import { atLeast } from "../lib/versions.mjs";
import { modules } from "./versions.mjs";

const OLDEST_GO = "1.26";
/** Go derives its cache folders from HOME, which is missing in some containers. */
const goEnvironment = () => ({ ...process.env, HOME: process.env["HOME"] ?? homedir(), CGO_ENABLED: "0" });

/** Installs the engine with the Automation API. @param {string} folder @param {string} version */
export async function install(folder, version) {
  // Loaded on demand: this file is also loaded if nothing has to be installed.
  const require = createRequire(import.meta.url);
  const { PulumiCommand } = require("@pulumi/pulumi/automation");
  const { SemVer } = createRequire(require.resolve("@pulumi/pulumi"))("semver");
  await PulumiCommand.install({ root: folder, version: new SemVer(version) });
  const bin = join(folder, "bin");
  for (const file of await readdir(bin)) await rename(join(bin, file), join(folder, file));
}

/**
 * Builds the engine and its language host from Go modules, which works if only a module proxy is reachable.
 *
 * @param {string} folder
 * @param {{ engine: string; language: string }} wanted
 */
export async function buildFromGo(folder, wanted) {
  const { code, stdout } = await capture("go", ["version"], { env: goEnvironment() });
  if (code !== 0) throw new SetupError("there is no `go` on PATH to build it with");
  if (!atLeast(stdout.replace(/^go version go/u, ""), OLDEST_GO)) {
    throw new SetupError(`a build needs Go ${OLDEST_GO} or later, and \`go version\` says: ${stdout.trim()}`);
  }
  await compile(modules.engine, join(folder, "pulumi"), `Pulumi ${wanted.engine}`, wanted.engine);
  const title = `its language host for Node.js ${wanted.language}`;
  await compile(modules.language, join(folder, "pulumi-language-nodejs"), title, wanted.language);
}

/**
 * @param {{ folder: string; requires: string; command: string }} module
 * @param {string} output
 * @param {string} title
 * @param {string} version the Automation API refuses a binary without one
 */
async function compile({ folder, requires, command }, output, title, version) {
  const progress = startProgress(`Building ${title} from Go modules`);
  let compiled = 0;
  const onStderr = (/** @type {string} */ line) => progress.update(`${(compiled += 1)} packages, now ${line}`);
  const linker = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${version}`;
  const flags = ["-v", "-buildvcs=false", "-mod=readonly", "-tags", "osusergo,grpcnotrace", "-ldflags", linker];
  const args = ["build", ...flags, "-o", output, `${requires}/${command}`];
  const { code, stderr } = await capture("go", args, { cwd: folder, env: goEnvironment(), onStderr });
  if (code === 0) {
    progress.end("done");
    return;
  }
  progress.end("failed");
  throw new SetupError(`\`go build\` ended with ${code}: ${stderr.trim().split("\n").slice(-8).join("\n  ")}`);
}
