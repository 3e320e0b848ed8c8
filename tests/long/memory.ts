import { readdirSync, readFileSync } from "node:fs";

/** The memory of a process in megabytes. Undefined if it has ended. */
export function memoryOf(pid: number): number | undefined {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    return (pages * 4096) / 2 ** 20;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" || (error as NodeJS.ErrnoException).code === "ESRCH") {
      return undefined;
    }
    throw error;
  }
}

/** The processes that run in a folder and whose command line contains a text. */
export function processesIn(folder: string, text: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/u.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      return command.includes(text) && readFileSync(`/proc/${pid}/environ`, "utf8").includes(folder);
    } catch {
      // The process has ended since, or belongs to another user, so it is not ours.
      return false;
    }
  });
}

/** The medians of the first and the last third, in whole megabytes. */
export function thirds(samples: readonly number[]): { first: number; last: number } {
  const third = Math.max(1, Math.floor(samples.length / 3));
  return { first: median(samples.slice(0, third)), last: median(samples.slice(-third)) };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
}

/** Whether memory did not grow. Garbage that is not collected yet does not count as growth. */
export function isFlat({ first, last }: { first: number; last: number }): boolean {
  return last <= first * 1.15 + 8;
}
