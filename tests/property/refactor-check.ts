import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { refactoring } from "./refactor-arbitrary";
import { runRefactoring } from "./refactor-run";
import { type Refactoring, refactoringText } from "./refactoring";

/** The result of running a number of refactorings. */
export interface RefactoringsOutcome {
  readonly refactorings: number;
  readonly seconds: number;
  /** One text per failed refactoring, with its seed and the file that replays it. */
  readonly violations: readonly string[];
}

export interface RefactoringsOptions {
  readonly seed: number;
  readonly refactorings: number;
  /** The number of refactorings that run side by side: they spend most of the time waiting. Default 24. */
  readonly lanes?: number;
}

/** The folder for failed refactorings. `FLOWGATE_REPLAY=<file>` runs one of them again. */
const folder = process.env["FLOWGATE_FAILED_PLANS"] ?? join(tmpdir(), "flowgate-refactorings");
/** Refactorings per property. A failure is shrunk within its property; the next property has another seed. */
const CHUNK = 20;
const SHRINK_SECONDS = Number(process.env["FLOWGATE_SHRINK_SECONDS"] ?? 30);

/** Runs random refactorings side by side. Shrinks each failing one and saves it to a file. */
export async function checkRefactorings(options: RefactoringsOptions): Promise<RefactoringsOutcome> {
  const { seed, refactorings, lanes = 24 } = options;
  const began = performance.now();
  const violations: string[] = [];
  let started = 0;
  let done = 0;
  const lane = async (): Promise<void> => {
    while (started < refactorings) {
      const numRuns = Math.min(CHUNK, Math.ceil(refactorings / lanes), refactorings - started);
      started += numRuns;
      const failure = await checkChunk(seed + started, numRuns, () => (done += 1));
      if (failure === undefined) continue;
      violations.push(failure);
      process.stderr.write(`${failure}\n`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { refactorings: done, seconds: (performance.now() - began) / 1000, violations };
}

async function checkChunk(seed: number, numRuns: number, count: () => void): Promise<string | undefined> {
  let failedAt: number | undefined;
  let smallest: { refactoring: Refactoring; message: string } | undefined;
  const property = fc.asyncProperty(refactoring, async (one) => {
    if (failedAt !== undefined && performance.now() - failedAt > SHRINK_SECONDS * 1000) return;
    try {
      await runRefactoring(one);
    } catch (error) {
      failedAt ??= performance.now();
      smallest = { refactoring: one, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
      throw error;
    } finally {
      if (failedAt === undefined) count();
    }
  });
  const { failed } = await fc.check(property, { seed, numRuns });
  if (!failed || smallest === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `refactoring-${seed}.json`);
  const [message = ""] = smallest.message.split("\n    at ");
  writeFileSync(file, refactoringText(smallest.refactoring, message));
  return `seed ${seed}: ${smallest.message}\nFLOWGATE_REPLAY=${file} npx jest tests/property/refactor.test.ts`;
}
