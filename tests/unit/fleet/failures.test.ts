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
import type { Report } from "../../../lib/fleet/report";
import { closeAll, fleetOf, flowgate, type Run, type RunOptions, temporaryFolder } from "../cli/support";
import { has } from "../../support/has";

afterEach(closeAll);

type Program = RunOptions & { cwd: string };

/** Writes the fleet file: the site "paris", or what else it says. */
function declare({ cwd }: Program, file: object = {}): void {
  writeFileSync(join(cwd, "fleet.yaml"), JSON.stringify({ name: "north", sites: ["paris"], keep: "nothing", ...file }));
}

/** The report of one operation on the site "paris", and everything that the command printed and wrote. */
async function runOn(program: Program, ...args: readonly string[]): Promise<{ report: Report; written: string }> {
  declare(program, { timeout: "1s" });
  const { code, stdout, stderr } = await flowgate(["fleet", ...args, "--json"], program);
  expect([code, stdout, stderr]).toEqual([9, has('"totals"'), expect.any(String)]);
  const files = ["report.json", "report.md"].map((name) => readFileSync(join(program.cwd, ".fleet", name), "utf8"));
  return { report: JSON.parse(files[0] ?? "") as Report, written: [stdout, stderr, ...files].join("\n") };
}

/** The outcome of the site "paris" after one operation. */
async function outcomeOf(program: Program, ...args: readonly string[]): Promise<unknown> {
  const { report } = await runOn(program, ...args);
  const [site] = report.waves.flatMap(({ sites }) => sites);
  return [site?.outcome, site?.message];
}

const refused = 'echo "error: pinging postgres://fleet:horse-battery@db/state: refused" >&2; exit 1';
/** A history whose last entry is a failed refresh of the run "nightly", later than every run of these tests. */
const failedRefresh = JSON.stringify([
  {
    kind: "refresh",
    message: `flowgate fleet refresh ${"0".repeat(16)} run nightly`,
    result: "failed",
    startTime: "2100-01-01T00:00:00Z",
    endTime: "2100-01-01T00:00:01Z",
  },
]);

test.each([
  ["up", fleetOf.bind(undefined, "exit 0", "[]", refused), ["up", "--yes"]],
  ["up of a stack that exists", fleetOf.bind(undefined, refused), ["up", "--yes"]],
  ["refresh", fleetOf.bind(undefined, "exit 0", "[]", refused), ["refresh"]],
  ["preview", fleetOf.bind(undefined, "exit 0", "[]", refused), ["preview"]],
  ["destroy", fleetOf.bind(undefined, "exit 0", "[]", refused), ["destroy", "--confirm", "north"]],
] as const)(
  "if the backend refuses the engine in a fleet's %s, the words of the engine are in no file or line with the password of the backend",
  async (_name, program, args) => {
    const { written } = await runOn(program(), ...args);
    expect(written).toContain("postgres://fleet:[secret]@db/state");
    expect(written).not.toContain("horse-battery");
  },
);

test("a mistake in a resource has its kind and name, not the type and the sentence of the engine", async () => {
  const said = "error: pulumi-nodejs:dynamic/flowgate:Setting resource 'flow' has a problem: value: must not be empty";
  const program = fleetOf(`echo "${said}"; exit 1`, "[]", 'cat "$HOME/history.json"');
  expect(await outcomeOf(program, "preview")).toEqual(["failed", 'Setting "flow": value: must not be empty']);
});

test("a site whose state cannot be read after a kill names the file to remove", async () => {
  const program = fleetOf("exit 0", "[]", 'echo "error: failed to load checkpoint: EOF" >&2; exit 1');
  expect(await outcomeOf(program, "refresh")).toEqual([
    "failed",
    "failed to load checkpoint: EOF. An earlier engine was killed while it wrote the attributes of the state. The " +
      "state itself is intact. Remove the empty file in the folder of the states: " +
      "find .pulumi/stacks -name '*.attrs' -empty -delete",
  ]);
});

test("a site whose up fails shows what it had changed before", async () => {
  const type = "pulumi-nodejs:dynamic/flowgate:Setting";
  const metadata = (name: string) => ({
    op: "create",
    urn: `urn:pulumi:paris::north::${type}::${name}`,
    new: { type, custom: true, inputs: { name, value: 1 } },
  });
  const events = [
    { sequence: 1, resOutputsEvent: { metadata: metadata("flowStopAlert") } },
    { sequence: 2, resOpFailedEvent: { metadata: metadata("downDisplayHour") } },
  ];
  const text = events.map((one) => JSON.stringify(one)).join("\n");
  const update = `for one; do [ "$before" = --event-log ] && echo '${text}' > "$one"; before="$one"; done`;
  const program = fleetOf(`${update}; echo "error: no" >&2; exit 1`);
  const { report, written } = await runOn(program, "up", "--yes");
  expect(report.waves[0]?.sites).toMatchObject([{ outcome: "failed", changes: { create: 1 }, message: "no" }]);
  expect(written).toContain("1 created, then failed: no");
});

test("a site whose preview fails before it begins has no findings, not even those of an earlier preview", async () => {
  const found = JSON.stringify({ sequence: 1, summaryEvent: { resourceChanges: { create: 2 } } });
  const update = `for one; do [ "$before" = --event-log ] && echo '${found}' > "$one"; before="$one"; done`;
  const program = fleetOf(update, "[]", `if [ -e "$HOME/down" ]; then ${refused}; else cat "$HOME/history.json"; fi`);
  declare(program);
  expect(await flowgate(["fleet", "preview"], program)).toMatchObject({ code: 0, stdout: has("Every change: ") });
  writeFileSync(join(program.cwd, "down"), "");
  const after = await flowgate(["fleet", "preview"], program);
  expect([after.code, after.stdout]).toEqual([9, expect.not.stringContaining("Every change: ")]);
});

test("a site that another worker of this machine updates for longer than the time limit is reported as locked", async () => {
  const program = fleetOf("exit 0");
  const claim = new Claims(join(program.cwd, ".fleet/claims")).take("paris");
  expect(await outcomeOf(program, "up", "--yes")).toEqual(["locked", "another worker of this machine is updating it"]);
  claim?.release();
});

test("a site whose refresh failed in another worker of the same run is not tried again", async () => {
  const program = fleetOf('touch "$HOME/tried"', failedRefresh);
  expect(await outcomeOf(program, "refresh", "--run", "nightly")).toEqual([
    "failed",
    "failed in another worker; see its log",
  ]);
});

/** A fleet whose engine writes what it does into a history outside of the program, and fails if it is asked twice. */
function fleetOfOnce(file: object): Program {
  const history = '"$HOME/.fleet/history.json"';
  const entry = { kind: "refresh", message: "$message", result: "succeeded", startTime: "2100-01-01T00:00:00Z" };
  const text = JSON.stringify(JSON.stringify([{ ...entry, endTime: entry.startTime }]));
  const message = 'for one; do [ "$before" = --message ] && message="$one"; before="$one"; done';
  const update = `[ -e ${history} ] && exit 1; ${message}; echo ${text} > ${history}`;
  const program = fleetOf(update, "[]", `cat ${history} || echo "[]"`);
  declare(program, file);
  return program;
}

test("a site whose refresh was done by another worker of the same run is not refreshed again", async () => {
  const program = fleetOfOnce({});
  const refresh = (): Promise<Run> => flowgate(["fleet", "refresh", "--run", "nightly"], program);
  expect(await refresh()).toMatchObject({ code: 0, stdout: has("no changes") });
  expect(await refresh()).toMatchObject({ code: 0, stdout: has("already done") });
});

test("a site without a stack needs no refresh", async () => {
  const program = fleetOf("exit 1", "[]", `echo "error: no stack named 'paris' found" >&2; exit 255`);
  declare(program);
  expect(await flowgate(["fleet", "refresh"], program)).toMatchObject({ code: 0, stdout: has("already done") });
});

test("fleet matrix --check prints the sites of a wave if the waves before are done", async () => {
  const program = fleetOfOnce({ canary: ["paris"], sites: ["paris", "lyon"] });
  expect(await flowgate(["fleet", "up", "--yes", "--sites", "paris"], program)).toMatchObject({ code: 0 });
  const matrix = await flowgate(["fleet", "matrix", "--wave", "1", "--check"], program);
  expect(matrix).toMatchObject({ code: 0, stdout: has("lyon") });
});

test("a stack that stays locked by an update without a name is reported as locked by another update", async () => {
  const program = fleetOf('echo "error: [409] Conflict: Another update is currently in progress."; exit 255');
  expect(await outcomeOf(program, "up", "--yes")).toEqual(["locked", "it is locked by another update"]);
});

test.each([
  ["that works", "exec sleep 60", undefined],
  ["that waits for a backend without an answer", "exit 0", "exec sleep 60"],
] as const)("an engine %s for longer than the time limit of a site is cancelled", async (_what, update, stack) => {
  const program = fleetOf(update, "[]", stack);
  expect(await outcomeOf(program, "up", "--yes")).toEqual(["failed", "not finished within 1 s, so it was cancelled"]);
});

test("a time limit that is longer than a timer of Node.js does not cancel an engine at once", async () => {
  const program = fleetOf("exec sleep 0.2");
  declare(program, { timeout: "1000h" });
  expect(await flowgate(["fleet", "refresh"], program)).toMatchObject({ code: 0 });
});

test("fleet matrix --check gives up at the time limit if a backend does not answer", async () => {
  const program = fleetOf("exit 0", "[]", "exec sleep 60");
  declare(program, { canary: ["paris"], sites: ["paris", "lyon"], timeout: "1s" });
  expect(await flowgate(["fleet", "matrix", "--wave", "1", "--check"], program)).toMatchObject({
    code: 3,
    stderr: "error: The stacks cannot be read: not finished within 1 s, so it was cancelled.\n",
  });
});

describe("files and folders of a run", () => {
  const before = process.umask(0);
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

  test.each([
    [".fleet", []],
    ["new/place", ["--folder", "new/place"]],
  ])(
    "in %s a fleet run writes files and folders that only their owner can access, whatever the umask",
    async (place, args) => {
      const { folder, run } = fleet();
      expect(await run(...args)).toMatchObject({ code: 9 });
      expect(rights(join(folder, place))).toEqual(closed);
      expect(readFileSync(join(folder, place, "logs/paris.log"), "utf8")).toContain("error: no way");
    },
  );

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

  test.each<[string, string, (home: string) => void]>([
    ["full", "the disk is full", fullDisk],
    ["a file", "ENOTDIR", (home) => writeFileSync(home, "")],
  ])("a folder that is %s is refused in one sentence, and nothing starts", async (_what, reason, prepare) => {
    const { folder, run } = fleet();
    const place = join(folder, "place");
    prepare(place);
    const { code, stderr } = await run("--folder", "place");
    expect([code, stderr]).toEqual([
      2,
      `error: The folder ${place} for logs and reports cannot be used (${reason}).\n`,
    ]);
    expect(existsSync(join(folder, "asked"))).toBe(false);
  });

  /** A folder in which no more can be written. */
  function fullDisk(path: string): void {
    mkdirSync(path);
    symlinkSync("/dev/full", join(path, ".room"));
  }
});

test("a fleet whose canary fails begins no other wave", async () => {
  const program = fleetOf("exit 1");
  declare(program, { sites: ["paris", "lyon"], canary: ["paris"] });
  const { code, stdout, stderr } = await flowgate(["fleet", "up", "--yes"], program);
  expect([code, stdout]).toEqual([9, has("1 failed, 1 not started.")]);
  expect(stderr.match(/^== .*$/gmu)).toEqual(["== canary: 1 site"]);
});
