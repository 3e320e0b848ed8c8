import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { refactorings } from "./cases";
import { checkCases } from "./random-cases";
import { parseRefactoring } from "./refactoring";
import { runRefactoring } from "./refactor-run";

// A failing refactoring is shrunk before it is reported.
jest.setTimeout(300_000);

const folder = join(__dirname, "refactorings");
const replay = process.env["FLOWGATE_REPLAY"];
const count = Number(process.env["FLOWGATE_REFACTORINGS"] ?? 4);

if (replay === undefined) {
  test("random refactorings lose nothing on the appliances, even if a run is killed at any moment", async () => {
    // The refactorings are the same each time, so that a failure comes from the current change. tests/long tries
    // others.
    const seed = Number(process.env["FLOWGATE_SEED"] ?? 19);
    const { violations } = await checkCases(refactorings, { seed, cases: count });
    expect(violations).toEqual([]);
  });

  test.each(readdirSync(folder).filter((name) => name.endsWith(".json")))(
    "the refactoring in %s loses nothing",
    async (name) => {
      await runRefactoring(parseRefactoring(readFileSync(join(folder, name), "utf8")));
    },
  );
} else {
  test(`the refactoring in ${replay} loses nothing`, async () => {
    await runRefactoring(parseRefactoring(readFileSync(replay, "utf8")));
  });
}
