import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Simulator } from "../../simulator";
import { root } from "../support/clone";
import type { StateResource } from "../support/engine";
import { oneStage, stateOf, type Stage } from "./support";

/** A gateway with trees of three groups, and a few groups that belong to no tree. */
export function largeBox(groups: number): Stage {
  const stage = oneStage({ engine: { keepProcesses: true } });
  beforeAll(() => {
    fill(stage.sim, groups);
  });
  return stage;
}

function fill({ gateway: { store } }: Simulator, groups: number): void {
  for (const id of [...store.ipGroups.keys()]) store.ipGroups.delete(id);
  const at = (index: number): string => `10.${String(index >> 8)}.${String(index & 255)}.0`;
  for (let index = 0; index < groups; index += 1) {
    const leaves = [store.addIpGroup(`Room ${String(index)}`, [{ type: "network", address: at(index), mask: "24" }])];
    if (index + 2 >= groups) continue;
    leaves.push(store.addIpGroup(`Desk ${String(index)}`, [{ type: "ip", address: at(index).replace(/0$/u, "7") }]));
    const children = leaves.map(({ id }) => ({ type: "child", child_id: id }) as const);
    store.addIpGroup(`House ${String(index)}`, children);
    index += 2;
  }
}

/** Starts `flowgate` in a process group of its own, so that its engine can be killed with it. */
export function startedIn({ engine }: Stage, ...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [join(root, "dist/cli/main.js"), ...args], {
    cwd: engine.folder,
    env: engine.env,
    detached: true,
    stdio: "ignore",
  });
}

/** Kills a process with its engine, as a power failure does, and removes the lock that the engine leaves. */
export async function killed(stage: Stage, child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  await ended;
  await stage.engine.pulumi(["cancel", "--yes"], { fails: "perhaps" });
}

/** Number of groups in the state, single and inside of resources that hold many. */
export async function groupsInState({ engine }: Stage): Promise<number> {
  const counts = (await stateOf(engine)).map(
    ({ outputs }: Partial<StateResource>) => Object.keys(outputs?.["groupIds"] ?? { one: 1 }).length,
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
