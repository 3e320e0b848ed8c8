import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Claims } from "../../../fleet/claims";
import { closeAll, fleetOf, flowgate, temporaryFolder, type Run } from "../cli/support";

const before = process.umask(0);
afterEach(closeAll);
afterAll(() => process.umask(before));

/** A fleet of one site in its own folder. Its engine prints something and fails. */
function fleet(): { folder: string; run(...args: string[]): Promise<Run> } {
  const program = fleetOf('echo "error: no way"; exit 1');
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
  logs: "700",
  previews: "700",
  "logs/paris.log": "600",
  "report.json": "600",
  "report.md": "600",
};

test("what a run writes is for its owner only, whatever the process would allow", async () => {
  const { folder, run } = fleet();
  expect(await run()).toMatchObject({ code: 9 });
  expect(rights(join(folder, ".fleet"))).toEqual(closed);
  expect(readFileSync(join(folder, ".fleet/logs/paris.log"), "utf8")).toContain("error: no way");
});

test("a folder of an earlier run that others could read is closed, with every file in it, before anything is written", async () => {
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

test("a claim can be read by its owner only, while it is held and after an engine was noted", () => {
  const folder = join(temporaryFolder(), "claims");
  const claim = new Claims(folder).take("paris");
  expect(rights(folder)).toEqual({ ".": "700", "paris.json": "600" });
  claim?.note({ pid: 1, started: "then" });
  expect(rights(folder)).toEqual({ ".": "700", "paris.json": "600" });
  claim?.release();
});

test("another folder that was there keeps its rights and what is in it; what a run makes there is private", async () => {
  const { folder, run } = fleet();
  const given = join(folder, "artifacts");
  mkdirSync(given);
  writeFileSync(join(given, ".gitignore"), "mine\n");
  chmodSync(given, 0o755);
  await run("--folder", "artifacts");
  expect(rights(given)).toEqual({ ...closed, ".": "755", ".gitignore": "666" });
  expect(readFileSync(join(given, ".gitignore"), "utf8")).toBe("mine\n");
});

test("a folder that the run makes where it was told to is closed", async () => {
  const { folder, run } = fleet();
  await run("--folder", "new/place");
  expect(rights(join(folder, "new/place"))).toEqual(closed);
});
