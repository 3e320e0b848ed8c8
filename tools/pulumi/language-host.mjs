// Prints the folder with the language host for Python or YAML, as JSON. If it does not exist yet, it is built from Go
// modules into the cache folder. Only tests of programs in that language need it.
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { runMain, SetupError } from "../lib/errors.mjs";
import { withLock } from "../lib/lock.mjs";
import { cacheFolder } from "../lib/paths.mjs";
import { capture } from "../lib/run.mjs";
import { isExecutable, languageHostWorks } from "./check.mjs";
import { modules, wantedVersions } from "./versions.mjs";

const source = "github.com/pulumi/pulumi/sdk/v3";
const ofYaml = "github.com/pulumi/pulumi-yaml";
const sdks = join(dirname(fileURLToPath(import.meta.url)), "../sdk");

/**
 * How a language host is built: the folder of the Go module that requires it, its package, and the variable of its
 * version. The starter is a script beside it with which it starts programs.
 *
 * @typedef {object} Host
 * @property {string} folder
 * @property {string} package
 * @property {string} variable
 * @property {string} [starter]
 * @property {() => Promise<string>} version
 */

/** @type {Record<string, Host>} */
const hosts = {
  python: {
    folder: modules.language.folder,
    package: `${source}/python/cmd/pulumi-language-python`,
    variable: `${source}/go/common/version.Version`,
    starter: "python/cmd/pulumi-language-python-exec",
    version: async () => (await wantedVersions()).language,
  },
  yaml: {
    folder: sdks,
    package: `${ofYaml}/cmd/pulumi-language-yaml`,
    variable: `${ofYaml}/pkg/version.Version`,
    version: async () => {
      const [, version] = /pulumi-yaml v(\S+)/u.exec(await readFile(join(sdks, "go.mod"), "utf8")) ?? [];
      if (version === undefined) throw new SetupError("tools/sdk/go.mod does not require pulumi-yaml.");
      return version;
    },
  },
};

runMain(async () => {
  const [language = ""] = argv.slice(2);
  const wanted = hosts[language];
  if (wanted === undefined) throw new SetupError(`Argument: one of ${Object.keys(hosts).join(", ")}.`);
  const version = await wanted.version();
  const host = `pulumi-language-${language}`;
  const folder = join(cacheFolder(), `language-${language}`, version);
  await mkdir(dirname(folder), { recursive: true });
  await withLock(`${folder}.lock`, `building the language host for ${language}`, console.error, async () => {
    if (await isExecutable(join(folder, host))) return;
    const staging = await mkdtemp(`${folder}-`);
    try {
      await fill(staging, wanted, host, version);
      await rm(folder, { recursive: true, force: true });
      await rename(staging, folder);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  });
  console.log(JSON.stringify({ folder }));
});

/**
 * @param {string} target
 * @param {Host} wanted
 * @param {string} host
 * @param {string} version
 */
async function fill(target, { folder, package: name, variable, starter }, host, version) {
  const flags = ["-mod=readonly", "-buildvcs=false", "-tags", "osusergo,grpcnotrace"];
  const linker = `-s -w -X ${variable}=v${version}`;
  await go(folder, ["build", ...flags, "-ldflags", linker, "-o", join(target, host), name]);
  if (starter !== undefined) {
    const module = (await go(folder, ["list", "-m", "-f", "{{.Dir}}", source])).trim();
    const script = join(target, `${host}-exec`);
    await copyFile(join(module, starter), script);
    await chmod(script, 0o755);
  }
  if (!(await languageHostWorks(join(target, host)))) throw new SetupError("The new language host does not start.");
}

/**
 * @param {string} cwd
 * @param {readonly string[]} args
 */
async function go(cwd, args) {
  const { code, stdout, stderr } = await capture("go", args, { cwd, env: { ...process.env, CGO_ENABLED: "0" } });
  if (code !== 0) throw new SetupError(`\`go ${args[0] ?? ""}\` ended with ${String(code)}: ${stderr.trim()}`);
  return stdout;
}
