import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, fstatSync, readSync, writeSync } from "node:fs";
import { PulumiCommand } from "@pulumi/pulumi/automation";
import { processWith, type ProcessId } from "./machine";
import { openPrivate } from "./private";

/** Milliseconds that an engine has to finish its current work after a first signal. */
const GRACE_MS = 30_000;
/** Milliseconds that it has after a second signal. */
const LAST_GRACE_MS = 10_000;

/** Thrown if an engine ends with an error or cannot be started. */
export class EngineError extends Error {
  constructor(
    /** Its complete output. */
    readonly output: string,
    readonly code: number | null,
  ) {
    super(sentenceOf(output) ?? `The engine ended with ${code ?? "a signal"} and said nothing.`);
    this.name = "EngineError";
  }
}

/** Log file of one engine, and a callback with its process id. */
export interface EngineOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** File for the complete output of updates. */
  readonly log: string;
  readonly started?: (engine: ProcessId) => void;
}

/** Result of a command, in the Automation API's form. */
interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Signature with which the Automation API calls a command. */
export type Run = (
  args: string[],
  cwd: string,
  additionalEnv: Record<string, string>,
  onOutput?: (text: string) => void,
  onError?: (text: string) => void,
  signal?: AbortSignal,
) => Promise<CommandResult>;

/**
 * The engine, as the Automation API starts it, but in its own process group: Ctrl-C in a terminal signals all
 * foreground processes and would interrupt updates that should finish. Its output goes to a file, not to a pipe: if
 * this process is killed, the engine still finishes its update and releases the stack. Throws EngineError if there is
 * no engine.
 */
export async function findEngine(): Promise<PulumiCommand> {
  try {
    return await PulumiCommand.get();
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const isMissing = words.includes("ENOENT");
    throw new EngineError(isMissing ? "error: there is no `pulumi` on the PATH; install it" : `error: ${words}`, null);
  }
}

/** Commands that change or compute a stack. All others are short queries. */
const updates = new Set<string | undefined>(["up", "preview", "refresh", "destroy"]);

/** The same engine in the form that the Automation API needs: it calls `run` of the command in its workspace. */
export function engineWith(found: PulumiCommand, options: EngineOptions): PulumiCommand & { readonly run: Run } {
  const run: Run = (args, cwd, additionalEnv, _onOutput, _onError, signal) => {
    const all = [...args.filter((arg) => arg !== "--non-interactive"), "--non-interactive", "--color", "never"];
    const execution = {
      ...options,
      cwd,
      env: { ...options.env, ...additionalEnv, PULUMI_AUTOMATION_API: "true" },
      signal,
    };
    return updates.has(args[0]) ? logged(found.command, all, execution) : piped(found.command, all, execution);
  };
  return Object.assign(Object.create(found) as PulumiCommand, { run });
}

interface Execution extends Omit<EngineOptions, "env"> {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

/** Runs short queries: standard output is captured separately, so that it can be parsed. */
async function piped(command: string, args: readonly string[], { cwd, env }: Execution): Promise<CommandResult> {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const code = await ended(child, "close");
  if (code !== 0) throw new EngineError(`${stdout}\n${stderr}`, code);
  return { stdout, stderr, code };
}

/** Runs updates, with all output in the log file. */
async function logged(command: string, args: readonly string[], execution: Execution): Promise<CommandResult> {
  const { cwd, env, signal, started } = execution;
  const log = openPrivate(execution.log);
  try {
    writeSync(log, `\n== ${new Date().toISOString()} pulumi ${args.join(" ")}\n`);
    const from = fstatSync(log).size;
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", log, log] });
    const engine = child.pid === undefined ? undefined : processWith(child.pid);
    if (engine !== undefined) started?.(engine);
    const stop = stopOn(signal, child);
    const code = await ended(child, "exit").finally(stop);
    const stdout = readFrom(log, from);
    if (code !== 0) throw new EngineError(stdout, code);
    return { stdout, stderr: "", code };
  } finally {
    closeSync(log);
  }
}

function ended(child: ChildProcess, event: "exit" | "close"): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once(event, (code: number | null) => resolve(code));
  });
}

/** Signals the engine to finish its current work, signals again after a while, and finally kills it. */
function stopOn(signal: AbortSignal | undefined, child: ChildProcess): () => void {
  const timers: NodeJS.Timeout[] = [];
  const stop = (): void => {
    child.kill("SIGINT");
    timers.push(setTimeout(() => child.kill("SIGINT"), GRACE_MS));
    timers.push(setTimeout(() => child.kill("SIGKILL"), GRACE_MS + LAST_GRACE_MS));
  };
  if (signal?.aborted === true) stop();
  signal?.addEventListener("abort", stop, { once: true });
  return () => {
    signal?.removeEventListener("abort", stop);
    timers.forEach(clearTimeout);
  };
}

function readFrom(log: number, from: number): string {
  const bytes = Buffer.alloc(fstatSync(log).size - from);
  const length = readSync(log, bytes, 0, bytes.length, from);
  return bytes.toString("utf8", 0, length);
}

/** Maximum number of engine errors in a message. */
const MOST_ERRORS = 3;

/** The engine's own errors, without the surrounding lines. */
function sentenceOf(output: string): string | undefined {
  const errors = output
    .split("\n")
    .flatMap((line) => /^\s*(?:\*\* |panic: )?error: (?<words>.+)$/su.exec(line)?.groups?.["words"]?.trim() ?? [])
    .filter((words) => !/^(?:update|refresh|destroy|preview) failed$/u.test(words));
  const different = [...new Set(errors)];
  if (different.length === 0) return undefined;
  const more = different.length > MOST_ERRORS ? ` (and ${different.length - MOST_ERRORS} more)` : "";
  return different.slice(0, MOST_ERRORS).join("; ") + more;
}
