import { spawnSync } from "node:child_process";
import { mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../../simulator";
import { root } from "../support/clone";
import { record } from "./record";

/** A sample of the changes in these folders. Of the files in `stryker.config.json`, every change is tried there. */
const folders = ["provider/resources", "provider/appliance", "lib/site", "lib/fleet", "cli/summary"];
const seed = Number(process.env["FLOWGATE_SEED"] ?? 32);
/** At least so many changes. Trying 300 takes hours, and the first ones are the same for any number. */
const count = Number(process.env["FLOWGATE_MUTANTS"] ?? 300);
/** Lines of a place: most conditions, calls and branches fit in. */
const LINES = 4;
/** Changes that a place has on average. */
const PER_PLACE = 2.2;

/** A part of the report of Stryker. */
interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}
interface Mutant {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: { readonly line: number } };
}

/** Every place in the files, in an order that the seed decides. */
function places(): string[] {
  const random = seededRandom(seed);
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, name)),
  );
  const all = files.sort().flatMap((file) => {
    const lines = readFileSync(join(root, file), "utf8").split("\n").length;
    return Array.from({ length: Math.ceil(lines / LINES) }, (_, at) => `${file}:${at * LINES + 1}-${(at + 1) * LINES}`);
  });
  const drawn = all.map((place) => ({ place, at: random() }));
  return drawn.sort((one, other) => one.at - other.at).map(({ place }) => place);
}

test(`of ${count} changes at random places, the tests of one process notice most of those that they run`, async () => {
  const scratch = join(root, ".stryker-tmp");
  const report = join(scratch, "sample.json");
  const { jest: runner, ...shared } = JSON.parse(readFileSync(join(root, "stryker.config.json"), "utf8")) as Settings;
  const settings = {
    ...shared,
    // The tests of a mutant are known from the run without one: `mutants-runner.cjs`.
    jest: { ...runner, configFile: "tests/long/mutants.config.js", enableFindRelatedTests: false },
    mutate: places().slice(0, Math.ceil(count / PER_PLACE)),
    // On a busy machine, the start of a process counts too.
    timeoutMS: 60_000,
    concurrency: Number(process.env["FLOWGATE_WORKERS"] ?? 2),
    dryRunTimeoutMinutes: 60,
    // Compiled code of every test file stays in memory, until a new process runs the tests.
    testRunnerNodeArgs: ["--max-old-space-size=6000"],
    maxTestRunnerReuse: 15,
    thresholds: { high: 95, low: 90, break: null },
    reporters: ["json", "progress-append-only", "event-recorder"],
    eventReporter: { baseDir: join(scratch, "events") },
    jsonReporter: { fileName: report },
  };
  mkdirSync(scratch, { recursive: true });
  writeFileSync(join(scratch, "sample.config.json"), JSON.stringify(settings));
  const stryker = join(root, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const args = [stryker, "run", join(scratch, "sample.config.json")];
  // The tests of a mutant are those of every day, with a part of their cases.
  const { FLOWGATE_LONG_TESTS: _, ...env } = process.env;
  const log = join(scratch, "sample.log");
  const output = openSync(log, "w");
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: ["ignore", output, output] });
  expect([status, status === 0 ? "" : readFileSync(log, "utf8").slice(-2000)]).toEqual([0, ""]);

  const { files } = JSON.parse(readFileSync(report, "utf8")) as Report;
  const mutants = Object.entries(files).flatMap(([file, { mutants: all }]) => all.map((one) => ({ file, ...one })));
  const named = (...wanted: string[]): string[] =>
    mutants
      .filter((one) => wanted.includes(one.status))
      .map(({ file, location, mutatorName, replacement = "" }) => {
        return `${file}:${location.start.line} ${mutatorName}: ${replacement.replaceAll(/\s+/gu, " ").slice(0, 80)}`;
      });
  const [noticed, survived] = [named("Killed", "Timeout").length, named("Survived")];
  await record("mutants", {
    what: `changes at random places in ${folders.join(", ")}, tried on the tests that run in one process`,
    ...{ seed, mutants: mutants.length, noticed, survived, notRun: named("NoCoverage").length },
  });
  expect(noticed / (noticed + survived.length)).toBeGreaterThan(0.8);
}, 40_000_000);

interface Settings {
  readonly jest: object;
}
