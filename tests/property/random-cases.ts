import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";

/** Random test cases that are plain data, so that a failed one can be saved and replayed. */
export interface RandomCases<Case> {
  /** What a case is called in file names: `plan`. */
  readonly noun: string;
  readonly arbitrary: fc.Arbitrary<Case>;
  readonly run: (one: Case) => Promise<void>;
  /** Cases with one thing less than this one. */
  readonly smaller: (one: Case) => Iterable<Case>;
  /** The text of the file that replays a case; `found` says how it failed. */
  readonly textOf: (one: Case, found: string) => string;
  /** Reads such a file. */
  readonly parse: (text: string) => Case;
  /** The command that replays the case of `FLOWGATE_REPLAY`. */
  readonly replay: string;
  /** The number of cases that run side by side: they spend most of the time waiting. */
  readonly lanes: number;
}

// A failing case is shrunk before it is reported.
jest.setTimeout(1_200_000);
const replay = process.env["FLOWGATE_REPLAY"];

/** Tests this number of random cases, which are the same each time, so that a failure comes from the current change. */
export function testCases<Case>(title: string, kind: RandomCases<Case>, seed: number, cases: number): void {
  if (replay !== undefined) return;
  test(title, async () => {
    expect(await checkCases(kind, Number(process.env["FLOWGATE_SEED"] ?? seed), cases)).toEqual([]);
  });
}

/** Tests all cases of a folder, which failed once. With `FLOWGATE_REPLAY`, tests only the case in that file. */
export function testKept<Case>(title: string, kind: RandomCases<Case>, folder: string): void {
  const names = readdirSync(join(__dirname, folder)).filter((name) => name.endsWith(".json"));
  const files = replay === undefined ? names.map((name) => [name, join(__dirname, folder, name)]) : [[replay, replay]];
  test.concurrent.each(files)(title, async (_name, file = "") => {
    await kind.run(kind.parse(readFileSync(file, "utf8")));
  });
}

/** Cases per property. A failure ends its property; the next property has another seed. */
const CHUNK = 20;
/** The time limit for making a failed case smaller. */
const SHRINK_SECONDS = Number(process.env["FLOWGATE_SHRINK"] ?? 60);

/** Runs random cases side by side. Makes each failing case smaller and saves it to a file; its text has the seed and the file. */
async function checkCases<Case>(kind: RandomCases<Case>, seed: number, cases: number): Promise<string[]> {
  const violations: string[] = [];
  let started = 0;
  const lane = async (): Promise<void> => {
    while (started < cases) {
      const numRuns = Math.min(CHUNK, Math.ceil(cases / kind.lanes), cases - started);
      started += numRuns;
      const failure = await checkChunk(kind, seed + started, numRuns);
      if (failure === undefined) continue;
      violations.push(failure);
      process.stderr.write(`${failure}\n`);
    }
  };
  await Promise.all(Array.from({ length: kind.lanes }, lane));
  return violations;
}

async function checkChunk<Case>(kind: RandomCases<Case>, seed: number, numRuns: number): Promise<string | undefined> {
  let failed: Failed<Case> | undefined;
  const property = fc.asyncProperty(kind.arbitrary, async (one) => {
    failed ??= await failureOf(kind, one);
    if (failed !== undefined) throw new Error(failed.message);
  });
  await fc.check(property, { seed, numRuns, endOnFailure: true });
  if (failed === undefined) return undefined;
  const smallest = await shrunk(kind, failed);
  const file = saveFailed(kind, String(seed), smallest);
  return `seed ${seed}: ${smallest.message}\nFLOWGATE_REPLAY=${file} ${kind.replay}`;
}

interface Failed<Case> {
  readonly one: Case;
  readonly message: string;
}

async function failureOf<Case>({ run }: RandomCases<Case>, one: Case): Promise<Failed<Case> | undefined> {
  try {
    await run(one);
    return undefined;
  } catch (error) {
    return { one, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Leaves out one thing after another, as long as the case still fails in the same words. */
async function shrunk<Case>(kind: RandomCases<Case>, failed: Failed<Case>): Promise<Failed<Case>> {
  const wordsOf = ({ message }: Failed<Case>): string => message.replace(/\d+/gu, "#").slice(0, 60);
  const until = performance.now() + SHRINK_SECONDS * 1000;
  for (const one of kind.smaller(failed.one)) {
    if (performance.now() > until) break;
    const again = await failureOf(kind, one);
    if (again !== undefined && wordsOf(again) === wordsOf(failed)) return shrunk(kind, again);
  }
  return failed;
}

/** Saves a failed case and returns the file, which `FLOWGATE_REPLAY` runs again. */
function saveFailed<Case>(
  { noun, textOf }: Pick<RandomCases<Case>, "noun" | "textOf">,
  name: string,
  failed: Failed<Case>,
): string {
  const folder = join(tmpdir(), `flowgate-${noun}s`);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${noun}-${name}.json`);
  const [found = ""] = failed.message.split("\n    at ");
  writeFileSync(file, textOf(failed.one, found));
  return file;
}
