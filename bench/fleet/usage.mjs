import { readFileSync } from "node:fs";

/**
 * Resource usage of all ended child processes and their descendants: processor time in seconds, regardless of other
 * load, and bytes that they wrote to files, pipes and sockets.
 */
export function usageOfChildren() {
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [, written = "0"] = /^wchar: (\d+)$/mu.exec(readFileSync("/proc/self/io", "utf8")) ?? [];
  return { cpuSeconds: (Number(fields[13]) + Number(fields[14])) / 100, written: Number(written) };
}
