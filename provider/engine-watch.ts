import { fstatSync } from "node:fs";

let isWatching = false;

/**
 * Ends this process when the engine that started it is gone. Nothing else would: the process would go on changing
 * appliances, for as long as its operations last, with no engine left that records what it did, and then stay running for ever.
 * The engine holds the other end of the standard input, and no other sign of it reaches this process.
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
