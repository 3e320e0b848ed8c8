import { execFile } from "node:child_process";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { type Ended, launch } from "./clone";
import type { EngineWorkspace } from "./engine";

/** The processes that a crash kills, as kill -9 or a lack of memory would. `both` is a crash of the machine. */
export const victims = ["provider", "engine", "both"] as const;
export type Victim = (typeof victims)[number];

/** How long a provider process may live on after its engine has ended, in milliseconds. */
const ORPHANED = 10_000;
/** How long an appliance may take to carry out a request that a fault has hit, in milliseconds. */
const CARRIED_OUT = 20;

interface Process {
  readonly pid: number;
  readonly command: string;
}

/** The child processes of a process, and their child processes in turn. */
async function descendantsOf(ancestor: number): Promise<Process[]> {
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
function providerOf(processes: readonly Process[]): Process {
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
async function endOf(pid: number, withinMs: number): Promise<void> {
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

/** Kills an engine, its provider process, or both at the same time. */
export async function kill(engine: number, victim: Victim): Promise<void> {
  const processes = await descendantsOf(engine);
  const provider = providerOf(processes).pid;
  if (victim !== "provider") killNow(engine);
  if (victim !== "engine") killNow(provider);
  await endOf(provider, ORPHANED);
  // The language host would end by itself only minutes later.
  if (victim !== "provider") for (const { pid } of processes) killNow(pid);
}

/**
 * Starts a command of the engine in a process group of its own, like a command at a terminal. As soon as `isTime`, lets
 * the appliances carry out what has arrived, stops the command with `stop`, and waits for its end. Returns how the
 * command ended if it ended before.
 */
export async function stopped(
  { folder, env }: EngineWorkspace,
  args: readonly string[],
  isTime: () => boolean,
  stop: (engine: number) => unknown,
): Promise<Ended | undefined> {
  const all = [...args, "--yes", "--skip-preview", "--non-interactive", "--color", "never"];
  const { child, ended } = launch("pulumi", all, folder, env, { detached: true });
  try {
    while (!isTime()) {
      const over = await Promise.race([ended, setTimeout(10)]);
      if (over !== undefined) return over;
    }
    await setTimeout(CARRIED_OUT);
    await stop(child.pid ?? 0);
    await ended;
    return undefined;
  } catch (error) {
    // Otherwise the command would keep the stack locked for the next test.
    child.kill("SIGKILL");
    throw error;
  }
}

/** Releases the stack after its engine was killed. */
export async function unlock(engine: EngineWorkspace): Promise<void> {
  await removeEmptyAttributes(engine.stateFolder);
  await engine.pulumi(["cancel", "--yes"]);
}

/**
 * The file backend writes the attributes file of the state before it moves the new state into place. A kill between the
 * two leaves the attributes file empty, and the engine can then read neither file.
 */
export async function removeEmptyAttributes(stateFolder: string): Promise<void> {
  // Only the states: `readdir` would follow links to the modules of a program beside them.
  const states = join(stateFolder, ".pulumi");
  const below = await readdir(states, { recursive: true });
  const files = below.filter((name) => name.endsWith(".attrs")).map((name) => join(states, name));
  for (const file of files) if ((await stat(file)).size === 0) await rm(file);
}
