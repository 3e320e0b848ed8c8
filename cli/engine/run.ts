import { execFile, type ExecFileException } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { ConfigurationError } from "../errors";
import type { StackChoice } from "../config/stack";
import type { Io } from "../io";

/** Result of an engine's run: its output, or why there is none. */
export type EngineOutput =
  | { readonly stdout: string }
  | {
      /** Whether the engine or the project is missing. */
      readonly missing?: "engine" | "project";
      readonly words: string;
      readonly stdout?: string;
    };

/** Limits of an engine's run. */
export interface EngineOptions {
  readonly deadlineMs: number;
  readonly mostOutputBytes: number;
}

/** The environment and folder that an engine is run in. */
export type Surroundings = Pick<Io, "env" | "cwd">;

/** Limits of an engine's run that previews, imports or exports thousands of resources. */
export const longRun: EngineOptions = { deadlineMs: 3_600_000, mostOutputBytes: 1024 * 1024 * 1024 };

/** The flags that name a chosen stack; none for the selected one. */
export function stackFlags(stack: StackChoice | undefined): string[] {
  return typeof stack === "string" ? ["--stack", stack] : [];
}

const projectFiles = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** Runs Pulumi without prompts. Its output is not printed, but returned to the caller. */
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
      if (error === null) {
        resolve({ stdout });
        return;
      }
      const isNowhere = error.code !== "ENOENT" && projectFile(cwd) === undefined;
      const missing = error.code === "ENOENT" ? "engine" : isNowhere ? "project" : undefined;
      resolve({ ...(missing && { missing }), words: wordsOf(error, stderr, limits), stdout });
    });
  });
}

/** The project file of Pulumi for a folder, in it or above it; undefined if there is none. */
export function projectFile(folder: string): string | undefined {
  const name = projectFiles.find((one) => existsSync(join(folder, one)));
  if (name !== undefined) return join(folder, name);
  return dirname(folder) === folder ? undefined : projectFile(dirname(folder));
}

/** The output of an engine's run. Throws with the engine's message if there is none. */
export function outputOf(output: EngineOutput, what: string): string {
  if (!("words" in output)) return output.stdout;
  if (output.missing === "engine")
    throw new ConfigurationError(`${what} needs \`pulumi\` on the PATH, but it is not there.`);
  if (output.missing === "project") {
    const way = "Run this in the folder of a program.";
    throw new ConfigurationError(
      `${what} needs a Pulumi project, but there is none in this folder or above it. ${way}`,
    );
  }
  throw failedRun(what, output.words);
}

/** The error of an engine's run: the program, its configuration or the stack is wrong. */
export function failedRun(what: string, words: string): ConfigurationError {
  return new ConfigurationError(`${what} failed: pulumi says "${words}".`);
}

function wordsOf(error: ExecFileException, stderr: string, { deadlineMs }: EngineOptions): string {
  const words = stderr
    .split("\n")
    .map((text) => text.replace(/^error: /u, "").trim())
    .filter((text) => text !== "");
  if (words.length > 0) return words.join("; ");
  return error.killed === true ? `no answer within ${deadlineMs / 1000} s` : "nothing";
}
