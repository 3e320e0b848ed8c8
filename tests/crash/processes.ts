import { execFile } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";

interface Process {
  readonly pid: number;
  readonly command: string;
}

/** The child processes of a process, and their child processes in turn. */
export async function descendantsOf(ancestor: number): Promise<Process[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,args="]);
  const rows = stdout.split("\n").flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/u.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
  const below = (parent: number): Process[] =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [row, ...below(row.pid)]);
  return below(ancestor);
}

/** Finds Pulumi's dynamic provider process below an engine, not the shell script that starts it. */
export function providerOf(processes: readonly Process[]): Process {
  const found = processes.find(({ command }) => /dynamic-provider\/index\.js/u.test(command));
  if (found === undefined) throw new Error("the engine has no provider process");
  return found;
}

/** Kills a process immediately. Returns false if it has already ended. */
export function killNow(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    return false;
  }
}

/** Waits until a process ends by itself. Throws if it does not end in time. */
export async function endOf(pid: number, withinMs: number): Promise<void> {
  const limit = Date.now() + withinMs;
  while (Date.now() < limit) {
    if (!isThere(pid)) return;
    await setTimeout(20);
  }
  throw new Error(`process ${pid} still runs after ${withinMs} ms`);
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    return false;
  }
}
