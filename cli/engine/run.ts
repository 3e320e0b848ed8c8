import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { startEngine } from "../../lib/engine-process";
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

/** How an engine runs. */
export interface EngineOptions {
  readonly deadlineMs: number;
  /**
   * Called on Ctrl-C while the engine finishes what it does: an import that is cancelled leaves the stack locked. Without
   * it, the engine is cancelled. Either way this process ends after the engine.
   */
  readonly interrupted?: () => void;
  /** Called before this process ends after Ctrl-C: nothing after the run of the engine is done then. */
  readonly leaving?: () => void;
}

/** The environment and folder that an engine is run in. */
export type Surroundings = Pick<Io, "env" | "cwd">;

/** Limits of an engine's run that previews, imports or exports thousands of resources. */
export const longRun: EngineOptions = { deadlineMs: 3_600_000 };

/** The flags that name a chosen stack; none for the selected one. */
export function stackFlags(stack: StackChoice | undefined): string[] {
  return typeof stack === "string" ? ["--stack", stack] : [];
}

const projectFiles = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** Runs Pulumi without prompts. Its output is not printed, but returned to the caller. */
export async function pulumi(
  { env, cwd }: Surroundings,
  args: readonly string[],
  options: EngineOptions,
): Promise<EngineOutput> {
  // A signal may arrive as soon as the engine runs.
  const release = holdBack(() => engine.stop(), options);
  const engine = startEngine("pulumi", args, "pipe", {
    cwd,
    env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    deadlineMs: options.deadlineMs,
  });
  try {
    const { code, stdout, stderr } = await engine.ended;
    if (code === 0) return { stdout };
    const missing = projectFile(cwd) === undefined ? "project" : undefined;
    return { ...(missing && { missing }), words: wordsOf(engine.child.killed, stderr, options), stdout };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? { missing: "engine", words: message } : { words: message };
  } finally {
    release();
  }
}

const endings = ["SIGINT", "SIGTERM"] as const;

/** Lets an engine end before this process, if that is interrupted. What it returns ends this process then. */
function holdBack(cancel: () => void, { interrupted, leaving }: EngineOptions): () => void {
  let received: NodeJS.Signals | undefined;
  const end = (signal: NodeJS.Signals): void => {
    if (received === undefined && interrupted !== undefined) interrupted();
    else cancel();
    received = signal;
  };
  for (const signal of endings) process.on(signal, end);
  return () => {
    for (const signal of endings) process.off(signal, end);
    if (received === undefined) return;
    leaving?.();
    process.kill(process.pid, received);
  };
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

function wordsOf(isKilled: boolean, stderr: string, { deadlineMs }: EngineOptions): string {
  const words = stderr
    .split("\n")
    .map((text) => text.replace(/^error: /u, "").trim())
    .filter((text) => text !== "");
  if (words.length > 0) return words.join("; ");
  return isKilled ? `no answer within ${deadlineMs / 1000} s` : "nothing";
}
