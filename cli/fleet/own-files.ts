import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { UsageError } from "../errors";

/** Folder for a log of each site and the report. */
export const LOGS = ".fleet";

/** Writes a file for this user alone, which is whole at any time. A link is replaced: its target stays as it is. */
export function writeOwn(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, text, { flag: "wx", mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Reserves a report for this run, with a temporary folder beside it. Returns what ends the reservation. */
export function reserve(report: string, shown: string): () => void {
  const folder = `${report}.run`;
  const file = join(folder, "pid");
  const holder = existsSync(file) ? Number.parseInt(readFileSync(file, "latin1"), 10) : undefined;
  if (holder !== undefined && isRunning(holder)) {
    throw new UsageError(`Process ${String(holder)} writes ${shown}: let it end, or remove ${shown}.run.`);
  }
  // What a killed run has left behind.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, String(process.pid), { flag: "wx" });
  // The Automation API keeps the events of its runs there.
  process.env["TMPDIR"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user runs, too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
