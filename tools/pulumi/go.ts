import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { SetupError } from "../lib/errors.mjs";
import { capture } from "../lib/run.mjs";

/** Flags of each command of Go that looks at modules. */
export const flags = ["-mod=readonly", "-tags", "osusergo,grpcnotrace"];

/** Runs Go and returns its output. */
export async function go(
  cwd: string,
  args: readonly string[],
  { env = {}, ...options }: { env?: NodeJS.ProcessEnv; onStderr?: (line: string) => void } = {},
) {
  const { code, stdout, stderr } = await capture("go", args, { ...options, cwd, env: { ...goEnvironment(), ...env } });
  if (code === 0) return stdout;
  const lines = stderr.trim().split("\n");
  throw new SetupError(`\`go ${args[0] ?? ""}\` ended with ${code}: ${lines.slice(-8).join("\n  ")}`);
}

/**
 * Builds a program, which knows its version.
 *
 * @param version and the variable that holds it
 */
export function goBuild(
  module: { folder: string; package: string },
  output: string,
  { variable, version }: { variable: string; version: string },
  options: Parameters<typeof go>[2] = {},
) {
  const linker = ["-ldflags", `-s -w -X ${variable}=v${version}`];
  return go(
    module.folder,
    ["build", "-v", "-buildvcs=false", ...flags, ...linker, "-o", output, module.package],
    options,
  );
}

/** Go derives its cache folders from HOME, which is missing in some containers. */
export function goEnvironment() {
  const { HOME = homedir(), ...rest } = process.env;
  return { ...rest, HOME, CGO_ENABLED: "0" };
}

/** Begin of the names of folders that are being filled. */
export const STAGING = ".staging-";

/**
 * Fills a new folder beside the final one, and then renames it, so that no process ever sees an incomplete one. The
 * caller holds a lock.
 */
export async function replaceFolder(folder: string, fill: (staging: string) => Promise<void>) {
  await mkdir(dirname(folder), { recursive: true });
  const staging = await mkdtemp(join(dirname(folder), STAGING));
  try {
    await fill(staging);
    await rm(folder, { recursive: true, force: true });
    await rename(staging, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
