// Prints the folder with the language host for Python, as JSON. If it does not exist yet, it is built from Go modules
// into the cache folder. Only tests of the SDK for Python need it.
import { chmod, copyFile, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runMain, SetupError } from "../lib/errors.mjs";
import { withLock } from "../lib/lock.mjs";
import { cacheFolder } from "../lib/paths.mjs";
import { capture } from "../lib/run.mjs";
import { isExecutable, languageHostWorks } from "./check.mjs";
import { modules, wantedVersions } from "./versions.mjs";

const host = "pulumi-language-python";
/** The script with which the host starts programs. */
const starter = "pulumi-language-python-exec";
const source = "github.com/pulumi/pulumi/sdk/v3";

runMain(async () => {
  const { language } = await wantedVersions();
  const folder = join(cacheFolder(), "language-python", language);
  await withLock(`${folder}.lock`, "building the language host for Python", console.error, async () => {
    if (await isExecutable(join(folder, host))) return;
    await mkdir(dirname(folder), { recursive: true });
    const staging = await mkdtemp(`${folder}-`);
    try {
      await fill(staging, language);
      await rm(folder, { recursive: true, force: true });
      await rename(staging, folder);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  });
  console.log(JSON.stringify({ folder }));
});

/**
 * @param {string} folder
 * @param {string} version
 */
async function fill(folder, version) {
  const flags = ["-mod=readonly", "-buildvcs=false", "-tags", "osusergo,grpcnotrace"];
  const linker = `-s -w -X ${source}/go/common/version.Version=v${version}`;
  await go(["build", ...flags, "-ldflags", linker, "-o", join(folder, host), `${source}/python/cmd/${host}`]);
  const module = (await go(["list", "-m", "-f", "{{.Dir}}", source])).trim();
  await copyFile(join(module, "python/cmd", starter), join(folder, starter));
  await chmod(join(folder, starter), 0o755);
  if (!(await languageHostWorks(join(folder, host)))) throw new SetupError("The new language host does not start.");
}

/** @param {readonly string[]} args */
async function go(args) {
  const options = { cwd: modules.language.folder, env: { ...process.env, CGO_ENABLED: "0" } };
  const { code, stdout, stderr } = await capture("go", args, options);
  if (code !== 0) throw new SetupError(`\`go ${args[0] ?? ""}\` ended with ${String(code)}: ${stderr.trim()}`);
  return stdout;
}
