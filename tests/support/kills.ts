import { setTimeout } from "node:timers/promises";
import { type Ended, launch } from "./clone";
import type { EngineWorkspace } from "./engine";

/** How long an appliance may take to carry out a request that a fault has hit, in milliseconds. */
const CARRIED_OUT = 20;

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
