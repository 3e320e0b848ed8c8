import { spawn, type ChildProcess } from "node:child_process";

/** Milliseconds that an engine has to finish its current work after a first signal. */
const GRACE_MS = 30_000;
/** Milliseconds that it has after a second signal. */
const LAST_GRACE_MS = 10_000;

/** A running engine. */
export interface EngineProcess {
  readonly child: ChildProcess;
  /**
   * Its exit code, or null if a signal ended it, and what it printed unless that goes to a file. Rejects if it cannot be
   * started.
   */
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
  /** Signals it to finish its current work, signals again after a while, and finally kills it. */
  stop(): void;
}

/**
 * Starts an engine without prompts. It runs in its own process group: Ctrl-C in a terminal signals all foreground
 * processes and would interrupt updates that should finish.
 *
 * @param output the descriptor of a file for what it prints, or "pipe"
 */
export function startEngine(
  command: string,
  args: readonly string[],
  output: number | "pipe",
  { deadlineMs, ...place }: { cwd: string; env: NodeJS.ProcessEnv; deadlineMs?: number },
): EngineProcess {
  const all = [...args, "--non-interactive"];
  const child = spawn(command, all, { ...place, detached: true, stdio: ["ignore", output, output] });
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => (printed[name] += text));
  }
  const timers: NodeJS.Timeout[] = [];
  let isStopped = false;
  const stop = (): void => {
    child.kill("SIGINT");
    if (isStopped) return;
    isStopped = true;
    timers.push(setTimeout(() => child.kill("SIGINT"), GRACE_MS));
    timers.push(setTimeout(() => child.kill("SIGKILL"), GRACE_MS + LAST_GRACE_MS));
  };
  if (deadlineMs !== undefined) timers.push(setTimeout(stop, deadlineMs));
  const ended = new Promise<Awaited<EngineProcess["ended"]>>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...printed }));
  });
  return { child, ended: ended.finally(() => timers.forEach(clearTimeout)), stop };
}
