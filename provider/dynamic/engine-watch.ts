import { fstatSync } from "node:fs";

/** How often to check whether the parent process is still the one that started this process. */
const CHECK_MS = 1000;

let isWatching = false;

/**
 * Ends this process when the engine that started it is gone. Nothing else ends it: it would go on changing appliances
 * until its operations complete, with no engine left to record the results, and then run forever. The engine holds the
 * other end of standard input. If standard input is no pipe, the parent process shows it: a process whose parent ends
 * gets another one.
 */
export function endWithEngine(isProviderProcess = isDynamicProvider()): void {
  if (isWatching || !isProviderProcess) return;
  isWatching = true;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end();
  }, CHECK_MS).unref();
  const input = fstatSync(0);
  if (input.isFIFO() || input.isSocket()) process.stdin.once("end", end).once("error", end).resume().unref();
}

/**
 * Ends the process at once. `process.exit` would first wait for what runs in other threads, such as the look-up of a
 * host name or the reading of a file on a disk that does not answer, which may take forever.
 */
function end(): void {
  process.kill(process.pid, "SIGKILL");
}

function isDynamicProvider(): boolean {
  return process.argv[1]?.includes("dynamic-provider") ?? false;
}
