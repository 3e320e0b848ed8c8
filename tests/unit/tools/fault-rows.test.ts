const { rowsWithoutTest } = jest.requireActual<{ rowsWithoutTest(page: string, titles: Iterable<string>): string[] }>(
  "../../../tools/fault-rows.cjs",
);

describe("the rows of internals/faults.md that no test carries", () => {
  const page = [
    "| Row | Fault |",
    "| F1  | refused |",
    "| F2  | silence |",
    "| F12 | busy |",
    "| F13 | guards, see `npm run test:long` |",
  ].join("\n");

  test.each([
    ["none of them", [], ["F1", "F2", "F12"]],
    ["a row alone", ["F1: refused"], ["F2", "F12"]],
    ["several rows in one name", ["F1, F2: both", "F2 and F12: both"], []],
    ["a number that another begins with", ["F12: busy"], ["F1", "F2"]],
    ["a number in the middle, of a table of tests", ["an answer that is F1: cut"], ["F2", "F12"]],
    ["a number as the name of a group", ["F1, F2"], ["F12"]],
    ["a number that is no mark", ["F1 refused", "see F1, too", "AF1: refused"], ["F1", "F2", "F12"]],
  ])("%s", (_what, titles, missing) => {
    expect(rowsWithoutTest(page, titles)).toEqual(missing);
  });
});
