import { execFile, type ExecFileException } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { CommandError, ConfigurationError } from "./errors";
import type { Io } from "./io";

/** What an engine said: its output, or why there is none. */
export type EngineOutput =
  { readonly stdout: string } | { readonly missing: boolean; readonly words: string; readonly stdout?: string };

/** How an engine is run. */
export interface EngineOptions {
  readonly deadlineMs: number;
  readonly mostOutputBytes: number;
}

/** The environment and folder that an engine is run in. */
export type Surroundings = Pick<Io, "env" | "cwd">;

const projectFiles = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** Runs Pulumi without questions. Its words are not printed: the caller gets them. */
export function pulumi(
  { env, cwd }: Surroundings,
  args: readonly string[],
  limits: EngineOptions,
): Promise<EngineOutput> {
  const options = {
    cwd,
    env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    timeout: limits.deadlineMs,
    maxBuffer: limits.mostOutputBytes,
  };
  return new Promise((resolve) => {
    execFile("pulumi", [...args, "--non-interactive"], options, (error, stdout, stderr) => {
      if (error === null) resolve({ stdout });
      else resolve({ missing: error.code === "ENOENT", words: wordsOf(error, stderr, limits), stdout });
    });
  });
}

/** The file of the Pulumi project that a folder belongs to, in it or above it; undefined where it is in none. */
export function projectFile(folder: string): string | undefined {
  const name = projectFiles.find((one) => existsSync(join(folder, one)));
  if (name !== undefined) return join(folder, name);
  return dirname(folder) === folder ? undefined : projectFile(dirname(folder));
}

/** The text of an engine's answer. Throws where there is none, with the engine's words. */
export function outputOf(output: EngineOutput, what: string): string {
  if (!("words" in output)) return output.stdout;
  if (output.missing) throw new ConfigurationError(`${what} needs \`pulumi\` on the PATH, and there is none.`);
  throw new CommandError("refused", `${what} failed: pulumi says "${output.words}".`);
}

function wordsOf(error: ExecFileException, stderr: string, { deadlineMs }: EngineOptions): string {
  const words = stderr
    .split("\n")
    .map((text) => text.replace(/^error: /u, "").trim())
    .filter((text) => text !== "");
  if (words.length > 0) return words.join("; ");
  return error.killed === true ? `no answer within ${deadlineMs / 1000} s` : "nothing";
}
