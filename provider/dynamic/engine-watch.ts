import { fstatSync } from "node:fs";

let isWatching = false;

/**
 * Ends this process when the engine that started it is gone. Nothing else ends it: it would go on changing appliances
 * until its operations complete, with no engine left to record the results, and then run forever. The engine holds the
 * other end of standard input; no other sign of it reaches this process.
 */
export function endWithEngine(isProviderProcess = isDynamicProvider()): void {
  if (isWatching || !isProviderProcess) return;
  const input = fstatSync(0);
  if (!input.isFIFO() && !input.isSocket()) return;
  isWatching = true;
  const end = (): never => process.exit(1);
  process.stdin.once("end", end).once("error", end).resume().unref();
}

function isDynamicProvider(): boolean {
  return process.argv[1]?.includes("dynamic-provider") ?? false;
}
