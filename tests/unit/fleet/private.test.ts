import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Claims } from "../../../lib/fleet/claims";
import { closeAll, fleetOf, flowgate, temporaryFolder, type Run } from "../cli/support";

const before = process.umask(0);
afterEach(closeAll);
afterAll(() => process.umask(before));

/** A fleet of one site in its own folder. Its engine prints something and fails. */
function fleet(): { folder: string; run(...args: string[]): Promise<Run> } {
  const program = fleetOf('echo "$1" >> "$HOME/asked"; echo "error: no way"; exit 1');
  return {
    folder: program.cwd,
    run: (...args) => flowgate(["fleet", "up", "--yes", "--sites", "paris", ...args], program),
  };
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** The permissions of a folder and of everything in it, by path. */
function rights(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries([".", ...names].map((name) => [name, modeOf(join(folder, name))]));
}

const closed = {
  ".": "700",
  ".gitignore": "600",
  claims: "700",
  compiled: "700",
  logs: "700",
  "kept.log": "600",
  previews: "700",
  "logs/paris.log": "600",
  "report.json": "600",
  "report.md": "600",
};

test("a fleet run writes files and folders that only their owner can access, whatever the umask", async () => {
  const { folder, run } = fleet();
  expect(await run()).toMatchObject({ code: 9 });
  expect(rights(join(folder, ".fleet"))).toEqual(closed);
  expect(readFileSync(join(folder, ".fleet/logs/paris.log"), "utf8")).toContain("error: no way");
});

test("a run makes the readable folder of an earlier run private, with every file in it, and keeps its logs", async () => {
  const { folder, run } = fleet();
  const home = join(folder, ".fleet");
  mkdirSync(join(home, "logs"), { recursive: true });
  mkdirSync(join(home, "claims"));
  for (const name of ["report.json", "report.md", "logs/paris.log", "logs/lyon.log", ".gitignore"]) {
    writeFileSync(join(home, name), "*\n");
  }
  expect(modeOf(join(home, "logs/lyon.log"))).toBe("666");
  expect(await run()).toMatchObject({ code: 9 });
  expect(rights(home)).toEqual({ ...closed, "logs/lyon.log": "600" });
  expect(readFileSync(join(home, "logs/paris.log"), "utf8")).toMatch(/^\*\n/u);
});

test("a claim file is private from the start, and stays private after an engine is noted in it", () => {
  const folder = join(temporaryFolder(), "claims");
  const claim = new Claims(folder).take("paris");
  expect(rights(folder)).toEqual({ ".": "700", "paris.json": "600" });
  claim?.note({ pid: 1, started: "then" });
  expect(rights(folder)).toEqual({ ".": "700", "paris.json": "600" });
  claim?.release();
});

test("an existing folder given with --folder keeps its rights and files, and what a run creates in it is private", async () => {
  const { folder, run } = fleet();
  const given = join(folder, "artifacts");
  mkdirSync(given);
  writeFileSync(join(given, ".gitignore"), "mine\n");
  chmodSync(given, 0o755);
  await run("--folder", "artifacts");
  expect(rights(given)).toEqual({ ...closed, ".": "755", ".gitignore": "666" });
  expect(readFileSync(join(given, ".gitignore"), "utf8")).toBe("mine\n");
});

test("a folder that the run creates for --folder is private", async () => {
  const { folder, run } = fleet();
  await run("--folder", "new/place");
  expect(rights(join(folder, "new/place"))).toEqual(closed);
});

test.each<[string, string, (home: string) => void]>([
  ["full", "the disk is full", fullDisk],
  ["a file", "ENOTDIR", (home) => writeFileSync(home, "")],
])("a folder that is %s is refused in one sentence, and nothing starts", async (_what, reason, prepare) => {
  const { folder, run } = fleet();
  const place = join(folder, "place");
  prepare(place);
  const { code, stderr } = await run("--folder", "place");
  expect([code, stderr]).toEqual([2, `error: The folder ${place} for logs and reports cannot be used (${reason}).\n`]);
  expect(existsSync(join(folder, "asked"))).toBe(false);
});

/** A folder in which no more can be written. */
function fullDisk(path: string): void {
  mkdirSync(path);
  symlinkSync("/dev/full", join(path, ".room"));
}
