// Ways to make an engine that is not on this machine: Pulumi's installer, else a build from Go modules. Each fills a
// folder with `pulumi` and `pulumi-language-nodejs`.
import { Console } from "node:console";
import { readdir, rename } from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { root } from "../lib/paths.mjs";
import { capture } from "../lib/run.mjs";

/**
 * Installs the engine with the Automation API, once the packages are there. Where its server cannot be reached, it fails
 * before, so that a build from Go modules need not wait for them.
 *
 * @param {string} folder
 * @param {string} version
 * @param {Promise<void>} [installed]
 */
export async function install(folder, version, installed) {
  await fetch("https://get.pulumi.com/install.sh", { method: "HEAD", signal: AbortSignal.timeout(10_000) });
  await installed;
  // Loaded on demand: this file is also loaded before the packages are installed.
  const require = createRequire(join(root, "node_modules/@pulumi/pulumi/package.json"));
  const { SemVer } = require("semver");
  await require("./automation").PulumiCommand.install({ root: folder, version: new SemVer(version) });
  for (const file of await readdir(join(folder, "bin"))) await rename(join(folder, "bin", file), join(folder, file));
}

/** Builds both from Go modules, which works if only a module proxy is reachable. @param {string} folder @param {string} version */
export async function buildFromGo(folder, version) {
  await compile("engine", "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", folder, version);
  await compile("language", "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs", folder, version);
}

/**
 * @param {string} module folder with the go.mod that sets the versions
 * @param {string} main the package
 * @param {string} folder
 * @param {string} version the Automation API refuses an engine that prints none
 */
async function compile(module, main, folder, version) {
  const linker = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${version}`;
  const flags = ["-buildvcs=false", "-mod=readonly", "-tags", "osusergo,grpcnotrace", "-ldflags", linker];
  // Go derives its cache folders from HOME, which is missing in some containers.
  const env = { HOME: homedir(), ...process.env, CGO_ENABLED: "0" };
  const title = `Building ${basename(main)} from Go modules, which takes minutes`;
  const progress = new Console(process.stderr);
  progress.log(title);
  progress.time(title);
  const timer = setInterval(() => progress.timeLog(title), 20_000);
  try {
    const args = ["build", ...flags, "-o", join(folder, basename(main)), main];
    await capture("go", args, { cwd: join(root, "tools/pulumi", module), env });
  } finally {
    clearInterval(timer);
    progress.timeEnd(title);
  }
}
