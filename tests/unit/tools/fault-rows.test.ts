const { rowsWithoutTest } = jest.requireActual<{ rowsWithoutTest(page: string, titles: Iterable<string>): string[] }>(
  "../../../tools/fault-rows.cjs",
);

describe("rows of docs/internals/faults.md without a test are found for titles with", () => {
  const page = [
    "| Row | Fault |",
    "| F1  | refused |",
    "| F2  | silence |",
    "| F12 | busy |",
    "| F13 | guards, see `npm run test:long` |",
  ].join("\n");

  test.each([
    ["no row", [], ["F1", "F2", "F12"]],
    ["one row", ["F1: refused"], ["F2", "F12"]],
    ["several rows in one title", ["F1, F2: both", "F2 and F12: both"], []],
    ["a number that begins with another number", ["F12: busy"], ["F1", "F2"]],
    ["a number in the middle, from a table of tests", ["an answer that is F1: cut"], ["F2", "F12"]],
    ["only numbers, as the title of a group", ["F1, F2"], ["F12"]],
    ["a number that is no mark", ["F1 refused", "see F1, too", "AF1: refused"], ["F1", "F2", "F12"]],
  ])("%s", (_what, titles, missing) => {
    expect(rowsWithoutTest(page, titles)).toEqual(missing);
  });
});
