import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** One process of this machine: a number may be used again, together with the time of its start it is not. */
export interface ProcessId {
  readonly pid: number;
  /** When it started, in the system's own form. */
  readonly started: string;
}

let machine: string | undefined;

/**
 * What two processes have in common if the one can judge whether the other lives: the host, its present boot, and the
 * namespace of process numbers. Containers that share a host name differ in the last.
 */
export function thisMachine(): string {
  machine ??= [
    hostname(),
    linux(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    namespace(),
  ].join("/");
  return machine;
}

/** The process with this number, if it is there. */
export function processWith(pid: number): ProcessId | undefined {
  const started = startOf(pid);
  return started === undefined ? undefined : { pid, started };
}

/** Whether a process of this machine is still there. */
export function isAlive({ pid, started }: ProcessId): boolean {
  return startOf(pid) === started;
}

function namespace(): string {
  return linux(() => readlinkSync("/proc/self/ns/pid"));
}

/** What only Linux shows; elsewhere the host name has to do. */
function linux(read: () => string): string {
  return process.platform === "linux" ? read() : "";
}

/** When a process started; undefined if there is none, or only what is left of one that ended. */
function startOf(pid: number): string | undefined {
  return process.platform === "linux" ? startInProc(pid) : startInPs(pid);
}

function startInProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name is in parentheses and may hold anything; the state is the third field, the start the 22nd.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

function startInPs(pid: number): string | undefined {
  try {
    const started = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], {
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
    return started === "" ? undefined : started;
  } catch (error) {
    // `ps` ends with 1 where there is no such process.
    if ((error as { status?: number }).status === 1) return undefined;
    throw error;
  }
}
