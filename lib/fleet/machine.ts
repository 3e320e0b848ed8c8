import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** One process of this machine. A process id may be reused; together with the start time it is unique. */
export interface ProcessId {
  readonly pid: number;
  /** Its start time, in the system's own format. */
  readonly started: string;
}

let machine: string | undefined;

/**
 * Identifies the environment in which one process can check whether another lives: the host, its current boot, and the
 * PID namespace. Containers with the same host name differ in the last.
 */
export function thisMachine(): string {
  machine ??= [
    hostname(),
    linux(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    namespace(),
  ].join("/");
  return machine;
}

/** The process with this id, if it exists. */
export function processWith(pid: number): ProcessId | undefined {
  const started = startOf(pid);
  return started === undefined ? undefined : { pid, started };
}

/** Whether a process of this machine still runs. */
export function isAlive({ pid, started }: ProcessId): boolean {
  return startOf(pid) === started;
}

function namespace(): string {
  return linux(() => readlinkSync("/proc/self/ns/pid"));
}

/** Reads a value that only Linux provides; elsewhere the host name must suffice. */
function linux(read: () => string): string {
  return process.platform === "linux" ? read() : "";
}

/** Start time of a process. Undefined if there is none, or only a zombie. */
function startOf(pid: number): string | undefined {
  return process.platform === "linux" ? startInProc(pid) : startInPs(pid);
}

function startInProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name is in parentheses and may contain anything. The state is the third field, the start time the 22nd.
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
    // `ps` exits with 1 if there is no such process.
    if ((error as { status?: number }).status === 1) return undefined;
    throw error;
  }
}
