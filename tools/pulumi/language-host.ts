import { chmod, copyFile, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SetupError } from "../lib/errors.mjs";
import { withLock } from "../lib/lock.mjs";
import { cacheFolder } from "../lib/paths.mjs";
import { isExecutable, languageHostWorks } from "./check.ts";
import { go, goBuild, replaceFolder } from "./go.ts";
import { modules, versionVariable, wantedVersions } from "./versions.ts";

const source = "github.com/pulumi/pulumi/sdk/v3";
const ofYaml = "github.com/pulumi/pulumi-yaml";
const sdks = join(dirname(fileURLToPath(import.meta.url)), "../sdk");

/** How a language host is built. */
interface Host {
  /** Folder of the Go module that requires it. */
  readonly folder: string;
  readonly package: string;
  /** The variable of its version. */
  readonly variable: string;
  /** A script beside it with which it starts programs. */
  readonly starter?: string;
  readonly version: () => Promise<string>;
}

const hosts: Record<string, Host> = {
  python: {
    folder: modules.language.folder,
    package: `${source}/python/cmd/pulumi-language-python`,
    variable: versionVariable,
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

/**
 * The folder with the language host for Python or YAML. If it does not exist yet, it is built from Go modules into the
 * cache folder. Only tests of programs in that language need it.
 */
export async function languageHost(language: string) {
  const wanted = hosts[language];
  if (wanted === undefined) throw new SetupError(`Argument: one of ${Object.keys(hosts).join(", ")}.`);
  const version = await wanted.version();
  const host = `pulumi-language-${language}`;
  const folder = join(cacheFolder(), `language-${language}`, version);
  await withLock(`${folder}.lock`, `building the language host for ${language}`, console.error, async () => {
    if (await isExecutable(join(folder, host))) return;
    await replaceFolder(folder, (staging) => fill(staging, wanted, host, version));
  });
  return { folder };
}

async function fill(target: string, wanted: Host, host: string, version: string) {
  await goBuild(wanted, join(target, host), { variable: wanted.variable, version });
  if (wanted.starter !== undefined) {
    const module = (await go(wanted.folder, ["list", "-m", "-f", "{{.Dir}}", source])).trim();
    const script = join(target, `${host}-exec`);
    await copyFile(join(module, wanted.starter), script);
    await chmod(script, 0o755);
  }
  if (!(await languageHostWorks(join(target, host)))) throw new SetupError("The new language host does not start.");
}
