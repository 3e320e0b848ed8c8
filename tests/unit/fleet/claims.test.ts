import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { Claims, type ClaimText } from "../../../lib/fleet/claims";
import { type ProcessId, processWith, thisMachine } from "../../../lib/fleet/machine";
import { isLeftBehind, isLocked, lockHolders } from "../../../lib/fleet/lock";
import { temporaryFolder } from "../../support/temporary-folder";
import { type LastUpdate, markOf, markText, progressOf, type Wanted } from "../../../lib/fleet/mark";

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

function startProcess(): { id: ProcessId; end: () => Promise<unknown> } {
  const child = spawn("sleep", ["60"]);
  children.push(child);
  const id = processWith(child.pid ?? 0);
  if (id === undefined) throw new Error("sleep did not start");
  return { id, end: () => (child.kill("SIGKILL"), once(child, "exit")) };
}

describe("claims", () => {
  let folder: string;
  beforeEach(() => (folder = temporaryFolder()));

  const file = (): string => join(folder, "paris.json");

  /** Writes a claim that another worker has left in the folder. */
  function claimOf(worker: ProcessId, more: Partial<ClaimText> = {}): void {
    const text: ClaimText = { machine: thisMachine(), worker, token: "theirs", engines: [], ...more };
    writeFileSync(file(), JSON.stringify(text));
  }

  test("only one worker at a time can claim a stack, and other stacks stay free", () => {
    const claims = new Claims(folder);
    const claim = claims.take("paris");
    expect(claims.take("paris")).toBeUndefined();
    const other = claims.take("acme/lyon");
    expect(other).toBeDefined();
    claim?.release();
    other?.release();
    expect(readdirSync(folder)).toEqual([]);
    claims.take("paris")?.release();
  });

  test("a claim is respected while its worker or engine lives; then the next worker takes it over with its engines", async () => {
    const [worker, engine] = [startProcess(), startProcess()];
    claimOf(worker.id, { engines: [engine.id] });
    const claims = new Claims(folder);
    expect(claims.take("paris")).toBeUndefined();
    await worker.end();
    // The engine of that worker is still running.
    expect(claims.take("paris")).toBeUndefined();
    await engine.end();
    const claim = claims.take("paris");
    expect(claim?.engines).toEqual([engine.id]);
    claim?.release();
  });

  test("a claim is taken over if its process id now belongs to another process", () => {
    const own = processWith(process.pid) as ProcessId;
    claimOf({ ...own, started: "long ago" });
    const claim = new Claims(folder).take("paris");
    expect(claim).toBeDefined();
    claim?.release();
  });

  test("an engine is noted in the claim file, where the next worker finds it", () => {
    const claim = new Claims(folder).take("paris");
    const engine = { pid: 4711, started: "1" };
    claim?.note(engine);
    expect((JSON.parse(readFileSync(file(), "utf8")) as ClaimText).engines).toEqual([engine]);
    claim?.release();
  });

  test("a claim that is released after its engine was killed leaves the engine on record for the next claim", () => {
    const claims = new Claims(folder);
    const claim = claims.take("paris");
    const engine = { pid: 4711, started: "1" };
    claim?.note(engine);
    claim?.noteKill();
    claim?.release();
    const next = claims.take("paris");
    expect(next?.engines).toEqual([engine]);
    expect(claims.take("paris")).toBeUndefined();
    next?.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  /** Takes over a claim whose owner has been silent for a minute. Before that it is respected. */
  function takenAfterAMinute(): ReturnType<Claims["take"]> {
    const claims = new Claims(folder);
    expect(claims.take("paris")).toBeUndefined();
    const past = new Date(Date.now() - 61_000);
    utimesSync(file(), past, past);
    const claim = claims.take("paris");
    expect(claim?.engines).toEqual([]);
    return claim;
  }

  test("a claim of another machine is respected until its owner has been silent for a minute, and its engines are ignored", () => {
    const own = processWith(process.pid) as ProcessId;
    claimOf(own, { machine: "elsewhere", engines: [own] });
    const claim = takenAfterAMinute();
    claim?.release();
  });

  test.each([
    ["empty", ""],
    ["cut off", '{"machine": "par'],
    ["of another form", '{"machine": 1}'],
    ["no object", "null"],
  ])("a claim file that is %s is respected for a minute, and then taken over", (_what, content) => {
    writeFileSync(file(), content);
    const claim = takenAfterAMinute();
    expect(readFileSync(file(), "utf8")).toContain(thisMachine());
    claim?.release();
  });
});

describe("locks", () => {
  const holderText = (pid: number, host = hostname(), at = "2030-01-01T10:00:00Z"): string =>
    "error: the stack is currently locked by 1 lock(s). Either wait for the other process(es) to end or delete the lock " +
    `file with \`pulumi cancel\`.\n  postgres://****:****@db/.pulumi/locks/a/b/c.json: created by root@${host} (pid ${pid}) at ${at}\n`;

  /** A process of this machine that has ended. */
  async function endedProcess(): Promise<ProcessId> {
    const { id, end } = startProcess();
    await end();
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

  test("a lock counts as left behind if its holders are engines of this machine that have ended, or if it is old", async () => {
    const [own, ended] = [processWith(process.pid) as ProcessId, await endedProcess()];
    const [host, now] = [hostname(), new Date("2030-01-01T12:00:00Z")];
    const rows: [holders: string, more: Partial<Parameters<typeof isLeftBehind>[1]>, isLeft: boolean][] = [
      [holderText(ended.pid), { engines: [ended] }, true],
      [holderText(ended.pid, "elsewhere"), { engines: [ended] }, false],
      [holderText(ended.pid) + holderText(own.pid), { engines: [ended] }, false],
      [holderText(own.pid), { engines: [own] }, false],
      [holderText(ended.pid), {}, false],
      ["", { takeOverAfterSeconds: 1 }, false],
      [holderText(own.pid, "elsewhere"), { takeOverAfterSeconds: 3600 }, true],
      [holderText(own.pid, "elsewhere"), { takeOverAfterSeconds: 7200 }, false],
      [holderText(own.pid, "elsewhere"), { takeOverAfterSeconds: 7199 }, true],
    ];
    for (const [holders, more, isLeft] of rows)
      expect([more, isLeftBehind(lockHolders(holders), { host, engines: [], now, ...more })]).toEqual([more, isLeft]);
  });
});

describe("marks", () => {
  const digest = "0123456789abcdef";
  const startedAt = new Date("2030-01-01T10:00:00.700Z");
  const wanted: Wanted = { operation: "up", digest, run: "r2", startedAt, again: false };
  const before = new Date("2030-01-01T09:00:00Z");
  const since = new Date("2030-01-01T10:00:01Z");
  const sameSecond = new Date("2030-01-01T10:00:00Z");

  function last(more: Partial<LastUpdate> = {}): LastUpdate {
    const message = markText({ operation: "up", digest, run: "r1" });
    return { kind: "update", message, result: "succeeded", startTime: before, endTime: before, ...more };
  }

  test("a mark is read back as it was written, and a message written by a person is no mark", () => {
    const mark = { operation: "refresh", digest, run: "nightly-7" } as const;
    expect(markOf(markText(mark))).toEqual(mark);
    expect(markOf("roll out the new servers")).toBeUndefined();
  });

  test.each<[string, LastUpdate | undefined, Partial<Wanted>, string]>([
    ["a stack without history", undefined, {}, "missing"],
    ["an up of the same program", last(), {}, "done"],
    ["an up of another program", last({ message: markText({ ...wanted, digest: "f".repeat(16) }) }), {}, "missing"],
    ["an up by hand", last({ message: "by hand" }), {}, "missing"],
    ["a refresh after the up", last({ kind: "refresh", message: "" }), {}, "missing"],
    ["an up that failed in an earlier run", last({ result: "failed" }), {}, "missing"],
    ["an up that failed since this run began", last({ result: "failed", endTime: since }), {}, "failed"],
    [
      "an up that failed in the second in which this run began",
      last({ result: "failed", endTime: sameSecond }),
      {},
      "missing",
    ],
    [
      "an up by hand that failed since this run began",
      last({ result: "failed", endTime: since, message: "x" }),
      {},
      "missing",
    ],
    ["an up that is in progress", last({ result: "in-progress" }), {}, "missing"],
    ["the same up, when it is requested again", last(), { again: true }, "missing"],
    ["the same up since this run began, when it is requested again", last({ endTime: since }), { again: true }, "done"],
    [
      "a refresh of another run",
      last({ message: markText({ ...wanted, operation: "refresh", run: "r1" }) }),
      { operation: "refresh" },
      "missing",
    ],
    [
      "a refresh of this run",
      last({ message: markText({ ...wanted, operation: "refresh" }) }),
      { operation: "refresh" },
      "done",
    ],
    ["a destroy without a mark", last({ kind: "destroy", message: "gone" }), { operation: "destroy" }, "done"],
    ["an up before a destroy", last(), { operation: "destroy" }, "missing"],
  ])("%s", (_title, update, more, progress) => {
    expect(progressOf(update, { ...wanted, ...more })).toBe(progress);
  });
});
