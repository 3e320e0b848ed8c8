import { fstatSync } from "node:fs";
import { connect } from "node:net";

const CHECK_MS = 1000;

let isWatching = false;

/** Whether this is the engine's process for dynamic providers. */
export const isProviderProcess = process.argv[1]?.includes("dynamic-provider") === true;

/**
 * Ends this process when the engine that started it is gone. Nothing else ends it: it would go on changing appliances
 * until its operations complete, with no engine left to record the results, and then run forever. The engine holds the
 * other end of standard input, is the parent of this process, and listens at the address in its arguments. An engine
 * that ended while this process started shows by the address alone.
 */
export function endWithEngine(isWatched = isProviderProcess): void {
  if (isWatching || !isWatched) return;
  isWatching = true;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end();
    endIfNobodyListens(process.argv[2] ?? "");
  }, CHECK_MS).unref();
  const input = fstatSync(0);
  if (input.isFIFO() || input.isSocket()) process.stdin.once("end", end).once("error", end).resume().unref();
}

/** Ends this process if nothing listens at the engine's address, such as `127.0.0.1:34567`. */
function endIfNobodyListens(address: string): void {
  const [, host, port] = /^(127\.0\.0\.1):(\d{2,5})$/u.exec(address) ?? [];
  if (host === undefined) return;
  const socket = connect({ host, port: Number(port) });
  socket.once("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ECONNREFUSED") end();
  });
  socket.once("connect", () => socket.destroy()).unref();
}

/**
 * Ends the process at once. `process.exit` would first wait for what runs in other threads, such as the look-up of a
 * host name or the reading of a file on a disk that does not answer, which may take forever.
 */
function end(): void {
  process.kill(process.pid, "SIGKILL");
}
