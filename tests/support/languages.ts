import { execFile } from "node:child_process";
import { cp, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { cleanEnvironment, root } from "./clone";
import { findEngineFolder } from "./engine";
import { temporaryFolder } from "./temporary-folder";

const run = promisify(execFile);
/** The version of Pulumi's Python SDK that the programs use. */
const PULUMI_OF_PYTHON = "pulumi==3.272.0";

/** The folder of the host that runs programs of a language. */
export async function hostOf(language: "python" | "yaml"): Promise<string> {
  const { stdout } = await run(process.execPath, [join(root, "tools/pulumi/main.mjs"), language]);
  return (JSON.parse(stdout) as { folder: string }).folder;
}

/** The PATH with which the engine runs programs in a language. */
export async function languagePath(language: "python" | "yaml"): Promise<string> {
  const folders = [await hostOf(language), await findEngineFolder(), dirname(process.execPath)];
  return [...folders, process.env["PATH"] ?? ""].join(delimiter);
}

/** What programs of another language need, in a temporary folder. */
export interface Language {
  readonly folder: string;
  /** The PATH with which the engine finds the language. */
  readonly path: string;
}

/**
 * Installs Python with Pulumi's SDK, the generated SDK and the language host. Takes a minute and needs a package index.
 */
export async function openPython(): Promise<Language> {
  const folder = temporaryFolder();
  const bin = join(folder, "venv/bin");
  const [host, engine] = await Promise.all([
    hostOf("python"),
    findEngineFolder(),
    generate("python", join(folder, "sdk")),
  ]);
  await run("python3", ["-m", "venv", join(folder, "venv")]);
  await run(join(bin, "pip"), ["install", "--quiet", PULUMI_OF_PYTHON, join(folder, "sdk")]);
  // The language host uses the first Python in PATH.
  const path = [bin, host, engine, dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
  return { folder, path };
}

/** Compiles a Go program with the generated SDK, which it imports as `program/flowgate`. Returns the program's path. */
export async function compileGo(source: string): Promise<Language & { program: string }> {
  const folder = temporaryFolder();
  await generate("go", join(folder, "flowgate"), "program/flowgate");
  // The module of the generators requires Pulumi's Go SDK, with the checksums of all its dependencies.
  for (const name of ["go.mod", "go.sum"]) await cp(join(root, "tools/sdk", name), join(folder, name));
  await run("go", ["mod", "edit", "-module=program"], { cwd: folder });
  await writeFile(join(folder, "main.go"), source);
  const env = { ...process.env, CGO_ENABLED: "0" };
  await run("go", ["build", "-mod=mod", "-tags", "osusergo,grpcnotrace", "-o", "run", "."], { cwd: folder, env });
  const path = [await findEngineFolder(), dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
  return { folder, path, program: join(folder, "run") };
}

/** Generates the SDK of a language. */
export async function generate(language: "go" | "python", folder: string, ...more: string[]): Promise<void> {
  await run(process.execPath, [join(root, "tools/sdk/main.mjs"), language, folder, ...more], {
    env: cleanEnvironment(),
  });
}
