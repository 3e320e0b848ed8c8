import { operations, programOf, withoutBulk } from "../kinds/program";
import { Recovery } from "./recovery";
import type { Victim } from "../support/kills";
import { CrashStage } from "./stage";
import { stepsOf } from "./steps";

// After a crash, a test runs the engine several times.
jest.setTimeout(300_000);

const named: Readonly<Record<Victim, string>> = { provider: "the provider", engine: "the engine", both: "both" };

/** One test per step of each operation, in which the program of all kinds crashes. */
export function testCrashes(victim: Victim): void {
  let stage: CrashStage;
  let recovery: Recovery;
  beforeAll(async () => {
    stage = await CrashStage.open();
    recovery = new Recovery(stage);
    await recovery.rehearse(rows.at(-1)?.[1]);
  });
  afterAll(() => stage.close());

  // The names of the steps do not depend on the numbers of foreign objects, which are not known yet.
  const program = withoutBulk(programOf({ sharedGroupId: 0, readersId: 0, writersId: 0 }));
  const rows = operations.flatMap((operation) =>
    stepsOf(program, operation).map((step, n) => [`${operation}: ${step.name}`, operation, n] as const),
  );
  test.each(rows)(
    `F37: with ${named[victim]} killed at %s, the next runs lead to what is declared`,
    async (_name, operation, n) => {
      const step = stepsOf(stage.program, operation)[n];
      if (step === undefined) throw new Error("the program has other steps now");
      await recovery.crash(operation, step, victim);
      if (operation === "create") await recovery.destroyAll();
    },
  );
}
