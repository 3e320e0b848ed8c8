import { spawn } from "node:child_process";
import { once } from "node:events";
import { hostname } from "node:os";
import { isLeftBehind, isLocked, lockHolders } from "../../../lib/fleet/lock";
import { type ProcessId, processWith } from "../../../lib/fleet/machine";

const holderText = (pid: number, host = hostname(), at = "2030-01-01T10:00:00Z"): string =>
  "error: the stack is currently locked by 1 lock(s). Either wait for the other process(es) to end or delete the lock " +
  `file with \`pulumi cancel\`.\n  postgres://****:****@db/.pulumi/locks/a/b/c.json: created by root@${host} (pid ${pid}) at ${at}\n`;

/** A process of this machine that has ended. */
async function endedProcess(): Promise<ProcessId> {
  const child = spawn("sleep", ["60"]);
  const id = processWith(child.pid ?? 0);
  if (id === undefined) throw new Error("sleep did not start");
  child.kill("SIGKILL");
  await once(child, "exit");
  return id;
}

test("the engine's messages about a locked stack are recognized, and the lock's holder is read from them", () => {
  expect(isLocked(holderText(4711))).toBe(true);
  expect(isLocked("error: [409] Conflict: Another update is currently in progress.")).toBe(true);
  expect(isLocked('error: failed to create table state: pq: duplicate key value violates "pg_type" (23505)')).toBe(
    true,
  );
  expect(isLocked("error: IpGroup servers failed")).toBe(false);
  expect(lockHolders(holderText(4711, "box", "2030-01-01T10:00:00+01:00"))).toEqual([
    { user: "root", host: "box", pid: 4711, since: new Date("2030-01-01T09:00:00Z") },
  ]);
});

describe("a lock counts as left behind", () => {
  const now = new Date("2030-01-01T12:00:00Z");
  const own = processWith(process.pid) as ProcessId;

  test("if every holder is an engine of this machine that is known to have ended", async () => {
    const engine = await endedProcess();
    const evidence = { host: hostname(), engines: [engine], now };
    expect(isLeftBehind(lockHolders(holderText(engine.pid)), evidence)).toBe(true);
    expect(isLeftBehind(lockHolders(holderText(engine.pid, "elsewhere")), evidence)).toBe(false);
    expect(isLeftBehind(lockHolders(holderText(engine.pid) + holderText(own.pid)), evidence)).toBe(false);
  });

  test("but not if its engine is alive, unknown or not named", async () => {
    const engine = await endedProcess();
    expect(isLeftBehind(lockHolders(holderText(own.pid)), { host: hostname(), engines: [own], now })).toBe(false);
    expect(isLeftBehind(lockHolders(holderText(engine.pid)), { host: hostname(), engines: [], now })).toBe(false);
    expect(isLeftBehind([], { host: hostname(), engines: [], takeOverAfterSeconds: 1, now })).toBe(false);
  });

  test("if it is older than takeOverAfterSeconds, whatever process holds it", () => {
    const old = lockHolders(holderText(own.pid, "elsewhere"));
    const after = (takeOverAfterSeconds: number): boolean =>
      isLeftBehind(old, { host: hostname(), engines: [], takeOverAfterSeconds, now });
    expect([after(3600), after(7200), after(7199)]).toEqual([true, false, true]);
  });
});
