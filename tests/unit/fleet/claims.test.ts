import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Claims, type ClaimText } from "../../../lib/fleet/claims";
import { type ProcessId, processWith, thisMachine } from "../../../lib/fleet/machine";

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "flowgate-claims-"))));
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

const file = (): string => join(folder, "paris.json");

function startProcess(): { id: ProcessId; end: () => Promise<unknown> } {
  const child = spawn("sleep", ["60"]);
  children.push(child);
  const id = processWith(child.pid ?? 0);
  if (id === undefined) throw new Error("sleep did not start");
  return { id, end: () => (child.kill("SIGKILL"), once(child, "exit")) };
}

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

test("a claim of another machine is respected until its owner has been silent for a minute, and its engines are ignored", () => {
  const own = processWith(process.pid) as ProcessId;
  claimOf(own, { machine: "elsewhere", engines: [own] });
  const claims = new Claims(folder);
  expect(claims.take("paris")).toBeUndefined();
  const past = new Date(Date.now() - 61_000);
  utimesSync(file(), past, past);
  const claim = claims.take("paris");
  expect(claim?.engines).toEqual([]);
  claim?.release();
});

test.each([
  ["empty", ""],
  ["cut off", '{"machine": "par'],
  ["of another form", '{"machine": 1}'],
  ["no object", "null"],
])("a claim file that is %s is respected for a minute, and then taken over", (_what, content) => {
  writeFileSync(file(), content);
  const claims = new Claims(folder);
  expect(claims.take("paris")).toBeUndefined();
  const past = new Date(Date.now() - 61_000);
  utimesSync(file(), past, past);
  const claim = claims.take("paris");
  expect(claim?.engines).toEqual([]);
  expect(readFileSync(file(), "utf8")).toContain(thisMachine());
  claim?.release();
});
